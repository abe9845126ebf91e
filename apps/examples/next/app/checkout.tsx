"use client";

import { CardPane } from "@cardpane/react";
import { type ReactNode, useActionState } from "react";
import { pay } from "./pay";

interface Props {
  readonly host: string | undefined;
  readonly environment: string | undefined;
  /** The hidden field with the order. */
  readonly children: ReactNode;
}

/** The form stays in the page after a decline, and the pane says why. */
export function Checkout({ host, environment, children }: Props) {
  const [{ declined, problem }, action, isPaying] = useActionState(pay, {});
  return (
    <form action={action}>
      {children}
      {problem && !isPaying && <p role="alert">{problem}</p>}
      <CardPane
        name="payment"
        src={host}
        environment={environment}
        fields={["cardholder", "number", "expiry", "cvv"]}
        locale="en"
        early
        decline={isPaying ? null : declined}
      />
      <button type="submit" disabled={isPaying}>
        Pay 12.50 EUR
      </button>
    </form>
  );
}
