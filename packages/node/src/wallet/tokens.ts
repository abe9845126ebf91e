/**
 * Holds the tokens of a customer's session; the only place where they change.
 *
 *   good --soon over, or refused with 401--> refreshing --new pair--> good
 *                                                |--no answer-->      good, as long as the access token is
 *                                                |--refused-->        ended (final)
 *
 * A refresh token is good once, and one that comes twice ends its session (*assumption*). So there is one refresh at a time,
 * however many calls wait for it; and where its answer was lost it is asked for again under the same `X-Request-ID`: a
 * gateway that answers an id with the original result gives the lost pair, and any other has ended the session already.
 *
 * A new pair is used at once, for the old one is spent, and handed to `onTokens` before any call goes on with it. Where
 * that fails, calls go on all the same, and the pair is handed over again before the next one.
 */
import { Secret } from "../client/secret.ts";
import type { Settings } from "../client/settings.ts";
import { type CardpaneError, isCardpaneError, NotSentError, RejectedError } from "../errors/errors.ts";
import type { TokenPair } from "./records.ts";
import { executeAsMerchant } from "./wallet-request.ts";

/** The tokens of a session. Store them like passwords. */
export interface SessionTokens {
  /** The user's id, which a refresh must name. */
  readonly userId?: number | undefined;
  readonly accessToken: string;
  /** Good for one refresh: where several processes hold the same session, one of them must do the refreshing. */
  readonly refreshToken: string;
  /** When the access token ends, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Callbacks of a session. */
export interface TokenListener {
  /**
   * Handed every new pair, that of the login too, to keep it: a call goes on when this has resolved. Where it fails, calls
   * go on as well, and the pair is handed over again before the next one.
   */
  readonly onTokens?: ((tokens: Secret<SessionTokens>) => void | Promise<void>) | undefined;
  /**
   * Told what `onTokens` threw.
   * @default a line on console.warn that does not hold it
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** The tokens of one session. */
export interface Tokens {
  /** As they are now; `undefined` once the session has ended. */
  readonly current: Secret<SessionTokens> | undefined;
  /** A token to make a call with. @throws CardpaneError */
  access(): Promise<string>;
  /** A token to make a call with that was just refused with this one. @throws CardpaneError */
  accessAfter(refused: string): Promise<string>;
  /** The session is over. */
  end(): void;
}

/** A refresh begins a minute before the access token ends, or when a tenth of a shorter life is left. */
const slackMs = 60_000;
/** How long a refresh that got no answer is not tried again, while the access token is good. */
const pauseMs = 10_000;

/** Keeps the tokens of a session. */
export function createTokenKeeper(
  settings: Settings,
  first: SessionTokens,
  listener: TokenListener,
  isNew: boolean,
): Tokens {
  const { clock } = settings;
  const refreshing = once(renew);
  const handing = once(hand);
  let tokens: SessionTokens | undefined = first;
  let refreshAt = 0;
  let isKept = !isNew;
  let lostKey: string | undefined;
  adopt(first);

  function adopt(next: SessionTokens): void {
    const now = clock.now();
    const { userId, accessToken, refreshToken, expiresAt } = next;
    // A copy of our own: whoever was handed these must not be able to change them.
    tokens = Object.freeze({ ...(userId !== undefined && { userId }), accessToken, refreshToken, expiresAt });
    refreshAt = next.expiresAt - Math.min(slackMs, Math.max(0, next.expiresAt - now) / 10);
  }

  function good(): SessionTokens {
    if (tokens) return tokens;
    throw sessionEnded();
  }

  async function access(): Promise<string> {
    good();
    if (!isKept) await handing();
    if (clock.now() >= refreshAt) {
      await refreshing().catch((error: unknown) => {
        if (!tokens || clock.now() >= tokens.expiresAt) throw error;
      });
    }
    return good().accessToken;
  }

  async function accessAfter(refused: string): Promise<string> {
    // Another call may have refreshed while this one was under way.
    if (good().accessToken === refused) await refreshing();
    return good().accessToken;
  }

  async function renew(): Promise<void> {
    const { userId, refreshToken } = good();
    if (userId === undefined) throw userUnknown();
    const idempotencyKey = lostKey ?? settings.createIdempotencyKey();
    const execute = executeAsMerchant({ ...settings, onUnknown: "repeat-same-id" }, { type: "self" });
    let pair: TokenPair;
    try {
      pair = await execute("refreshTokens", {
        id: userId,
        input: { refreshToken },
        options: { idempotencyKey },
      });
    } catch (error) {
      refreshAt = Math.min(clock.now() + pauseMs, tokens?.expiresAt ?? 0);
      if (!isCardpaneError(error) || error.outcome === "rejected") {
        if (isCardpaneError(error) && error.code === "session_ended") end();
        throw error;
      }
      if (error.outcome === "unknown") lostKey = idempotencyKey;
      throw refreshFailed(error);
    }
    lostKey = undefined;
    if (!tokens) return; // Ended meanwhile: nobody wants the new pair.
    adopt(toTokens(pair, userId, clock.now()));
    isKept = false;
    await handing();
  }

  async function hand(): Promise<void> {
    const handed = tokens;
    if (!handed) return;
    try {
      await listener.onTokens?.(new Secret(handed));
      isKept = tokens === handed;
    } catch (error) {
      tellFailure(listener, error);
    }
  }

  function end(): void {
    tokens = undefined;
  }

  return {
    get current() {
      return tokens && new Secret(tokens);
    },
    access,
    accessAfter,
    end,
  };
}

/** What a pair of the gateway's means here and now. *Assumption*: `expiresIn` is in seconds. */
export function toTokens(pair: TokenPair, userId: number | undefined, nowMs: number): SessionTokens {
  const { accessToken, refreshToken, expiresIn } = pair;
  return {
    ...(userId !== undefined && { userId }),
    accessToken,
    refreshToken,
    expiresAt: Math.floor(nowMs + expiresIn * 1000),
  };
}

/** A function that runs once at a time: who comes while it runs waits for the same run. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

function tellFailure({ onFailure }: TokenListener, error: unknown): void {
  try {
    // What was thrown may hold the tokens, as the error of a database holds its parameters.
    if (onFailure) onFailure(error);
    else console.warn("onTokens failed: the session's new tokens are not kept yet. (cardpane)");
  } catch {
    // A listener that throws must not break the session.
  }
}

export function sessionEnded(status?: number, idempotencyKey?: string): RejectedError {
  const what = "The session has ended";
  return new RejectedError({ code: "session_ended", what, status, idempotencyKey, effect: "change" });
}

/** The call that waited for the refresh was not made, whatever became of the refresh. */
function refreshFailed({ code, networkCode, idempotencyKey }: CardpaneError): NotSentError {
  const what = `The session could not be refreshed (${code})`;
  return new NotSentError({ code: "refresh_failed", what, networkCode, idempotencyKey, effect: "change" });
}

function userUnknown(): NotSentError {
  return new NotSentError({
    code: "invalid_request",
    what: "The session cannot be refreshed without the user's id",
    errors: { userId: 'is required: pass it, or "look-up", to login()' },
  });
}
