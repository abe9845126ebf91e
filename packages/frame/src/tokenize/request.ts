import type { Secret } from "../card/secret.ts";

/** The card to tokenize: a typed card, or a saved card with its typed CVV (section 2.1). */
export type TokenizeRequest =
  | {
      readonly kind: "card";
      readonly number: Secret;
      readonly expiry: Secret;
      readonly cvv: Secret;
      readonly cardholder: Secret;
      readonly postalCode: Secret;
    }
  | {
      readonly kind: "saved-card";
      readonly paymentAccountId: string;
      readonly consumerId: string;
      readonly cvv: Secret;
    };
