/** The responses of the shop's server to the checkout's script. All texts are the server's, in the shopper's language. */
import type { ChallengeWindowSize } from "@cardpane/browser";
import type { ContactField } from "../server/shop/contact.ts";
import type { Texts } from "../server/texts/index.ts";

/** A payment code for support: `label code: meaning`, under `summary`; open for QA. */
export interface CodeInfo {
  readonly summary: string;
  readonly label: string;
  readonly code: string;
  readonly meaning: string;
  readonly isOpen: boolean;
}

/** Answer of `POST /orders/:id/pay` to a JSON request. */
export type PayAnswer =
  /** There is an outcome: it is on the order's page. */
  | { readonly status: "go"; readonly location: string }
  /** The shopper has to confirm at `url`, in a dialog where there is a size for one; the page at `order` shows the outcome. */
  | {
      readonly status: "second_step";
      readonly url: string;
      readonly order: string;
      readonly dialogSize: ChallengeWindowSize | null;
    }
  | {
      readonly status: "declined";
      readonly title: string;
      readonly text: string;
      /** The code and the interface's description of it; `null` where the gateway sent none. */
      readonly code: CodeInfo | null;
    }
  /** No payment was made. With `tokenIsGood` the same token may be sent again. */
  | {
      readonly status: "failed";
      readonly title: string;
      readonly text: string;
      readonly tokenIsGood: boolean;
    }
  | { readonly status: "invalid"; readonly errors: Readonly<Partial<Record<ContactField, string>>> };

/** Answer of `POST /orders/:id/leave` to a JSON request. */
export type LeaveAnswer =
  /** Pay this order instead, for the same things. */
  | { readonly status: "left"; readonly order: string; readonly ticket: string }
  /** It cannot be paid from here. */
  | { readonly status: "go"; readonly location: string };

/** Texts that a form's script needs to name its wrong fields. */
export interface ContactTexts extends Pick<Texts, "contactMissing"> {
  readonly notAnEmail: string;
}

/** Texts that the checkout's script needs before any answer. */
export type PageTexts = ContactTexts &
  Pick<
    Texts,
    | "paying"
    | "paneFailed"
    | "paneLoading"
    | "reload"
    | "otherWay"
    | "shopUnreachable"
    | "checkOrder"
    | "unconfirmed"
    | "challenge"
  >;
