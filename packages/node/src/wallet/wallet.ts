/** The wallet (section 4.4): as the merchant, for one user, or as a logged-in customer. */
import type { LoginRequest } from "@cardpane/gateway";
import type { Secret } from "../settings/secret.ts";
import { checkId, type Settings } from "../settings/settings.ts";
import { type LoginOptions, logIn, resumeSession, type WalletSession } from "./session.ts";
import type { SessionTokens, TokenListener } from "./tokens.ts";
import { createUserWallet, type UserWallet } from "./user-wallet.ts";
import { createUsers, type WalletUsers } from "./users.ts";
import { executeAsMerchant } from "./wallet-request.ts";

/** The wallets of a merchant's users. */
export interface Wallet {
  readonly users: WalletUsers;
  /**
   * Returns one user's wallet, with the merchant's API key: accounts, transactions, refills, top-ups and payments.
   *
   * @param userId id of the wallet user
   * @throws NotSentError (`invalid_request`) for an invalid id
   * @example
   * const wallet = client.wallet.forUser(customer.walletUserId);
   * await wallet.topUps.create(accountId, { amountMinor: 500, currency: "EUR", reason: "Welcome" });
   */
  forUser(userId: number): UserWallet & { readonly userId: number };
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
export function createWallet(settings: Settings): Wallet {
  return Object.freeze<Wallet>({
    users: createUsers(executeAsMerchant(settings)),
    forUser: (id) => {
      const userId = checkId("userId", id);
      return Object.freeze({ ...createUserWallet(executeAsMerchant(settings, userId), userId), userId });
    },
    login: (credentials, options) => logIn(settings, credentials, options),
    resume: (tokens, listener) => resumeSession(settings, tokens, listener),
  });
}
