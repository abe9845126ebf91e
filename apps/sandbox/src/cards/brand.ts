/**
 * Brands by the first digits of a number, only as precise as the test cards need. Their names are an *assumption*: the
 * interface shows no value of `brand`. These are the names that the pane uses, so that a saved card looks the same.
 */
const brands: readonly (readonly [brand: string, pattern: RegExp])[] = [
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["american-express", /^3[47]/],
  ["diners-club", /^3(0[0-5]|[689])/],
  ["jcb", /^35(2[89]|[3-8])/],
  ["discover", /^6(011|4[4-9]|5)/],
  ["unionpay", /^62/],
  ["maestro", /^(5[0678]|6)/],
];

/** The brand of a card number; `undefined` for an unknown brand. */
export function detectBrand(number: string): string | undefined {
  return brands.find(([, pattern]) => pattern.test(number))?.[0];
}
