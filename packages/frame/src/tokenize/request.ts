import type { Secret } from "../card/secret.ts";
import type { Entries } from "../fields/validate-field.ts";

/** The card to tokenize: a typed card, or a saved card with its typed CVV (section 2.1). */
export type TokenizeRequest =
  | {
      readonly kind: "card";
      readonly entries: Entries;
    }
  | {
      readonly kind: "saved-card";
      readonly paymentAccountId: string;
      readonly consumerId: string;
      readonly cvv: Secret;
    };
