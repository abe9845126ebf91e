/**
 * Holds the tokens of a customer's session. They change only here.
 *
 *   valid --about to expire, or refused with 401--> refreshing --new pair--> valid
 *                                                       |--no response-->    valid until the access token expires
 *                                                       |--refused-->        ended (final)
 *
 * A refresh token is valid once; using it twice ends the session (*assumption*). So one refresh runs at a time, and all calls
 * wait for it. If its response is lost, it is repeated under the same `X-Request-ID`: a gateway that deduplicates returns the
 * lost pair; any other gateway has already ended the session.
 *
 * A new pair replaces the old one immediately, because the old refresh token is used up. The new pair is passed to `onTokens`
 * before any call uses it.
 */

import { defined } from "../call/read-values.ts";
import {
  type CardpaneError,
  invalidRequest,
  isCardpaneError,
  NotSentError,
  RejectedError,
} from "../errors/errors.ts";
import { notify } from "../settings/observer.ts";
import { Secret } from "../settings/secret.ts";
import type { Settings } from "../settings/settings.ts";
import type { TokenPair } from "./records.ts";
import { executeAsMerchant } from "./wallet-request.ts";

/** The tokens of a session. Store them like passwords. */
export interface SessionTokens {
  /** The user's id, which a refresh needs. */
  readonly userId?: number | undefined;
  readonly accessToken: string;
  /** Valid for one refresh: if several processes share a session, only one of them may refresh it. */
  readonly refreshToken: string;
  /** Expiry of the access token, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Callbacks of a session. */
export interface TokenListener {
  /**
   * Called with every new pair, including the first one after the login: store it. Calls wait until it resolves. If it throws,
   * calls proceed, and it is called again with the same pair before the next call.
   */
  readonly onTokens?: ((tokens: Secret<SessionTokens>) => void | Promise<void>) | undefined;
  /**
   * Called with the error that `onTokens` threw.
   * @default logs a line without the error to console.warn
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** A refresh starts a minute before the access token expires, or when a tenth of its lifetime is left, if that is less. */
const slackMs = 60_000;
/** Pause after a refresh without a response, while the access token is still valid. */
const pauseMs = 10_000;

/** Holds and refreshes the tokens of one session. */
export class TokenKeeper {
  readonly #settings: Settings;
  readonly #listener: TokenListener;
  readonly #refreshOnce = oneAtATime(() => this.#refresh());
  readonly #handOverOnce = oneAtATime(() => this.#handOver());
  /** `undefined` after the session has ended. */
  #tokens: SessionTokens | undefined;
  #refreshAt = 0;
  /** Whether `onTokens` has received the current pair. */
  #isHandedOver: boolean;
  /** The idempotency key of a refresh whose response was lost. */
  #lostKey: string | undefined;

  constructor(settings: Settings, first: SessionTokens, listener: TokenListener, isNew: boolean) {
    this.#settings = settings;
    this.#listener = listener;
    this.#isHandedOver = !isNew;
    this.#setTokens(first);
  }

  /** The current tokens; `undefined` after the session has ended. */
  get current(): Secret<SessionTokens> | undefined {
    return this.#tokens && new Secret(this.#tokens);
  }

  /** Returns an access token for a call. Refreshes it first if it is about to expire. @throws CardpaneError */
  async access(): Promise<string> {
    this.#requireTokens();
    if (!this.#isHandedOver) await this.#handOverOnce();
    const { clock } = this.#settings;
    if (clock.now() >= this.#refreshAt) {
      await this.#refreshOnce().catch((error: unknown) => {
        if (!this.#tokens || clock.now() >= this.#tokens.expiresAt) throw error;
      });
    }
    return this.#requireTokens().accessToken;
  }

