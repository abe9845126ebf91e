/**
 * How often the sandbox lets cards, codes and logins be tried. *Assumption*, all of it; the interface shows no limits:
 *
 *   tokenizePerAddress  tokenize requests in a minute from one network address
 *   tokenizePerPage     tokenize requests in a minute from the pages of one origin: they send no key, so an origin is a merchant
 *   wrongCvvs           declines 5082 in an hour of one card at one merchant; then neither a payment nor a token with it
 *   failedLogins        wrong codes in a row of one wallet user that cost no wait, see wallet/throttle.ts
 *
 * All but the last are counted by this process alone, as an edge server would, in windows of the sandbox's clock. They are far above
 * what tests and people who try things out reach; QA lowers them by `POST /admin/limits`.
 */
import { Refusal } from "../errors.ts";

/** The limits, each at least 1. */
export interface Limits {
  readonly tokenizePerAddress: number;
  readonly tokenizePerPage: number;
  readonly wrongCvvs: number;
  readonly failedLogins: number;
}

/** What a sandbox starts with. */
export const defaultLimits: Limits = {
  tokenizePerAddress: 1_000,
  tokenizePerPage: 10_000,
  wrongCvvs: 10,
  failedLogins: 5,
};

type Counted = Exclude<keyof Limits, "failedLogins">;

const minuteMs = 60_000;
const windowMs: Readonly<Record<Counted, number>> = {
  tokenizePerAddress: minuteMs,
  tokenizePerPage: minuteMs,
  wrongCvvs: 60 * minuteMs,
};

/** Counts of each kind that are kept; the oldest go first. An attacker with so many addresses is no matter of counting. */
const maxKeys = 10_000;

interface Window {
  readonly startedAt: number;
  count: number;
}

/** The counts of one sandbox process. */
export class RateLimits {
  #limits: Limits;
  readonly #windows = new Map<Counted, Map<string, Window>>();

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  get current(): Limits {
    return this.#limits;
  }

  /** Sets some limits, and forgets every count. */
  set(limits: { readonly [Name in keyof Limits]?: number | undefined }): void {
    const given = Object.entries(limits).filter(([, value]) => value !== undefined);
    this.#limits = { ...this.#limits, ...Object.fromEntries(given) };
    this.#windows.clear();
  }

  /**
   * Counts one attempt that is allowed.
   *
   * @throws Refusal 429 where the limit is reached; the attempt then counts for nothing.
   */
  take(kind: Counted, key: string, now: Date): void {
    this.check(kind, key, now);
    this.count(kind, key, now);
  }

  /** @throws Refusal 429, with the seconds to the end of the window, where the limit is reached. */
  check(kind: Counted, key: string, now: Date): void {
    const window = this.#current(kind, key, now);
    if (!window || window.count < this.#limits[kind]) return;
    const leftMs = window.startedAt + windowMs[kind] - now.getTime();
    throw new Refusal(429, {}, Math.ceil(leftMs / 1000));
  }

  /** Counts one, whatever the limit. */
  count(kind: Counted, key: string, now: Date): void {
    const window = this.#current(kind, key, now);
    if (window) {
      window.count += 1;
      return;
    }
    const windows = this.#windows.get(kind) ?? new Map<string, Window>();
    this.#windows.set(kind, windows);
    windows.delete(key);
    windows.set(key, { startedAt: now.getTime(), count: 1 });
    const [oldest] = windows.keys();
    if (windows.size > maxKeys && oldest !== undefined) windows.delete(oldest);
  }

  /** The window that a time is in: none where it is over, and none where the clock was moved to before it. */
  #current(kind: Counted, key: string, now: Date): Window | undefined {
    const window = this.#windows.get(kind)?.get(key);
    const age = window ? now.getTime() - window.startedAt : -1;
    return age >= 0 && age < windowMs[kind] ? window : undefined;
  }
}

/** Under which the wrong CVVs of a card are counted. */
export function cvvKey(merchantId: number, cardFingerprint: string): string {
  return `${merchantId} ${cardFingerprint}`;
}
