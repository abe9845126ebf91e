/** Masks a card number: first six, asterisks, last four (*assumption*: the interface says "masked"). */
export function maskNumber(number: string): string {
  return number.slice(0, 6) + "*".repeat(number.length - 10) + number.slice(-4);
}
