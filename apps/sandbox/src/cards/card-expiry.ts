/**
 * Whether a card's expiry has passed: a card is good until the last moment of its month, in UTC. Two digits of the
 * year mean this century (*assumption*).
 */
export function isExpired(card: { expirationMonth: string; expirationYear: string }, now: Date): boolean {
  const firstMomentAfter = Date.UTC(2000 + Number(card.expirationYear), Number(card.expirationMonth));
  return now.getTime() >= firstMomentAfter;
}
