/**
 * *Assumption*: after ten declines 5082 in an hour of one card at one merchant, payments and tokens are refused for it, so that
 * nobody with its number finds the CVV by trial. Counted by this process alone, in hours of the sandbox's clock.
 */
import { Refusal } from "../errors.ts";

/** The decline of a wrong CVV. */
export const wrongCvvCode = "5082";

const maxWrongCvvs = 10;
const windowMs = 60 * 60_000;
/** The maximum number of counted cards; the oldest are deleted first. */
const maxCards = 10_000;

/** The counts of one sandbox process. */
export class WrongCvvs {
  readonly #hours = new Map<string, { readonly startedAt: number; count: number }>();

  /** @throws Refusal 429, with the seconds until the end of the hour, for a card with too many wrong CVVs. */
  check(card: string, now: Date): void {
    const hour = this.#current(card, now);
    if (!hour || hour.count < maxWrongCvvs) return;
    throw new Refusal(429, {}, Math.ceil((hour.startedAt + windowMs - now.getTime()) / 1000));
  }

  /** Counts a wrong CVV. */
  count(card: string, now: Date): void {
    const hour = this.#current(card, now);
    if (hour) {
      hour.count += 1;
      return;
    }
    this.#hours.delete(card);
    this.#hours.set(card, { startedAt: now.getTime(), count: 1 });
    const [oldest] = this.#hours.keys();
    if (this.#hours.size > maxCards && oldest !== undefined) this.#hours.delete(oldest);
  }

  /** The hour that contains a time: `undefined` if it has ended, or if the clock was moved back before its start. */
  #current(card: string, now: Date) {
    const hour = this.#hours.get(card);
    const age = hour ? now.getTime() - hour.startedAt : -1;
    return age >= 0 && age < windowMs ? hour : undefined;
  }
}

/** The name under which the wrong CVVs of a card are counted. */
export function countedCard(merchantId: number, cardFingerprint: string): string {
  return `${merchantId} ${cardFingerprint}`;
}
