/**
 * The limits on attempts with cards and logins. *Assumption*, all of it; the interface shows no limits:
 *
 *   wrongCvvs     declines 5082 in an hour of one card at one merchant; after that, payments and tokens are refused for it
 *   failedLogins  consecutive wrong codes of one wallet user without a wait, see wallet/throttle.ts
 *
 * Wrong CVVs are counted by this process alone, in windows of the sandbox's clock. QA lowers the limits with `POST /admin/limits`.
 */
import { Refusal } from "../errors.ts";

/** The limits, each at least 1. */
export interface Limits {
  readonly wrongCvvs: number;
  readonly failedLogins: number;
}

/** The defaults. */
export const defaultLimits: Limits = { wrongCvvs: 10, failedLogins: 5 };

const windowMs = 60 * 60_000;
/** The maximum number of counted cards; the oldest are deleted first. */
const maxKeys = 10_000;

interface Window {
  readonly startedAt: number;
  count: number;
}

/** The limits of one sandbox process, and its counts of wrong CVVs. */
export class RateLimits {
  #limits: Limits;
  readonly #windows = new Map<string, Window>();

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  get current(): Limits {
    return this.#limits;
  }

  /** Sets some limits, and resets every count. */
  set(limits: { readonly [Name in keyof Limits]?: number | undefined }): void {
    const given = Object.entries(limits).filter(([, value]) => value !== undefined);
    this.#limits = { ...this.#limits, ...Object.fromEntries(given) };
    this.#windows.clear();
  }

  /** @throws Refusal 429, with the seconds until the end of the hour, for a card with too many wrong CVVs. */
  check(key: string, now: Date): void {
    const window = this.#current(key, now);
    if (!window || window.count < this.#limits.wrongCvvs) return;
    throw new Refusal(429, {}, Math.ceil((window.startedAt + windowMs - now.getTime()) / 1000));
  }

  /** Counts a wrong CVV. */
  count(key: string, now: Date): void {
    const window = this.#current(key, now);
    if (window) {
      window.count += 1;
      return;
    }
    this.#windows.delete(key);
    this.#windows.set(key, { startedAt: now.getTime(), count: 1 });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > maxKeys && oldest !== undefined) this.#windows.delete(oldest);
  }

  /** The window that contains a time: `undefined` if it has ended, or if the clock was moved back before its start. */
  #current(key: string, now: Date): Window | undefined {
    const window = this.#windows.get(key);
    const age = window ? now.getTime() - window.startedAt : -1;
    return age >= 0 && age < windowMs ? window : undefined;
  }
}

/** The key under which the wrong CVVs of a card are counted. */
export function cvvKey(merchantId: number, cardFingerprint: string): string {
  return `${merchantId} ${cardFingerprint}`;
}
