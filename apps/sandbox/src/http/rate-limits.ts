/**
 * The limits on attempts with cards, codes and logins. *Assumption*, all of it; the interface shows no limits:
 *
 *   tokenizePerAddress  tokenize requests in a minute from one network address
 *   tokenizePerPage     tokenize requests in a minute from the pages of one origin: they send no key, so an origin is a merchant
 *   wrongCvvs           declines 5082 in an hour of one card at one merchant; after that, payments and tokens are refused for it
 *   failedLogins        consecutive wrong codes of one wallet user without a wait, see wallet/throttle.ts
 *
 * All but the last are counted by this process alone, as an edge server would, in windows of the sandbox's clock. They are far
 * above the rates of tests and of people who try the sandbox out; QA lowers them with `POST /admin/limits`.
 */
import { Refusal } from "../errors.ts";

/** The limits, each at least 1. */
export interface Limits {
  readonly tokenizePerAddress: number;
  readonly tokenizePerPage: number;
  readonly wrongCvvs: number;
  readonly failedLogins: number;
}

/** The defaults. */
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

/** The maximum number of counts of each kind; the oldest are deleted first. Counting cannot stop so many addresses anyway. */
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

  /** Sets some limits, and resets every count. */
  set(limits: { readonly [Name in keyof Limits]?: number | undefined }): void {
    const given = Object.entries(limits).filter(([, value]) => value !== undefined);
    this.#limits = { ...this.#limits, ...Object.fromEntries(given) };
    this.#windows.clear();
  }

  /**
   * Counts one allowed attempt.
   *
   * @throws Refusal 429 if the limit is reached; the attempt is then not counted.
   */
  take(kind: Counted, key: string, now: Date): void {
    this.check(kind, key, now);
    this.count(kind, key, now);
  }

  /** @throws Refusal 429, with the seconds until the end of the window, if the limit is reached. */
  check(kind: Counted, key: string, now: Date): void {
    const window = this.#current(kind, key, now);
    if (!window || window.count < this.#limits[kind]) return;
    const leftMs = window.startedAt + windowMs[kind] - now.getTime();
    throw new Refusal(429, {}, Math.ceil(leftMs / 1000));
  }

  /** Counts one attempt, whatever the limit. */
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

  /** The window that contains a time: `undefined` if it has ended, or if the clock was moved back before its start. */
  #current(kind: Counted, key: string, now: Date): Window | undefined {
    const window = this.#windows.get(kind)?.get(key);
    const age = window ? now.getTime() - window.startedAt : -1;
    return age >= 0 && age < windowMs[kind] ? window : undefined;
  }
}

/** The key under which the wrong CVVs of a card are counted. */
export function cvvKey(merchantId: number, cardFingerprint: string): string {
  return `${merchantId} ${cardFingerprint}`;
}
