/** The users of a merchant's wallet (sections 2.8 and 4.4). */
import type { CreateUserRequest, ListUsersRequest, UpdateUserRequest } from "@cardpane/contract/gateway";
import type { RequestOptions } from "../settings.ts";
import { numberedPages, type Pages } from "./listing.ts";
import type { Perform } from "./perform.ts";
import {
  type CreatedUser,
  listOf,
  toAuthenticator,
  toCreatedUser,
  type UserAuthenticator,
  type WalletUser,
} from "./records.ts";
import type { ListOptions } from "./whose.ts";

/** Which users, in which order, and how many on a page (`limit`, 1 to 500). @default by ascending id */
export type UserFilter = Omit<ListUsersRequest, "page">;

/** What the merchant can do with users. */
export interface WalletUsers {
  /**
   * Lists users.
   *
   * @example
   * for await (const user of client.wallet.users.list({ isBlocked: false })) console.log(user.email);
   */
  list(filter?: UserFilter, options?: ListOptions): Pages<WalletUser>;
  /**
   * Creates a user with an authenticator, and payment accounts along with it.
   *
   * @throws RejectedError `already_exists` for an e-mail address or an `externalUserId` that another user has.
   * @example
   * const user = await client.wallet.users.create({ email, externalUserId: customer.id });
   * page.show(authenticator.qr(user.oauthUrl)); // once: whoever scans it can log in
   */
  create(user: CreateUserRequest, options?: RequestOptions): Promise<CreatedUser>;
  /** Gets one user. @throws RejectedError `not_found` */
  get(id: number, options?: RequestOptions): Promise<WalletUser>;
  /** Activates, blocks or renames a user. `isActivated` is always said. @throws RejectedError `not_found` */
  update(id: number, user: UpdateUserRequest, options?: RequestOptions): Promise<WalletUser>;
  /** Makes a new authenticator for a user; the old secret stops working. @throws RejectedError `not_found` */
  regenerateAuthenticator(id: number, options?: RequestOptions): Promise<UserAuthenticator>;
}

export function createUsers(perform: Perform): WalletUsers {
  return Object.freeze({
    list: (filter: UserFilter = {}, options?: ListOptions) =>
      numberedPages(async (place) => {
        const ordered = { orderColumn: "id", ...(filter.orderColumn ? {} : { orderDirection: "ASC" }) };
        const { data, meta } = await perform("listUsers", {
          input: { ...ordered, ...filter, ...place },
          options,
        });
        return { data: listOf<WalletUser>(data), meta };
      }),
    create: async (input: CreateUserRequest, options?: RequestOptions) =>
      toCreatedUser(await perform("createUser", { input, options })),
    get: (id: number, options?: RequestOptions) => perform("getUser", { id, options }),
    update: (id: number, input: UpdateUserRequest, options?: RequestOptions) =>
      perform("updateUser", { id, input, options }),
    regenerateAuthenticator: async (id: number, options?: RequestOptions) =>
      toAuthenticator(await perform("regenerateAuthenticator", { id, options })),
  });
}
