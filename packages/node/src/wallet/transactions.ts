/** Transactions of a wallet (sections 2.10 and 4.4). */
import type { ListTransactionsRequest, VoidTransactionRequest } from "@cardpane/contract/gateway";
import type { RequestOptions } from "../settings.ts";
import { numberedPages, type Pages, type Place, pagesAfterIds } from "./listing.ts";
import type { Perform } from "./perform.ts";
import { toTransaction, type WalletTransaction } from "./records.ts";
import {
  type Asked,
  apart,
  type ClientsOwn,
  type Filtered,
  type Given,
  type ListOptions,
  type WhoseWallet,
} from "./whose.ts";

/** Which transactions, in which order, and how many on a page (`limit`, 1 to 500). @default by ascending id */
export type TransactionFilter = Omit<ListTransactionsRequest, "clientId" | "page">;
/** Why a transaction is undone. */
export type VoidDetails = Omit<VoidTransactionRequest, "clientId">;

/** What can be done with transactions. */
export interface WalletTransactions<Who extends WhoseWallet> {
  /**
   * Lists transactions, the oldest first unless the filter orders them.
   *
   * @example
   * const filter = { clientId, orderColumn: "id", orderDirection: "desc", limit: 20 } as const;
   * const newest = await client.wallet.transactions.list(filter).page(1);
   */
  list(...filter: Filtered<Who, TransactionFilter>): Pages<WalletTransaction>;
  /** Gets one transaction. @throws RejectedError `not_found` */
  get(id: number, ...options: Asked<Who>): Promise<WalletTransaction>;
  /**
   * Undoes a transaction and its children; the answer's `child` holds the void.
   *
   * @throws RejectedError `bad_request` for one that is undone already, `not_found`
   */
  void(id: number, ...details: Given<Who, VoidDetails>): Promise<WalletTransaction>;
}

export function createTransactions<Who extends WhoseWallet>(perform: Perform): WalletTransactions<Who> {
  return Object.freeze({
    list: (filter: ClientsOwn & TransactionFilter = {}, options?: ListOptions) => {
      const { orderColumn = "id", orderDirection } = filter;
      const direction = filter.orderColumn === undefined ? (orderDirection ?? "asc") : orderDirection;
      const fetch = async (place: Place) => {
        const order = { orderColumn, ...(direction && { orderDirection: direction }) };
        const { data, meta } = await perform("listTransactions", {
          input: { ...filter, ...order, ...place },
          options,
        });
        return { data: data.map(toTransaction), meta };
      };
      return orderColumn === "id" && direction === "asc" ? pagesAfterIds(fetch) : numberedPages(fetch);
    },
    get: async (id: number, given?: ClientsOwn & RequestOptions) =>
      toTransaction(await perform("getTransaction", { id, ...apart(given) })),
    void: async (id: number, input?: object, options?: RequestOptions) =>
      toTransaction(await perform("voidTransaction", { id, input, options })),
  }) as WalletTransactions<Who>;
}
