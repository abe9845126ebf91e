/** The store of orders, which guarantees that events are delivered exactly once. */
import type { OrderRecord } from "../orders/order-record.ts";
import type { WalletRecord, WalletTransactionRecord } from "../wallet/wallet-record.ts";

/** A stored record. Stores treat it as opaque. */
export type StoredRecord = OrderRecord | WalletRecord | WalletTransactionRecord;

/**
 * One order inside a transaction.
 *
 * Nobody else reads or changes the order of the same key until the transaction ends.
 */
export interface OrderTransaction<Tx> {
  /** Passed to `onEvent`. Writes through it are committed together with the order, or not at all. */
  readonly tx: Tx;
  /** Returns the record as last saved; the caller validates it. */
  load(): Promise<unknown>;
  save(order: StoredRecord): Promise<void>;
  /** Binds a name to this order permanently, unless another order owns it; returns whether this order owns it. */
  claim(name: string): Promise<boolean>;
}

/**
 * A store of orders. Your own store must guarantee three things: transactions of one key run one after the other, across all
 * processes; `transaction` resolves only after its writes are durable; if `work` throws, all its writes are rolled back.
 */
export interface NotificationStore<Tx> {
  /**
   * Reads a record without a lock, for display; `undefined` if there is none.
   * @default reads in a transaction, which waits for the record's lock
   */
  read?(key: string): Promise<unknown>;
  transaction<T>(key: string, work: (order: OrderTransaction<Tx>) => Promise<T>): Promise<T>;
}
