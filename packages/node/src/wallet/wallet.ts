/** The wallet (section 4.4): as the merchant, for one user, or as a logged-in customer. */
import type { LoginRequest } from "@cardpane/gateway";
import type { Secret } from "../client/secret.ts";
import { checkId, type Settings } from "../client/settings.ts";
import type { BoundUser, ClientScope } from "./client-scope.ts";
import { type LoginOptions, logIn, resumeSession, type WalletSession } from "./session.ts";
import type { SessionTokens, TokenListener } from "./tokens.ts";
import { createOperations, createUserWallet, type UserWallet, type WalletOperations } from "./user-wallet.ts";
import { createUsers, type WalletUsers } from "./users.ts";
import { executeAsMerchant } from "./wallet-request.ts";

/** The wallet operations of a client. `Scope` determines whether each call must name the user. */
export interface Wallet<Scope extends ClientScope> extends WalletOperations<Scope> {
  readonly users: WalletUsers;
  /**
   * Returns one user's wallet, with the merchant's API key: the same operations, without `userId` in the calls.
   *
   * @param userId id of the wallet user
   * @throws NotSentError (`invalid_request`) for an invalid id
   * @example
   * const wallet = client.wallet.forUser(customer.walletUserId);
   * await wallet.topUps.create(accountId, { amountMinor: 500, currency: "EUR", reason: "Welcome" });
   */
  forUser(userId: number): UserWallet<BoundUser> & { readonly userId: number };
  /**
   * Logs a customer in with e-mail address and authenticator code. The session refreshes its tokens automatically.
   *
   * @throws RejectedError `login_refused` for a wrong or used code, `forbidden` for a blocked user, `rate_limited` with
   * `retryAfterMs` after several failures. The client never retries a rate-limited login.
   * @example
   * const session = await client.wallet.login({ email, code }, { onTokens: (tokens) => keep(tokens.reveal()) });
   * for await (const account of session.accounts.list()) show(account.name, account.balance);
   */
  login(credentials: LoginRequest, options?: LoginOptions): Promise<WalletSession>;
  /**
   * Resumes a session from stored tokens. Nothing is sent.
   *
   * @throws NotSentError (`invalid_request`) for anything but the tokens of a session
   * @example
   * const session = client.wallet.resume(await kept(customer), { onTokens: (tokens) => keep(tokens.reveal()) });
   */
  resume(tokens: SessionTokens | Secret<SessionTokens>, listener?: TokenListener): WalletSession;
}

/** Creates the wallet of a client. */
export function createWallet<Scope extends ClientScope>(settings: Settings): Wallet<Scope> {
  const execute = executeAsMerchant(settings, { type: "any", userId: settings.userId });
  return Object.freeze({
    ...createOperations<Scope>(execute),
    users: createUsers(execute),
    forUser: (id: number) => {
      const userId = checkId("userId", id);
      const wallet = createUserWallet<BoundUser>(
        executeAsMerchant(settings, { type: "user", userId }),
        userId,
      );
      return Object.freeze({ ...wallet, userId });
    },
    login: (credentials: LoginRequest, options?: LoginOptions) => logIn(settings, credentials, options),
    resume: (tokens: SessionTokens | Secret<SessionTokens>, listener?: TokenListener) =>
      resumeSession(settings, tokens, listener),
  });
}
