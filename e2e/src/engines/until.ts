import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until the value is truthy, for at most 20 seconds. */
export async function until<Value>(what: string, read: () => Promise<Value>): Promise<NonNullable<Value>> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    const value = await read();
    if (value) return value;
  }
  throw new Error(`In 20 seconds it did not come to this: ${what}.`);
}
