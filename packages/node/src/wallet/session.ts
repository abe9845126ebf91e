/**
 * A customer who logged in (section 5.6): the operations of the wallet with the customer's own tokens, which reach the
 * customer's own things only.
 *
 * *Assumption*: the tokens go as `Authorization: Bearer`; to log in and to refresh, the merchant's API key is needed, as for
 * every operation but the tokenize ones. A refresh names the user by id, which neither the login nor its answer holds: it is
 * looked up by e-mail address before the login, unless the merchant gives it.
 */
import type { LoginRequest } from "@cardpane/contract/gateway";
import { redactor } from "../call/redact.ts";
import { send } from "../call/send.ts";
import { ConfigurationError, type Effect, isCardpaneError, NotSentError } from "../errors.ts";
import { Secret } from "../secret-value.ts";
import { checkId, type RequestOptions, type Settings } from "../settings.ts";
import { asMerchant, type Perform, type Prepared, prepare } from "./perform.ts";
import {
  keepTokens,
  type SessionTokens,
  sessionEnded,
  type TokenListener,
  type Tokens,
  toTokens,
} from "./tokens.ts";
import { createUserWallet, type UserWallet } from "./user-wallet.ts";
import { createUsers } from "./users.ts";
import type { OneUser } from "./whose.ts";

/** Options of a login, those of the call itself among them. */
export interface LoginOptions extends RequestOptions, TokenListener {
  /**
   * The user's id, where you know it: saves a look-up.
   * @default looked up by the e-mail address
   */
  readonly userId?: number | undefined;
}

/** The wallet of a customer who is logged in. It can be shared, printed and logged: it shows no token. */
export interface WalletSession extends UserWallet<OneUser> {
  /** The tokens as they are now, to keep them; `undefined` once the session has ended. */
  readonly tokens: Secret<SessionTokens> | undefined;
  /**
   * Ends the session here: every later call ends with `session_ended`. The gateway knows no logout, so tokens that were
   * kept elsewhere stay good until they expire.
   */
  forget(): void;
}

/** Logs a customer in. */
export async function logIn(
  settings: Settings,
  credentials: LoginRequest,
  { userId: given, onTokens, onFailure, ...options }: LoginOptions = {},
): Promise<WalletSession> {
  const call = prepare(settings, "login", { input: credentials, options }, { type: "self" });
  const userId =
    given === undefined ? await findUser(settings, credentials.email, options) : checkId("userId", given);
  const pair = await send(settings, { ...call, authorization: settings.apiKey });
  const tokens = keepTokens(
    settings,
    toTokens(pair, userId, settings.clock.now()),
    { onTokens, onFailure },
    true,
  );
  await tokens.access();
  return sessionWith(settings, tokens, userId);
}

/** Goes on with tokens that were kept. */
export function resumeSession(
  settings: Settings,
  kept: SessionTokens | Secret<SessionTokens>,
  listener: TokenListener = {},
): WalletSession {
  const first = checkTokens(kept instanceof Secret ? kept.reveal() : kept);
  return sessionWith(settings, keepTokens(settings, first, listener, false), first.userId);
}

/** Before the code is used, so that a failure costs the customer nothing. */
async function findUser(
  settings: Settings,
  email: string,
  { requestId: _, ...options }: RequestOptions,
): Promise<number | undefined> {
  const users = createUsers(asMerchant(settings, { type: "self" }));
  const { data } = await users.list({ email, limit: 100 }, options).page(1);
  return data.find((user) => user.email.toLowerCase() === email.toLowerCase())?.id;
}

function sessionWith(settings: Settings, tokens: Tokens, userId: number | undefined): WalletSession {
  const wallet = createUserWallet<OneUser>(asCustomer(settings, tokens), userId);
  return Object.freeze({
    ...wallet,
    get tokens() {
      return tokens.current;
    },
    forget: () => tokens.end(),
  });
}

/** Performs operations with a customer's token, and once more with a new one where the gateway refuses it. */
function asCustomer(settings: Settings, tokens: Tokens): Perform {
  return async (name, ask = {}) => {
    const call = prepare(settings, name, ask, { type: "self" });
    const deadline = settings.clock.now() + call.timeoutMs;
    const left = () => Math.max(1, deadline - settings.clock.now());
    const sendWith = (token: string) => {
      const redact = redactor([settings.apiKey, ...secretsOf(token, tokens)]);
      const asked = { ...call.asked, redact };
      return send(settings, { ...call, asked, timeoutMs: left(), authorization: `Bearer ${token}` });
    };
    const first = await inTime(settings, call, left(), tokens.access());
    try {
      return await sendWith(first);
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
    }
    const second = await inTime(settings, call, left(), tokens.accessAfter(first));
    return sendWith(second).catch((error: unknown) => {
      throw isRefusedToken(error) ? sessionEnded(401, call.requestId) : error;
    });
  };
}

const isRefusedToken = (error: unknown) => isCardpaneError(error) && error.code === "unauthorized";

function secretsOf(token: string, tokens: Tokens): readonly string[] {
  const { accessToken, refreshToken } = tokens.current?.reveal() ?? {};
  return [token, accessToken, refreshToken].filter((secret) => secret !== undefined);
}

/** Waits for a token as long as the call may take and no longer: the refresh itself goes on, others wait for it too. */
async function inTime<T>(
  { clock }: Settings,
  { signal, requestId, asked }: Prepared<unknown>,
  ms: number,
  token: Promise<T>,
): Promise<T> {
  const timer = new AbortController();
  const what = "The session was not refreshed before the call ended";
  const stop = (code: "aborted" | "timeout", effect: Effect) =>
    new NotSentError({ code, what, requestId, effect });
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(stop("aborted", asked.effect));
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    void clock.sleep(ms, timer.signal).then(() => reject(stop("timeout", asked.effect)));
    token.then(resolve, reject).finally(() => {
      signal?.removeEventListener("abort", onAbort);
      timer.abort();
    });
  });
}

/** @throws ConfigurationError for what no session ever was; it is never told. */
function checkTokens(kept: SessionTokens): SessionTokens {
  const { userId, accessToken, refreshToken, expiresAt } = Object(kept) as Partial<SessionTokens>;
  const isText = (value: unknown) => typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
  if (!isText(accessToken) || !isText(refreshToken) || !Number.isFinite(expiresAt)) {
    throw new ConfigurationError("resume() needs tokens as onTokens or session.tokens gave them");
  }
  if (userId !== undefined) checkId("userId", userId);
  return kept as SessionTokens;
}
