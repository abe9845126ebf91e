import { useCardPane } from "@cardpane/react";
import { useState } from "react";

/** The server's response. */
type Payment =
  | { readonly status: "open"; readonly action: { readonly type: "redirect"; readonly url: string } }
  | { readonly status: "declined"; readonly code: string }
  | { readonly status: "paid" | "not_made" | "waiting"; readonly text: string };

/** The order of this page: all clicks pay the same one. */
let order: string | undefined;
/** `undefined` if the shop made no order: the next click asks again. */
const makeOrder = () =>
  fetch("/api/order", { method: "POST" })
    .then((response) => (response.ok ? response.text() : undefined))
    .catch(() => undefined);

export function Checkout() {
  const { ref, ready, tokenize, pane } = useCardPane({
    src: import.meta.env.VITE_PANE_HOST,
    environment: import.meta.env.VITE_PANE_ENVIRONMENT,
    tokens: { radius: 6 },
  });
  const [result, setResult] = useState<{ readonly status: string; readonly text: string }>();
  const [isPaying, setIsPaying] = useState(false);

  async function handlePay() {
    setIsPaying(true);
    setResult(undefined);
    try {
      order ??= await makeOrder();
      if (!order)
        return setResult({
          status: "not_made",
          text: "Nothing was charged: the shop did not answer. Try again.",
        });
      const { error, ...card } = await tokenize();
      // The pane shows the errors of its fields.
      if (error) {
        if (error.fields.length === 0) setResult({ status: "not_made", text: error.text });
        return;
      }
      const body = JSON.stringify({ ...card, order });
      const response = await fetch("/api/pay", { method: "POST", body });
      const payment = (await response.json()) as Payment;
      if (payment.status === "open") await pane?.handleNextAction(payment.action);
      else if (payment.status === "declined") pane?.showDecline(payment.code);
      else setResult(payment);
    } catch {
      // The payment may have been made: the shopper must not pay again.
      setResult({
        status: "waiting",
        text: "The shop did not answer. Look into your mail before you pay again.",
      });
    } finally {
      setIsPaying(false);
    }
  }

  const isOpen = result === undefined || result.status === "not_made";
  return (
    <>
      {isOpen && (
        <>
          <div ref={ref} />
          <button type="button" disabled={!ready || isPaying} onClick={handlePay}>
            Pay 12.50 EUR
          </button>
        </>
      )}
      {result && <p role={isOpen ? "alert" : "status"}>{result.text}</p>}
    </>
  );
}
