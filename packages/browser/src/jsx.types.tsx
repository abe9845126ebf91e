/** @jsx h */
/**
 * A compile-time test of the props that JSX may set on the elements. The factory replaces a framework's; nothing here
 * runs.
 */
import type { Snapshot } from "@cardpane/contract/messages";
import type { CardPaneElement } from "./elements/card-pane.ts";
import type { CardPaneJsx } from "./jsx.ts";

/** A framework's props of any element. Its own event must not override ours of the same name. */
interface Html {
  readonly class?: string;
  readonly children?: unknown;
  readonly ref?: (element: CardPaneElement | null) => void;
  readonly onchange?: (event: { readonly own: true }) => void;
}

declare function h(): unknown;
declare namespace h {
  namespace JSX {
    interface ElementChildrenAttribute {
      children: unknown;
    }
    interface IntrinsicElements extends CardPaneJsx<Html> {
      div: Html;
    }
  }
}

const heard = (_snapshot: Snapshot): void => {};

/** Props that must compile. */
export const good = (
  <div>
    <card-pane
      class="payment"
      ref={(pane) => pane?.focus("cvv")}
      name="payment"
      src="https://pane.example/0.1.0/"
      environment="live"
      fields="number expiry cvv cardholder?"
      expiry="split"
      locale="fr-CH,de"
      scheme="dark"
      supported-brands="visa mastercard"
      disabled={false}
      tokens={{ radius: 4 }}
      prop:texts={{ retry: "Nochmal" }}
      savedCard={null}
      onready={({ detail }) => heard(detail)}
      onchange={({ detail }) => heard(detail)}
      on:fieldfocus={({ detail: { field } }) => field satisfies string}
      onloaderror={({ detail: { code, retryable } }) => [code, retryable]}
    >
      <card-pane-field class="wide" name="number" />
      <card-pane-field name="cardholder?" />
    </card-pane>
  </div>
);

/** Props that must not compile, one per entry. */
export const bad = [
  // @ts-expect-error no such kind of expiry
  <card-pane expiry="weekly" />,
  // @ts-expect-error no such scheme
  <card-pane scheme="sepia" />,
  // @ts-expect-error no such field
  <card-pane fields={["pin"]} />,
  // @ts-expect-error no such token
  <card-pane tokens={{ margin: 4 }} />,
  // @ts-expect-error no such event
  <card-pane onpaid={() => {}} />,
  // @ts-expect-error the detail of `ready` is a snapshot
  <card-pane onready={({ detail }: CustomEvent<number>) => detail} />,
  // @ts-expect-error a field must be named
  <card-pane-field />,
  // @ts-expect-error card data is never an option
  <card-pane number="4242424242424242" />,
];
