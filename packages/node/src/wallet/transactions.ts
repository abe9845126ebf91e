/** Transactions of a wallet (sections 2.10 and 4.4). */
import type { ListTransactionsRequest, VoidTransactionRequest } from "@cardpane/gateway";
import type { WithExtra } from "../call/extras.ts";
import type { ListOptions, RequestOptions } from "../settings/settings.ts";
import { inOrder, numberedPages, type Pages } from "./listing.ts";
import type { WalletTransaction } from "./records.ts";
import type { ExecuteOperation } from "./wallet-request.ts";

/** Filter, order and page size (`limit`, 1 to 500) of a list of transactions. @default ascending id */
export type TransactionFilter = Omit<ListTransactionsRequest, "clientId" | "page">;
/** Reason of a void. */
export type VoidDetails = Omit<VoidTransactionRequest, "clientId">;

/** Operations on transactions. */
export interface WalletTransactions {
  /**
   * Lists transactions. The oldest comes first, unless the filter sets another order.
   *
   * @example
   * const filter = { orderColumn: "id", orderDirection: "desc", limit: 20 } as const;
   * const newest = await client.wallet.forUser(userId).transactions.list(filter).page(1);
   */
  list(filter?: TransactionFilter, options?: ListOptions): Pages<WalletTransaction>;
  /** Gets one transaction. @throws RejectedError `not_found` */
  get(id: number, options?: RequestOptions): Promise<WalletTransaction>;
  /**
   * Voids a transaction and its children. The `child` of the result contains the void.
   *
   * @throws RejectedError `bad_request` for a transaction that is already voided, `not_found`
   */
  void(id: number, details?: VoidDetails & WithExtra, options?: RequestOptions): Promise<WalletTransaction>;
}

/** Creates the operations on transactions. */
export function createTransactions(execute: ExecuteOperation): WalletTransactions {
  return Object.freeze<WalletTransactions>({
    list: (filter = {}, options) =>
      numberedPages((page) =>
        execute("listTransactions", { input: { ...inOrder(filter, "asc"), page }, options }),
      ),
    get: async (id, options) => execute("getTransaction", { id, options }),
    void: async (id, input, options) => execute("voidTransaction", { id, input, options }),
  });
}
