/**
 * When the form sends nothing for a while: until the time that a gateway set with its 429, and after refused cards in a row, so that a
 * script on the page cannot try cards through one pane as fast as it can type.
 *
 *   four refusals in a row are free; each further one makes the next attempt wait: 5 s, 10 s, 20 s, 40 s, 60 s at most
 *
 * A token forgets the refusals. Pure: times are milliseconds of any clock that does not go back.
 */
import type { TokenizeResponse } from "../tokenize/response.ts";

export interface CoolDown {
  /** No card is sent before. */
  readonly endsAt: number;
  /** Cards that the gateway refused since the last token. */
  readonly refusals: number;
}

const freeRefusals = 4;
const firstWaitSeconds = 5;
const maxWaitSeconds = 60;

/** The form may send. */
export const noCoolDown: CoolDown = { endsAt: 0, refusals: 0 };

/** The cool-down after a response of the gateway. */
export function coolDownAfter(previous: CoolDown, response: TokenizeResponse, now: number): CoolDown {
  if (response.ok) return noCoolDown;
  const { code, retryAfterSeconds } = response;
  if (retryAfterSeconds !== undefined) return { ...previous, endsAt: now + retryAfterSeconds * 1000 };
  if (code !== "card_refused") return previous;
  const refusals = previous.refusals + 1;
  const waits = refusals - freeRefusals;
  const wait = waits > 0 ? Math.min(firstWaitSeconds * 2 ** (waits - 1), maxWaitSeconds) : 0;
  return { endsAt: Math.max(previous.endsAt, now + wait * 1000), refusals };
}

/** Whole seconds until the form may send again; 0 where it may. */
export function secondsLeft({ endsAt }: CoolDown, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
