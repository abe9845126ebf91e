/** The parameters and results of a next action. Types only, so that the page's script can import them at no cost. */
import type { PaneErrorCode } from "@cardpane/contract/errors";
import type { LocalizedTexts } from "../ui/page-texts.ts";
import type { CardpaneError } from "./errors.ts";
import type { Scheme } from "./options.ts";

/** The fields of a payment that are needed (section 2.6), as the merchant's server passes them on. */
export interface NextActionPayment {
  /** `redirect`: the shopper must go to `url`. With any other there is nothing to do. @default "redirect" */
  readonly action?: string | null | undefined;
  /** The address of the second step, such as a challenge or a bank's page: https, or http on loopback. */
  readonly url?: string | null | undefined;
  /** The text to show as a QR code, for example of a PIX payment. */
  readonly qrCode?: string | null | undefined;
}

/** A payment, the gateway's whole response with it, or the result of `nextAction()` of `@cardpane/node`. */
export type NextActionSource =
  | NextActionPayment
  | { readonly payment: NextActionPayment }
  | { readonly type: "redirect"; readonly url: string }
  | { readonly type: "none" };

/** The size of the challenge, by the numbers of EMV 3-D Secure: 250x400, 390x400, 500x600, 600x400 px, full screen. */
export type ChallengeWindowSize = "01" | "02" | "03" | "04" | "05";

/** The part of a pane that a next action uses: the shopper's language, and the cover of the fields. */
export interface NextActionPane {
  /** BCP 47 tags, as in the pane's option `locale`. */
  readonly tags?: string | undefined;
  /** The texts that the pane's frame has sent; without them the texts are loaded. */
  readonly texts?: LocalizedTexts | undefined;
  /**
   * Covers the fields until the returned function is called. They are empty after the token, and behind the dialog they would look
   * like lost input.
   */
  readonly cover?: () => (() => void) | undefined;
}

/** Renders a text as a QR code into an element; see `renderQr()` of the package. */
export type RenderQr = (text: string, element: Element, label?: string) => Promise<boolean>;

/** Texts of the dialog. Each default is in the language of the pane, or of the page if there is no pane. */
export interface NextActionTexts {
  /** The name of the dialog and of the frame in it. @default "Confirm your payment" */
  readonly title?: string;
  /** The name of the button that cancels. @default "Cancel payment" */
  readonly close?: string;
  /** @default "Loading…" */
  readonly loading?: string;
  /** The instruction for a QR code, and its name for assistive technology. @default "Scan this code with your payment app" */
  readonly scan?: string;
  /** The label of the text of the QR code. @default "Or copy this code" */
  readonly code?: string;
  /** @default "Copy" */
  readonly copy?: string;
  /** Shown and announced when the text was copied. @default "Copied" */
  readonly copied?: string;
  /** The link to the payment's page, in a new tab. @default "Open the payment page" */
  readonly open?: string;
  /** The button that closes the dialog of a QR code. @default "I have paid" */
  readonly done?: string;
}

/** The names of the parameters that the gateway adds to `redirectUrl`; of several names, the first one that is present is used. */
export interface RedirectNames {
  /** @default "order_id" */
  readonly orderId?: string | readonly string[] | undefined;
  /** @default ["cb_transaction_id", "transaction_id"] */
  readonly transactionId?: string | readonly string[] | undefined;
  /** @default "is_approved" */
  readonly isApproved?: string | readonly string[] | undefined;
  /** @default ["cb_code", "code"] */
  readonly code?: string | readonly string[] | undefined;
}

/** Options of a next action. */
export interface NextActionOptions {
  /**
   * `redirect` leaves the page. `dialog` shows it above the page; the payment's `redirectUrl` must then be the return page
   * of this package, on the page's own origin. A QR code without an address is always shown in a dialog.
   *
   * @default "redirect"
   */
  readonly mode?: "redirect" | "dialog" | undefined;
  /** The size of the challenge in a dialog, limited to the size of the screen. @default "03" */
  readonly windowSize?: ChallengeWindowSize | undefined;
  /**
   * Milliseconds, 1 to 3,600,000, until the result is `timed_out`. A redirect that has not left the page is `timed_out` after
   * 30 seconds at the latest. @default 600000
   */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds, 1 to 600,000, after which a dialog whose frame has not loaded is `failed`. @default 30000 */
  readonly loadTimeoutMs?: number | undefined;
  /** Aborts the next action; the result is `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** The colour scheme of the dialog; `auto` uses the page's. @default "auto" */
  readonly scheme?: Scheme | undefined;
  readonly texts?: NextActionTexts | undefined;
  /** The gateway's names of the redirect parameters: the same as `gateway.redirect` of `@cardpane/node`. */
  readonly redirect?: RedirectNames | undefined;
}

/**
 * The parameters in the address of the return page. Anyone can write an address, so use them only for a text to the shopper. Only
 * the notification, or the gateway's response to the merchant's server, proves a payment.
 */
export interface NextActionHint {
  readonly verified: false;
  readonly orderId: string | null;
  readonly transactionId: string | null;
  readonly isApproved: boolean | null;
  /** A payment code (section 7). */
  readonly code: string | null;
}

/** The result of a next action. */
export type NextActionResult =
  /** The shopper returned, or there was nothing to do. `hint` is `null` without a message of a return page. */
  | { readonly status: "completed"; readonly hint: NextActionHint | null }
  /** Cancelled by the shopper, by the `signal`, or by destroying the pane. The payment is still open at the gateway. */
  | { readonly status: "cancelled" }
  | { readonly status: "timed_out" }
  | { readonly status: "failed"; readonly error: CardpaneError };

/** The result before its error object is created. */
export type Outcome =
  | Exclude<NextActionResult, { readonly status: "failed" }>
  | { readonly status: "failed"; readonly code: PaneErrorCode; readonly message?: string };