  /** Returns a new access token for a call whose token the gateway refused. @throws CardpaneError */
  async accessAfter(refused: string): Promise<string> {
    // Another call may have refreshed the tokens while this call was pending.
    if (this.#requireTokens().accessToken === refused) await this.#refreshOnce();
    return this.#requireTokens().accessToken;
  }

  /** Ends the session: every later call is refused. */
  end(): void {
    this.#tokens = undefined;
  }

  #setTokens({ userId, accessToken, refreshToken, expiresAt }: SessionTokens): void {
    const now = this.#settings.clock.now();
    // A copy: the caller keeps a reference to its object and must not be able to change the session with it.
    this.#tokens = Object.freeze(defined({ userId, accessToken, refreshToken, expiresAt }));
    this.#refreshAt = expiresAt - Math.min(slackMs, Math.max(0, expiresAt - now) / 10);
  }

  #requireTokens(): SessionTokens {
    if (this.#tokens) return this.#tokens;
    throw sessionEnded();
  }

  async #refresh(): Promise<void> {
    const { userId, refreshToken } = this.#requireTokens();
    if (userId === undefined) throw userUnknown();
    const idempotencyKey = this.#lostKey ?? globalThis.crypto.randomUUID();
    const execute = executeAsMerchant({ ...this.#settings, onUnknown: "repeat-same-id" });
    let pair: TokenPair;
    try {
      pair = await execute("refreshTokens", {
        id: userId,
        input: { refreshToken },
        options: { idempotencyKey },
      });
    } catch (error) {
      this.#refreshAt = Math.min(this.#settings.clock.now() + pauseMs, this.#tokens?.expiresAt ?? 0);
      if (!isCardpaneError(error) || error.outcome === "rejected") {
        if (isCardpaneError(error) && error.code === "session_ended") this.end();
        throw error;
      }
      if (error.outcome === "unknown") this.#lostKey = idempotencyKey;
      throw refreshFailed(error);
    }
    this.#lostKey = undefined;
    if (!this.#tokens) return; // The session ended while the refresh was pending.
    this.#setTokens(toTokens(pair, userId, this.#settings.clock.now()));
    this.#isHandedOver = false;
    await this.#handOverOnce();
  }

  async #handOver(): Promise<void> {
    const tokens = this.#tokens;
    if (!tokens) return;
    try {
      await this.#listener.onTokens?.(new Secret(tokens));
      this.#isHandedOver = tokens === this.#tokens;
    } catch (error) {
      notify(this.#listener.onFailure ?? warnOfTokens, error);
    }
  }
}

/** Converts the gateway's token pair; `expiresIn` counts from now. *Assumption*: it is in seconds. */
export function toTokens(pair: TokenPair, userId: number | undefined, nowMs: number): SessionTokens {
  const { expiresIn, ...tokens } = pair;
  return { userId, ...tokens, expiresAt: Math.floor(nowMs + expiresIn * 1000) };
}

/** Wraps a function so that it runs once at a time: a call during a run waits for that run. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** The error is not logged: it may contain the tokens, as a database error contains its parameters. */
function warnOfTokens(): void {
  console.warn("onTokens failed: the session's new tokens are not kept yet. (cardpane)");
}

/** Creates the error of every call of an ended session. */
export function sessionEnded(gatewayStatus?: number, idempotencyKey?: string): RejectedError {
  const what = "The session has ended";
  return new RejectedError({ code: "session_ended", what, gatewayStatus, idempotencyKey, effect: "change" });
}

/** Creates the error of a call that waited for a failed refresh. The call was not sent, whatever the refresh's outcome. */
function refreshFailed({ code, networkCode, idempotencyKey }: CardpaneError): NotSentError {
  const what = `The session could not be refreshed (${code})`;
  return new NotSentError({ code: "refresh_failed", what, networkCode, idempotencyKey, effect: "change" });
}

/** Creates the error of a call that needs the id of a user whom the session does not know. */
export function userUnknown(): NotSentError {
  return invalidRequest({ userId: "is required: pass it to login()" });
}
