/** Section 2.1: exchanges card data, or a stored payment account and its CVV, for a one-time token. */
import * as z from "zod/mini";
import { digits, gatewayId, text, uuid } from "./text.ts";

/** A full card number (PAN), 12 to 19 digits. The Luhn check is not applied: the interface requires only a length. */
export const cardNumber = digits(12, 19);
/** A card verification value, 3 or 4 digits. */
export const cvv = digits(3, 4);
/** The last two digits of the year. */
export const expirationYear = digits(2, 2);
/** The month in two digits, `01` to `12`. */
export const expirationMonth = digits(2, 2).check(z.regex(/^(0[1-9]|1[0-2])$/, "must be a month, 01 to 12"));

/** Body of `POST /tokenize`. */
export const tokenizeRequest = z.strictObject({
  number: cardNumber,
  expirationYear,
  expirationMonth,
  cvv: z.optional(cvv),
  cardHolder: z.optional(text(1, 64)),
  zip: z.optional(text(1, 16)),
});
export type TokenizeRequest = z.infer<typeof tokenizeRequest>;

/** Body of `POST /tokenizeWithPaymentAccountId`. */
export const tokenizeAccountRequest = z.strictObject({
  paymentAccountId: uuid,
  consumerId: gatewayId,
  cvv,
});
export type TokenizeAccountRequest = z.infer<typeof tokenizeAccountRequest>;

/** Result of both tokenize operations, status 201. `expireAt` is a Unix timestamp in seconds. */
export const tokenizeResult = z.looseObject({
  token: uuid,
  expireAt: z.int(),
});
export type TokenizeResult = z.infer<typeof tokenizeResult>;
