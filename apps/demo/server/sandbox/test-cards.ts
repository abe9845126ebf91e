/**
 * The sandbox's test cards that QA needs most, one for each kind of outcome. Copied on purpose: the shop plays a merchant, who
 * knows only the sandbox's documentation. The whole list is in the sandbox's reference.
 */
export const testCards = [
  { number: "4242424242424242", outcome: "Visa: paid" },
  { number: "5555555555554444", outcome: "Mastercard: paid" },
  { number: "4000002500001001", outcome: "Visa or Cartes Bancaires: paid" },
  { number: "378282246310005", outcome: "Amex, 4-digit code: paid" },
  { number: "4000000000000002", outcome: "Declined (5000)" },
  { number: "4000000000009995", outcome: "Insufficient funds (5051)" },
  { number: "4000000000000069", outcome: "Expired card (5054)" },
  { number: "4000000000000127", outcome: "Wrong security code (5082)" },
  { number: "4000000000002503", outcome: "3DS challenge, then paid" },
  { number: "4000000000002370", outcome: "3DS challenge always fails (5220)" },
  { number: "4000000000003220", outcome: "3DS required: declined without it (5227)" },
  { number: "4000000000002701", outcome: "3DS without a challenge: paid" },
  { number: "4242424242424241", outcome: "Invalid number (Luhn check)" },
] as const;

/** A CVV for cards whose CVV has three digits. */
export const testCvv = "123";

/** An expiry four years ahead, as a shopper types it. */
export function testExpiry(now: number): string {
  return `12/${String((new Date(now).getUTCFullYear() + 4) % 100).padStart(2, "0")}`;
}

/** Digits in groups, as printed on a card. */
export function grouped(number: string): string {
  const groups = number.length === 15 ? /^(\d{4})(\d{6})(\d{5})$/ : /(\d{4})(?=\d)/g;
  return number.length === 15 ? number.replace(groups, "$1 $2 $3") : number.replaceAll(groups, "$1 ");
}
