/** Where orders are kept: the part that makes "exactly once" true. */
import type { OrderRecord } from "./order.ts";
import type { WalletRecord, WalletTransactionRecord } from "./wallet-record.ts";

/** What is kept under one key. A store looks into none of it. */
export type StoredRecord = OrderRecord | WalletRecord | WalletTransactionRecord;

/**
 * One order inside a transaction.
 *
 * Nobody else reads or changes the order of the same key until the transaction ends.
 */
export interface OrderTransaction<Tx> {
  /** Handed to `onEvent`: what it writes through this is committed together with the order, or not at all. */
  readonly tx: Tx;
  /** The order as it was saved last; it is checked by the caller. */
  load(): Promise<unknown>;
  save(order: StoredRecord): Promise<void>;
  /** Binds a name to this order for ever, unless another order has it; answers whether it is this order's. */
  claim(name: string): Promise<boolean>;
}

/**
 * A store of orders. A store of your own must hold three promises: orders of one key are worked on one after the other, in
 * every process; `transaction` resolves only after all of it is on disk; when `work` throws, nothing of it remains.
 */
export interface NotificationStore<Tx> {
  transaction<T>(key: string, work: (order: OrderTransaction<Tx>) => Promise<T>): Promise<T>;
}
