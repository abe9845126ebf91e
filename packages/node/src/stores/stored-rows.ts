/** Reads the rows of a driver, whatever shape it gives them. */
import { ConfigurationError } from "../errors/errors.ts";
import type { StoredKey } from "./store.ts";

/** How long a store waits for a lock: of the order, or of a row that `onEvent` writes. */
export const lockSeconds = 10;

/** The records of rows whose first column is a record. */
export function readRecords(rows: unknown): readonly unknown[] {
  return columnsOf(rows).map(([record]) => readRecord(record));
}

/** The keys of rows with a key and a record each, sorted by key. */
export function readKeys(rows: unknown): readonly StoredKey[] {
  const keys = new Map<string, unknown[]>();
  for (const [key, record] of columnsOf(rows)) {
    const records = keys.get(String(key)) ?? [];
    keys.set(String(key), [...records, readRecord(record)]);
  }
  return [...keys].map(([key, records]) => ({ key, records }));
}

/** Drivers give a row as an object or, if so configured, as an array. */
function columnsOf(rows: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(rows)) return rows.map((row) => Object.values(Object(row)));
  throw new ConfigurationError(
    "the store's driver returned no list of rows. PostgreSQL: query() resolves to { rows }; MySQL: to [rows]; SQLite: all() returns them",
  );
}

/** Drivers give JSON as a value or as its text, as text in text if they encoded it twice. */
function readRecord(record: unknown): unknown {
  if (typeof record !== "string") return record;
  try {
    return readRecord(JSON.parse(record));
  } catch {
    return record;
  }
}
