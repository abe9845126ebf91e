/** The wallet (sections 2.8 and 4.4): its users as the merchant, one user's wallet, or a logged-in customer's. */
import type { CreateUserRequest, ListUsersRequest, LoginRequest, UpdateUserRequest } from "@cardpane/gateway";
import type { WithExtra } from "../call/extras.ts";
import type { Secret } from "../settings/secret.ts";
import { checkId, type ListOptions, type RequestOptions, type Settings } from "../settings/settings.ts";
import { inOrder, numberedPages, type Pages } from "./listing.ts";
import type { CreatedUser, UserAuthenticator, WalletUser } from "./records.ts";
import { type LoginOptions, logIn, resumeSession, type WalletSession } from "./session.ts";
import type { SessionTokens, TokenListener } from "./tokens.ts";
import { createUserWallet, type UserWallet } from "./user-wallet.ts";
import { executeAsMerchant } from "./wallet-request.ts";

/** Filter, order and page size (`limit`, 1 to 500) of a list of users. @default ascending id */
export type UserFilter = Omit<ListUsersRequest, "page">;

/** Operations on users. */
export interface WalletUsers {
  /**
   * Lists users.
   *
   * @example
   * for await (const user of client.wallet.users.list({ isBlocked: false })) console.log(user.email);
   */
  list(filter?: UserFilter, options?: ListOptions): Pages<WalletUser>;
  /**
   * Creates a user with an authenticator and, if listed, payment accounts.
   *
   * @throws RejectedError `already_exists` if another user has the e-mail address or the `externalUserId`.
   * @example
   * const user = await client.wallet.users.create({ email, externalUserId: customer.id });
   * page.showQrCode(user.oauthUrl.reveal()); // once: whoever scans it can log in
   */
  create(user: CreateUserRequest & WithExtra, options?: RequestOptions): Promise<CreatedUser>;
  /** Gets one user. @throws RejectedError `not_found` */
  get(id: number, options?: RequestOptions): Promise<WalletUser>;
  /** Activates, blocks or renames a user. `isActivated` is always sent. @throws RejectedError `not_found` */
  update(id: number, user: UpdateUserRequest & WithExtra, options?: RequestOptions): Promise<WalletUser>;
  /** Creates a new authenticator for a user; the old secret stops working. @throws RejectedError `not_found` */
  regenerateAuthenticator(id: number, options?: RequestOptions): Promise<UserAuthenticator>;
}

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
  const execute = executeAsMerchant(settings);
  return Object.freeze<Wallet>({
    users: Object.freeze<WalletUsers>({
      list: (filter = {}, options) =>
        numberedPages((page) =>
          execute("listUsers", { input: { ...inOrder(filter, "ASC"), page }, options }),
        ),
      create: async (input, options) => execute("createUser", { input, options }),
      get: async (id, options) => execute("getUser", { id, options }),
      update: async (id, input, options) => execute("updateUser", { id, input, options }),
      regenerateAuthenticator: async (id, options) => execute("regenerateAuthenticator", { id, options }),
    }),
    forUser: (id) => {
      const userId = checkId("userId", id);
      return Object.freeze({ ...createUserWallet(executeAsMerchant(settings, userId), userId), userId });
    },
    login: (credentials, options) => logIn(settings, credentials, options),
    resume: (tokens, listener) => resumeSession(settings, tokens, listener),
  });
}
