/**
 * The session of a logged-in customer (section 5.6): wallet operations with the customer's own tokens, which give access to
 * the customer's own data only.
 *
 * *Assumption*: calls send the access token as `Authorization: Bearer`. Login and refresh need the merchant's API key, like
 * every operation except tokenization. A refresh names the user by id, which neither the login nor its response contains, so
 * the merchant passes the id.
 */
import { fieldsOf } from "@cardpane/contract/record";
import type { LoginRequest } from "@cardpane/gateway";
import { type PreparedCall, prepareCall } from "../call/checked-call.ts";
import { redactor } from "../call/redact.ts";
import { send, stopWhen, untilStopped } from "../call/send.ts";
import { rememberUrl } from "../call/told-url.ts";
import { invalidRequest, isCardpaneError, NotSentError } from "../errors/errors.ts";
import { isSecret, type Secret } from "../settings/secret.ts";
import { checkId, merchantAuthorization, type RequestOptions, type Settings } from "../settings/settings.ts";
import { type SessionTokens, sessionEnded, TokenKeeper, type TokenListener, toTokens } from "./tokens.ts";
import { createUserWallet, type UserWallet } from "./user-wallet.ts";
import { type ExecuteOperation, walletCall } from "./wallet-request.ts";

/** Options of a login, including the options of the call. */
export interface LoginOptions extends RequestOptions, TokenListener {
  /**
   * The user's id, which every refresh needs: store it when you create the user, or find it with `users.list({ email })`.
   * @default none: the session works until its access token expires, and cannot be refreshed
   */
  readonly userId?: number | undefined;
}

/** The wallet of a customer who is logged in. Safe to share and to log: it exposes no token. */
export interface WalletSession extends UserWallet {
  /** The current tokens, for storage; `undefined` after the session has ended. */
  readonly tokens: Secret<SessionTokens> | undefined;
  /**
   * Ends the session in this process: every later call throws `session_ended`. The gateway has no logout, so tokens stored
   * elsewhere stay valid until they expire.
   */
  forget(): void;
}

/** Logs a customer in. */
export async function logIn(
  settings: Settings,
  credentials: LoginRequest,
  { userId, onTokens, onFailure, ...options }: LoginOptions = {},
): Promise<WalletSession> {
  const call = prepareCall(settings, walletCall(settings, "login", { input: credentials, options }));
  if (userId !== undefined) checkId("userId", userId);
  const pair = await send(settings, { ...call, authorization: merchantAuthorization(settings) });
  const tokens = new TokenKeeper(
    settings,
    toTokens(pair, userId, settings.clock.now()),
    { onTokens, onFailure },
    true,
  );
  await tokens.access();
  return sessionWith(settings, tokens, userId);
}

/** Resumes a session from stored tokens. */
export function resumeSession(
  settings: Settings,
  kept: SessionTokens | Secret<SessionTokens>,
  listener: TokenListener = {},
): WalletSession {
  const first = checkTokens(isSecret(kept) ? kept.reveal() : kept);
  return sessionWith(settings, new TokenKeeper(settings, first, listener, false), first.userId);
}

function sessionWith(settings: Settings, tokens: TokenKeeper, userId: number | undefined): WalletSession {
  const wallet = createUserWallet(executeAsCustomer(settings, tokens), userId);
  return Object.freeze({
    ...wallet,
    get tokens() {
      return tokens.current;
    },
    forget: () => tokens.end(),
  });
}

/** Executes operations with the customer's token. After a 401 it repeats the call once, with a refreshed token. */
function executeAsCustomer(settings: Settings, tokens: TokenKeeper): ExecuteOperation {
  const execute: ExecuteOperation = async (name, args = {}) => {
    const call = prepareCall(settings, walletCall(settings, name, args));
    const deadline = settings.clock.now() + call.timeoutMs;
    const left = () => Math.max(1, deadline - settings.clock.now());
    const sendWith = (token: string) => {
      const redact = redactor([settings.apiKey, ...secretsOf(token, tokens)]);
      const expected = { ...call.expected, redact };
      return send(settings, { ...call, expected, timeoutMs: left(), authorization: `Bearer ${token}` });
    };
    const first = await inTime(settings, call, left(), tokens.access());
    try {
      return await sendWith(first);
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
    }
    const second = await inTime(settings, call, left(), tokens.accessAfter(first));
    return sendWith(second).catch((error: unknown) => {
      throw isRefusedToken(error) ? sessionEnded(401, call.idempotencyKey) : error;
    });
  };
  return (name, args) => rememberUrl(args?.input, () => execute(name, args));
}

const isRefusedToken = (error: unknown) => isCardpaneError(error) && error.code === "unauthorized";

function secretsOf(token: string, tokens: TokenKeeper): readonly string[] {
  const { accessToken, refreshToken } = tokens.current?.reveal() ?? {};
  return [token, accessToken, refreshToken].filter((secret) => secret !== undefined);
}

/** Waits for a token until the call's deadline. The refresh itself continues, because other calls may wait for it. */
async function inTime<T>(
  { clock }: Settings,
  { signal, idempotencyKey, expected: { effect } }: PreparedCall<unknown>,
  timeoutMs: number,
  token: Promise<T>,
): Promise<T> {
  const stop = stopWhen({ signal, timeoutMs }, clock);
  try {
    return await untilStopped(token, stop.signal);
  } catch (error) {
    const code = stop.why();
    if (!code) throw error;
    const what = "The session was not refreshed before the call ended";
    throw new NotSentError({ code, what, idempotencyKey, effect });
  } finally {
    stop.release();
  }
}

/** Validates stored tokens. Errors never quote them. */
function checkTokens(kept: SessionTokens): SessionTokens {
  const { userId, accessToken, refreshToken, expiresAt } = fieldsOf<SessionTokens>(kept);
  const isText = (value: unknown) => typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
  if (!isText(accessToken) || !isText(refreshToken) || !Number.isFinite(expiresAt)) {
    throw invalidRequest({ tokens: "must be those of onTokens or session.tokens" });
  }
  if (userId !== undefined) checkId("userId", userId);
  return kept as SessionTokens;
}
