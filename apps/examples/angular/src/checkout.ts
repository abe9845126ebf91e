import { Component, computed, signal } from "@angular/core";
import { CardPane } from "@cardpane/angular";

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

/** Variables from the environment of `npm run build`. */
declare const PANE_HOST: string;
declare const PANE_ENVIRONMENT: string;

@Component({
  selector: "app-checkout",
  imports: [CardPane],
  template: `
    @if (isOpen()) {
      <card-pane
        #pane
        [src]="host"
        [environment]="environment"
        [tokens]="{ radius: 6 }"
        (paneReady)="isReady.set(true)"
      />
      <button type="button" [disabled]="!isReady() || isPaying()" (click)="pay(pane)">Pay 12.50 EUR</button>
    }
    @if (result(); as result) {
      <p [attr.role]="isOpen() ? 'alert' : 'status'">{{ result.text }}</p>
    }
  `,
})
export class Checkout {
  readonly host = PANE_HOST;
  readonly environment = PANE_ENVIRONMENT;
  readonly isReady = signal(false);
  readonly isPaying = signal(false);
  readonly result = signal<{ readonly status: string; readonly text: string } | undefined>(undefined);
  readonly isOpen = computed(() => {
    const result = this.result();
    return !result || result.status === "not_made";
  });

  async pay({ element }: CardPane) {
    this.isPaying.set(true);
    this.result.set(undefined);
    try {
      order ??= await makeOrder();
      if (!order)
        return this.result.set({
          status: "not_made",
          text: "Nothing was charged: the shop did not answer. Try again.",
        });
      const { error, ...card } = await element.tokenize();
      if (error) {
        // The pane shows the errors of its fields.
        if (error.fields.length === 0) this.result.set({ status: "not_made", text: error.text });
        return;
      }
      const body = JSON.stringify({ ...card, order });
      const response = await fetch("/api/pay", { method: "POST", body });
      const payment = (await response.json()) as Payment;
      if (payment.status === "open") await element.handleNextAction(payment.action);
      else if (payment.status === "declined") element.showDecline(payment.code);
      else this.result.set(payment);
    } catch {
      // The payment may have been made: the shopper must not pay again.
      this.result.set({
        status: "waiting",
        text: "The shop did not answer. Look into your mail before you pay again.",
      });
    } finally {
      this.isPaying.set(false);
    }
  }
}
