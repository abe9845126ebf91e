/** The fields that a form may have. A form has either `expiry`, or `expiryMonth` and `expiryYear`, never both. */
export const fieldNames = [
  "number",
  "expiry",
  "expiryMonth",
  "expiryYear",
  "cvv",
  "cardholder",
  "postalCode",
] as const;
export type FieldName = (typeof fieldNames)[number];
