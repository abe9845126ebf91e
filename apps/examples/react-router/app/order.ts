import type { Route } from "./+types/order";
import { checkout } from "./payments.server";

/** What the shop believes, for `npx @cardpane/sandbox certify`. A real shop tells it to the order's shopper only. */
export async function loader({ params }: Route.LoaderArgs) {
  const order = await checkout.find(params.reference);
  return Response.json({ paid: order?.state === "paid", ...order?.paid?.money });
}
