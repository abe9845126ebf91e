/** The store of orders, which guarantees that events are delivered exactly once. */
import type { OrderRecord } from "./order-record.ts";
import type { WalletRecord, WalletTransactionRecord } from "./wallet-record.ts";

/** A stored record. Stores treat it as opaque. */
export type StoredRecord = OrderRecord | WalletRecord | WalletTransactionRecord;

/**
 * One order inside a transaction.
 *
 * Nobody else reads or changes the order of the same key until the transaction ends.
 */
export interface OrderTransaction<Tx> {
  /** Passed to `onEvent`: its writes are committed together with the order, or not at all. */
  readonly tx: Tx;
  /** The record as saved last; the caller validates it. */
  load(): Promise<unknown>;
  save(order: StoredRecord): Promise<void>;
  /** Binds a name to this order permanently, unless another order owns it; returns whether this order owns it. */
  claim(name: string): Promise<boolean>;
}

/**
 * A store of orders. A store of your own must hold three promises: orders of one key are worked on one after the other, in
 * every process; `transaction` resolves only after all of it is on disk; when `work` throws, nothing of it remains.
 */
export interface NotificationStore<Tx> {
  /**
   * Reads a record without a lock, to show it; `undefined` if there is none.
   * @default read in a transaction, which waits for the record's lock
   */
  read?(key: string): Promise<unknown>;
  transaction<T>(key: string, work: (order: OrderTransaction<Tx>) => Promise<T>): Promise<T>;
}
