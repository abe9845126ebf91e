/** The responses of the shop's server to the checkout's script. The server sets all texts, in the shopper's language. */
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
  /** There is an outcome: the page at `location` shows it. */
  | { readonly status: "go"; readonly location: string }
  /** The shopper has to confirm at `url`, in a dialog if `dialogSize` is set; the page at `order` shows the outcome. */
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
      /** The code and the interface's description of it; `null` if the gateway sent none. */
      readonly code: CodeInfo | null;
    }
  /** No payment was made. If `tokenIsGood`, the same token may be sent again. */
  | {
      readonly status: "failed";
      readonly title: string;
      readonly text: string;
      readonly tokenIsGood: boolean;
    }
  | { readonly status: "invalid"; readonly errors: Readonly<Partial<Record<ContactField, string>>> };

/** Answer of `POST /orders/:id/leave` to a JSON request. */
export type LeaveAnswer =
  /** The order can be paid in another way. */
  | { readonly status: "left" }
  /** The order cannot be paid on this page. */
  | { readonly status: "go"; readonly location: string };

/** The texts with which a form's script shows field errors. */
export interface ContactTexts extends Pick<Texts, "contactMissing"> {
  readonly notAnEmail: string;
}

/** The texts that the checkout's script needs before any response. */
export type PageTexts = ContactTexts &
  Pick<
    Texts,
    | "paying"
    | "paneFailed"
    | "paneLoading"
    | "reload"
    | "wayMore"
    | "shopUnreachable"
    | "checkOrder"
    | "unconfirmed"
    | "challenge"
  >;
