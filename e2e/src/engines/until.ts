import { setTimeout as sleep } from "node:timers/promises";

/** Reads a value until it is truthy, for 20 seconds at most. */
export async function until<Value>(what: string, read: () => Promise<Value>): Promise<NonNullable<Value>> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    const value = await read();
    if (value) return value;
  }
  throw new Error(`After 20 seconds still not: ${what}.`);
}
