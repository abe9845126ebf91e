/** The store: one record per attempt, and a lock per order. */

/**
 * One order inside a transaction. Nobody else reads or changes the records of its key until the transaction ends.
 */
export interface StoredOrder<Tx> {
  /** Passed to `onEvent`. Writes through it are committed together with the records, or not at all. */
  readonly tx: Tx;
  /** The records of the key in the order of their numbers. The caller validates them. */
  readonly records: readonly unknown[];
  /** Inserts or replaces the record with this number. */
  save(number: number, record: object): Promise<void>;
}

/**
 * A store of attempts. Your own store must guarantee three things: works of one key run one after the other, across all
 * processes; `once` resolves only after its writes are durable; if `work` throws, all its writes are rolled back.
 */
export interface CheckoutStore<Tx> {
  /** Runs `work` in a transaction that holds the lock of `key`, and returns its result. */
  once<T>(key: string, work: (order: StoredOrder<Tx>) => Promise<T>): Promise<T>;
  /** Returns the committed records of a key without waiting for its lock, for display. */
  find(key: string): Promise<readonly unknown[]>;
}
