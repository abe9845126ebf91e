/** Masks a card number or an IBAN: first six, asterisks, last four (*assumption*: the interface has only "masked"). */
export function maskNumber(number: string): string {
  return number.slice(0, 6) + "*".repeat(Math.max(0, number.length - 10)) + number.slice(-4);
}

/** Masks a bank's own account number, which may be short: asterisks, and the last four if more than four are hidden. */
export function maskAccountNumber(number: string): string {
  const shown = number.length > 8 ? 4 : 0;
  return "*".repeat(number.length - shown) + number.slice(number.length - shown);
}
