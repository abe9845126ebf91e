import { setTimeout as sleep } from "node:timers/promises";
import { hangMs } from "@cardpane/tools/process/hang";

/** Reads a value until it is truthy, until it counts as hung. */
export async function until<Value>(what: string, read: () => Promise<Value>): Promise<NonNullable<Value>> {
  for (const end = Date.now() + hangMs; Date.now() < end; await sleep(50)) {
    const value = await read();
    if (value) return value;
  }
  throw new Error(`Still not: ${what}.`);
}
