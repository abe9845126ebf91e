/** The store: one record per attempt, and a lock per order. */

/**
 * One order inside a transaction. Nobody else reads or changes the records of its key until the transaction ends.
 */
export interface StoredOrder<Tx> {
  /** Passed to `onEvent`. Writes through it are committed together with the records, or not at all. */
  readonly tx: Tx;
  /** The records of the key in the order of their numbers. The caller validates them. */
  readonly records: readonly unknown[];
  /**
   * Inserts or replaces the record with this number.
   *
   * @param state why the order waits; absent if it does not. `scan` finds orders by it
   * @returns the record as the database has it now, so that a store that cannot read what it writes is found before anything is sent
   */
  save(number: number, record: object, state?: string): Promise<unknown>;
}

/** Which orders `scan` returns. */
export interface StoreScan {
  /** The keys begin with this text. */
  readonly prefix: string;
  /** The keys come after this one; empty for all. */
  readonly after: string;
  readonly limit: number;
}

/** A key with its records, in the order of their numbers. */
export interface StoredKey {
  readonly key: string;
  readonly records: readonly unknown[];
}

/**
 * A store of attempts. Your own store must guarantee three things: works of one key run one after the other, across all
 * processes; `once` resolves only after its writes are durable; if `work` throws, all its writes are rolled back. A lock that is not
 * had within seconds should throw: the gateway sends again.
 */
export interface CheckoutStore<Tx> {
  /** Runs `work` in a transaction that holds the lock of `key`, and returns its result. */
  once<T>(key: string, work: (order: StoredOrder<Tx>) => Promise<T>): Promise<T>;
  /** Returns the committed records of a key without waiting for its lock, for display. */
  find(key: string): Promise<readonly unknown[]>;
  /** Returns the keys that have a record with a state, in a fixed order of the keys, with all their records. `list` needs it. */
  scan?(scan: StoreScan): Promise<readonly StoredKey[]>;
}
