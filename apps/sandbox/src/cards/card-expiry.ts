/**
 * Whether a card's expiry has passed: a card is valid until the last moment of its month, in UTC. A year of two digits is in
 * this century (*assumption*).
 */
export function isExpired(card: { expirationMonth: string; expirationYear: string }, now: Date): boolean {
  const firstMomentAfter = Date.UTC(2000 + Number(card.expirationYear), Number(card.expirationMonth));
  return now.getTime() >= firstMomentAfter;
}
