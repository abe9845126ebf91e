import { Link } from "react-router";
import type { Route } from "./+types/result";
import { checkout } from "./payments.server";

/** The address proves nothing about the payment: the notification decides, and mostly has come. */
export async function loader({ request }: Route.LoaderArgs) {
  const reference = new URL(request.url).searchParams.get("order") ?? "";
  const order = await checkout.wait(reference, { timeoutMs: 5_000 });
  if (order?.state === "paid") return "Paid. Thank you!";
  if (order?.state === "payable") return "The payment was not made.";
  return "We will tell you by mail whether you have paid.";
}

export default function Result({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <p role="status">{loaderData}</p>
      <Link to="/">Another payment</Link>
    </>
  );
}
