/**
 * The time in which the form sends no card: after a 429, until the time that the gateway sets, and after several refused cards in
 * a row, so that a script on the page cannot test stolen cards through one pane as fast as it can type.
 *
 * Four refusals in a row cause no delay. Each further refusal delays the next attempt: by 5 s, 10 s, 20 s, 40 s, then 60 s.
 *
 * A token resets the count. The functions are pure; times are milliseconds of any clock that does not go back.
 */
import type { TokenizeResponse } from "../tokenize/response.ts";

/** The delay before the next card. */
export interface CoolDown {
  /** No card is sent before this time. */
  readonly endsAt: number;
  /** Cards that the gateway refused since the last token. */
  readonly refusals: number;
}

const freeRefusals = 4;
const firstWaitSeconds = 5;
const maxWaitSeconds = 60;

/** No delay: the form may send at once. */
export const noCoolDown: CoolDown = { endsAt: 0, refusals: 0 };

/** The cool-down after a response of the gateway. */
export function coolDownAfter(previous: CoolDown, response: TokenizeResponse, now: number): CoolDown {
  if (response.ok) return noCoolDown;
  const { code, retryAfterSeconds } = response;
  if (retryAfterSeconds !== undefined) return { ...previous, endsAt: now + retryAfterSeconds * 1000 };
  if (code !== "card_refused") return previous;
  const refusals = previous.refusals + 1;
  const delayedRefusals = refusals - freeRefusals;
  const waitSeconds =
    delayedRefusals > 0 ? Math.min(firstWaitSeconds * 2 ** (delayedRefusals - 1), maxWaitSeconds) : 0;
  return { endsAt: Math.max(previous.endsAt, now + waitSeconds * 1000), refusals };
}

/** Whole seconds until the form may send again; 0 when it may send at once. */
export function secondsLeft({ endsAt }: CoolDown, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
