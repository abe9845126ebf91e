import Link from "next/link";
import { connection } from "next/server";
import { Suspense } from "react";
import { checkout } from "../../lib/checkout";

interface Props {
  readonly searchParams: Promise<{ readonly order?: string }>;
}

export default function Page({ searchParams }: Props) {
  return (
    <>
      <Suspense>
        <Result searchParams={searchParams} />
      </Suspense>
      <Link href="/">Another payment</Link>
    </>
  );
}

/** The address proves nothing about the payment: the notification decides, and mostly has come. */
async function Result({ searchParams }: Props) {
  await connection(); // by a visit: what follows reads the clock
  const { order: reference = "" } = await searchParams;
  const order = await checkout().wait(reference, { timeoutMs: 5_000 });
  if (order?.state === "paid") return <p role="status">Paid. Thank you!</p>;
  if (order?.state === "payable") return <p role="status">The payment was not made.</p>;
  return <p role="status">We will tell you by mail whether you have paid.</p>;
}
