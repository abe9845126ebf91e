/** The users of a merchant's wallet (sections 2.8 and 4.4). */
import type { CreateUserRequest, ListUsersRequest, UpdateUserRequest } from "@cardpane/gateway";
import type { WithExtra } from "../call/extras.ts";
import type { ListOptions, RequestOptions } from "../settings/settings.ts";
import { inOrder, numberedPages, type Pages } from "./listing.ts";
import type { CreatedUser, UserAuthenticator, WalletUser } from "./records.ts";
import type { ExecuteOperation } from "./wallet-request.ts";

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

/** Creates the operations on users. */
export function createUsers(execute: ExecuteOperation): WalletUsers {
  return Object.freeze<WalletUsers>({
    list: (filter = {}, options) =>
      numberedPages((page) => execute("listUsers", { input: { ...inOrder(filter, "ASC"), page }, options })),
    create: async (input, options) => execute("createUser", { input, options }),
    get: async (id, options) => execute("getUser", { id, options }),
    update: async (id, input, options) => execute("updateUser", { id, input, options }),
    regenerateAuthenticator: async (id, options) => execute("regenerateAuthenticator", { id, options }),
  });
}
