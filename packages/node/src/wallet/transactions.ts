/** Transactions of a wallet (sections 2.10 and 4.4). */
import type { ListTransactionsRequest, VoidTransactionRequest } from "@cardpane/contract/gateway";
import type { RequestOptions } from "../client/settings.ts";
import {
  type ClientDefault,
  type ClientScope,
  type FilterArgs,
  type InputArgs,
  type ListOptions,
  type OptionArgs,
  splitScope,
} from "./client-scope.ts";
import { numberedPages, type Pages, type Place, pagesAfterIds } from "./listing.ts";
import type { WalletTransaction } from "./records.ts";
import type { ExecuteOperation } from "./wallet-request.ts";

/** Which transactions, in which order, and how many on a page (`limit`, 1 to 500). @default by ascending id */
export type TransactionFilter = Omit<ListTransactionsRequest, "clientId" | "page">;
/** Why a transaction is undone. */
export type VoidDetails = Omit<VoidTransactionRequest, "clientId">;

/** What can be done with transactions. */
export interface WalletTransactions<Scope extends ClientScope> {
  /**
   * Lists transactions, the oldest first unless the filter orders them.
   *
   * @example
   * const filter = { userId, orderColumn: "id", orderDirection: "desc", limit: 20 } as const;
   * const newest = await client.wallet.transactions.list(filter).page(1);
   */
  list(...filter: FilterArgs<Scope, TransactionFilter>): Pages<WalletTransaction>;
  /** Gets one transaction. @throws RejectedError `not_found` */
  get(id: number, ...options: OptionArgs<Scope>): Promise<WalletTransaction>;
  /**
   * Undoes a transaction and its children; the answer's `child` holds the void.
   *
   * @throws RejectedError `bad_request` for one that is undone already, `not_found`
   */
  void(id: number, ...details: InputArgs<Scope, VoidDetails>): Promise<WalletTransaction>;
}

/** Creates the operations on transactions. */
export function createTransactions<Scope extends ClientScope>(
  execute: ExecuteOperation,
): WalletTransactions<Scope> {
  return Object.freeze({
    list: (filter: ClientDefault & TransactionFilter = {}, options?: ListOptions) => {
      const { orderColumn = "id", orderDirection } = filter;
      const direction = filter.orderColumn === undefined ? (orderDirection ?? "asc") : orderDirection;
      const fetch = async (place: Place) => {
        const order = { orderColumn, ...(direction && { orderDirection: direction }) };
        return execute("listTransactions", { input: { ...filter, ...order, ...place }, options });
      };
      return orderColumn === "id" && direction === "asc" ? pagesAfterIds(fetch) : numberedPages(fetch);
    },
    get: async (id: number, given?: ClientDefault & RequestOptions) =>
      execute("getTransaction", { id, ...splitScope(given) }),
    void: async (id: number, input?: object, options?: RequestOptions) =>
      execute("voidTransaction", { id, input, options }),
  }) as WalletTransactions<Scope>;
}
