/** What a next action takes and answers: types alone, so that the page's script can name them for nothing. */
import type { PaneErrorCode } from "@cardpane/contract/errors";
import type { LocalizedTexts } from "../lazy/page-texts.ts";
import type { CardpaneError } from "../pane/errors.ts";
import type { Scheme } from "../pane/options.ts";

/** What is needed of a payment (section 2.6): its own three fields, as the merchant's server passes them on. */
export interface NextActionPayment {
  /** `redirect`: the shopper must go to `url`. With any other there is nothing to do. @default "redirect" */
  readonly action?: string | null | undefined;
  /** Where the second step is: a challenge, a bank's page. https, or http on loopback. */
  readonly url?: string | null | undefined;
  /** Text that is to be shown as a QR code, for example of a PIX payment. */
  readonly qrCode?: string | null | undefined;
}

/** A payment, the gateway's whole answer around it, or what `nextAction()` of `@cardpane/node` makes of that. */
export type NextActionSource =
  | NextActionPayment
  | { readonly payment: NextActionPayment }
  | { readonly type: "redirect"; readonly url: string }
  | { readonly type: "none" };

/** Size of the challenge as EMV 3-D Secure numbers them: 250x400, 390x400, 500x600, 600x400 px, full screen. */
export type ChallengeWindowSize = "01" | "02" | "03" | "04" | "05";

/** What a pane knows of the shopper's language. */
export interface NextActionLanguage {
  /** BCP 47 tags, as the pane's option `locale` has them. */
  readonly tags?: string | undefined;
  /** What its frame sent; without it the texts are loaded. */
  readonly texts?: LocalizedTexts | undefined;
}

/** The dialog's texts, each in the language of the pane or else of the page. */
export interface NextActionTexts {
  /** Names the dialog and the frame in it. @default "Confirm your payment" */
  readonly title?: string;
  /** Names the button that gives up. @default "Cancel payment" */
  readonly close?: string;
  /** @default "Loading…" */
  readonly loading?: string;
  /** What to do with a QR code; its name for assistive technology, too. @default "Scan this code with your payment app" */
  readonly scan?: string;
  /** Names the text that the QR code stands for. @default "Or copy this code" */
  readonly code?: string;
  /** @default "Copy" */
  readonly copy?: string;
  /** Said when it was copied. @default "Copied" */
  readonly copied?: string;
  /** Leads to the payment's page in a new tab. @default "Open the payment page" */
  readonly open?: string;
  /** Ends the dialog of a QR code. @default "I have paid" */
  readonly done?: string;
}

/** Names of the parameters that the gateway adds to `redirectUrl`; of several the first that is there counts. */
export interface RedirectNames {
  /** @default "order_id" */
  readonly orderId?: string | readonly string[] | undefined;
  /** @default ["transaction_id", "cb_transaction_id"] */
  readonly transactionId?: string | readonly string[] | undefined;
  /** @default "is_approved" */
  readonly isApproved?: string | readonly string[] | undefined;
  /** @default ["code", "cb_code"] */
  readonly code?: string | readonly string[] | undefined;
}

/** How a next action is done. */
export interface NextActionOptions {
  /**
   * `redirect` leaves the page. `dialog` shows it above the page; the payment's `redirectUrl` must then be the return page
   * of this package, on the page's own origin. A QR code without an address is always shown in a dialog.
   *
   * @default "redirect"
   */
  readonly mode?: "redirect" | "dialog" | undefined;
  /** Of the challenge in a dialog; smaller screens get what they have. @default "03" */
  readonly windowSize?: ChallengeWindowSize | undefined;
  /** Milliseconds, 1 to 3,600,000, until the result is `timed_out`. @default 600000 */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds, 1 to 600,000, in which the frame of a dialog must have loaded, else `failed`. @default 30000 */
  readonly loadTimeoutMs?: number | undefined;
  /** Aborts: the result is `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Of the dialog; `auto` is the page's. @default "auto" */
  readonly scheme?: Scheme | undefined;
  readonly texts?: NextActionTexts | undefined;
  /** How the gateway names what the return page reads: the same as `gateway.redirect` of `@cardpane/node`. */
  readonly redirect?: RedirectNames | undefined;
}

/**
 * What the return page's address said. Anyone can write an address: it is good for a text to the shopper. Only the
 * notification, or the gateway's answer to the merchant's server, says that a payment was made.
 */
export interface NextActionHint {
  readonly verified: false;
  readonly orderId: string | null;
  readonly transactionId: string | null;
  readonly isApproved: boolean | null;
  /** A payment code (section 7). */
  readonly code: string | null;
}

/** How a next action ended; each ends exactly once. */
export type NextActionResult =
  /** The shopper came back, or there was nothing to do. `hint` is `null` where no return page spoke. */
  | { readonly status: "completed"; readonly hint: NextActionHint | null }
  /** By the shopper, by the `signal`, or with the pane. The payment is still open at the gateway. */
  | { readonly status: "cancelled" }
  | { readonly status: "timed_out" }
  | { readonly status: "failed"; readonly error: CardpaneError };

/** The same before its error is made. */
export type Outcome =
  | Exclude<NextActionResult, { readonly status: "failed" }>
  | { readonly status: "failed"; readonly code: PaneErrorCode; readonly message?: string };
