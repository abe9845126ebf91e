#!/usr/bin/env node
/** `npx @cardpane/node doubts`: loads the shop's checkout and runs the command on it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { pathToFileURL } from "node:url";
import { fieldsOf } from "@cardpane/contract/record";
import {
  type DoubtfulOrders,
  DoubtsError,
  type DoubtsTerminal,
  doubtsUsage,
  explain,
  readArguments,
  runDoubts,
} from "./doubts/run-doubts.ts";

const terminal: DoubtsTerminal = {
  print: (line) => console.log(line),
  warn: (line) => console.error(line),
  ask: process.stdin.isTTY ? ask : undefined,
};

// Without a listener, the EPIPE of a reader that has exited (`doubts | head -1`) would end the program with a stack.
process.stdout.on("error", () => undefined);

// The pool of the shop's database would keep the program alive. What was written is written first.
void run(process.argv.slice(2)).then((code) => process.stdout.write("", () => process.exit(code)));

async function run([command = "--help", ...args]: readonly string[]): Promise<number> {
  try {
    const { config, help } = command === "--help" ? { help: true } : readArguments(args).values;
    if (help) {
      console.log(doubtsUsage);
      return 0;
    }
    if (command !== "doubts") throw new DoubtsError(`There is no command ${command}.\n\n${doubtsUsage}`);
    return await runDoubts(await loadOrders(config), args, terminal);
  } catch (error) {
    console.error(explain(error));
    return 2;
  }
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** @throws DoubtsError that says what the module lacks */
async function loadOrders(config: string | undefined): Promise<DoubtfulOrders> {
  if (config === undefined) throw new DoubtsError(`--config is missing.\n\n${doubtsUsage}`);
  const path = resolve(config);
  if (!existsSync(path)) throw new DoubtsError(`--config: there is no file ${path}.`);
  const loaded = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new DoubtsError(`--config: ${config} could not be loaded: ${explain(error)}`);
  });
  const found = [loaded.default, loaded.checkout, loaded.default?.checkout].find(isOrders);
  if (found) return found;
  const names = Object.keys(loaded).join(", ") || "nothing";
  throw new DoubtsError(
    `--config: ${config} must export your checkout (createCheckout), or a wallet's receiver, as default or as "checkout". It exports ${names}.`,
  );
}

function isOrders(value: unknown): value is DoubtfulOrders {
  const { list, find, resolve: decide } = fieldsOf<DoubtfulOrders>(value);
  return [list, find, decide].every((method) => typeof method === "function");
}
