/** What is to be tokenized: a typed card, or the CVV of a card that the gateway keeps (section 2.1). */
import type { Secret } from "../card/secret.ts";

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
