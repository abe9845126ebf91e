/** A store in the memory of one process, for tests and experiments. All records are lost when the process ends. */
import type { CheckoutStore } from "./store.ts";

/** Creates a store in the memory of this process. The `tx` of `onEvent` is `undefined`. */
export function createMemoryStore(): CheckoutStore<undefined> {
  // Stored as text, so that callers cannot mutate stored records.
  const orders = new Map<string, ReadonlyMap<number, { readonly text: string; readonly isOpen: boolean }>>();
  const last = new Map<string, Promise<unknown>>();
  const recordsOf = (key: string): readonly unknown[] =>
    [...(orders.get(key) ?? [])].sort(([a], [b]) => a - b).map(([, { text }]) => JSON.parse(text));
  const isOpen = (key: string) => [...(orders.get(key)?.values() ?? [])].some((record) => record.isOpen);

  return Object.freeze<CheckoutStore<undefined>>({
    find: async (key) => recordsOf(key),
    scan: async ({ prefix, after, limit }) =>
      [...orders.keys()]
        .filter((key) => key.startsWith(prefix) && key > after && isOpen(key))
        .sort()
        .slice(0, limit)
        .map((key) => ({ key, records: recordsOf(key) })),
    once: (key, work) => {
      const run = async () => {
        const records = new Map(orders.get(key));
        const save = async (number: number, record: object, state?: string) => {
          const text = JSON.stringify(record);
          records.set(number, { text, isOpen: state !== undefined });
          return JSON.parse(text);
        };
        const result = await work({ tx: undefined, records: recordsOf(key), save });
        orders.set(key, records);
        return result;
      };
      const mine = (last.get(key) ?? Promise.resolve()).then(run);
      const settled = mine.catch(() => undefined);
      last.set(key, settled);
      void settled.then(() => last.get(key) === settled && last.delete(key));
      return mine;
    },
  });
}
