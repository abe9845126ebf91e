/** The command `doubts`: prints the orders that wait, and ends a doubt by a person's decision. */

import { parseArgs } from "node:util";
import { fieldsOf } from "@cardpane/contract/record";
import { maskBody } from "../call/mask.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { Order } from "../orders/order.ts";
import { describeOrder, orderTable, visible } from "./order-text.ts";

/** What `doubts` needs: a checkout, or the receiver of a wallet. */
export type DoubtfulOrders = Pick<Checkout, "list" | "find" | "resolve"> &
  Partial<Pick<Checkout, "resolveRefund">>;

/** Where `doubts` writes to, and whom it asks. */
export interface DoubtsTerminal {
  /** Writes a line of the result. */
  print(line: string): void;
  /** Writes a line of any other kind. */
  warn(line: string): void;
  /** Asks a person. Absent if there is none: then `resolve` needs `--yes`. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

export const doubtsUsage = `npx @cardpane/node doubts --config <file> lists the orders that need a person
  --all                                   also those that wait for a shopper, a bank or a settlement
  show <reference>                        one order, with its attempts and what was said of them
  resolve <reference> paid|not_made       ends a doubt, after a look at the gateway and a question
  refund <reference> <key> made|not_made  ends a refund without an answer in the same way
    --transaction <id>                    the gateway's id of the transaction that paid, or of the refund that was made
    --note <text>                         kept in the order's history
    --yes                                 asks no question

  --config <file>  a module that exports your checkout (createCheckout), or a wallet's receiver, as default or as
                   "checkout". It must start no server. Its onEvent gets the events of resolve
  --json           prints JSON: a list of orders, or one order
  Exit code: 0 no order needs a person, or done; 1 an order needs a person, or the question was answered with no;
             2 the command could not run`;

/** The arguments are wrong, or nothing can be done with them. Its message says why. */
export class DoubtsError extends Error {
  override readonly name = "DoubtsError";
}

/**
 * Runs the command on a checkout, for a program of your own: `process.exitCode = await runDoubts(checkout, process.argv.slice(2), terminal)`.
 *
 * @param args as on the command line after `doubts`, without `--config`
 * @returns the exit code: 0, 1 while an order needs a person, 2 if the command could not run
 */
export async function runDoubts(
  orders: DoubtfulOrders,
  args: readonly string[],
  terminal: DoubtsTerminal,
): Promise<number> {
  try {
    const { positionals, values } = readArguments(args);
    const [command, ...rest] = positionals;
    if (values.help) {
      terminal.print(doubtsUsage);
      return 0;
    }
    if (command === undefined) return await list(orders, values, terminal);
    if (command === "show") return await show(orders, rest, values, terminal);
    if (command === "resolve") return await resolve(orders, rest, values, terminal);
    if (command === "refund") return await endRefund(orders, rest, values, terminal);
    throw new DoubtsError(`There is no command ${command}.\n\n${doubtsUsage}`);
  } catch (error) {
    terminal.warn(explain(error));
    return 2;
  }
}

/** @throws Error that names an unknown option */
export function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      config: { type: "string" },
      all: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      transaction: { type: "string" },
      note: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
}

type Values = ReturnType<typeof readArguments>["values"];

async function list(orders: DoubtfulOrders, { all, json }: Values, { print }: DoubtsTerminal) {
  const found: Order[] = [];
  for await (const order of orders.list(all ? {} : { needsPerson: true })) found.push(order);
  const forAPerson = found.filter(({ waiting }) => waiting?.needsPerson).length;
  if (json) print(toJson(found));
  else {
    for (const line of orderTable(found)) print(line);
    print(forAPerson === 1 ? "1 order needs a person." : `${forAPerson || "No"} orders need a person.`);
  }
  return forAPerson > 0 ? 1 : 0;
}

async function show(
  orders: DoubtfulOrders,
  [reference, ...more]: readonly string[],
  { json }: Values,
  { print }: DoubtsTerminal,
) {
  const order = await findOrder(orders, reference, more);
  if (json) print(toJson(order));
  else for (const line of describeOrder(order)) print(line);
  return order.waiting?.needsPerson ? 1 : 0;
}

async function resolve(
  orders: DoubtfulOrders,
  [reference, decision, ...more]: readonly string[],
  values: Values,
  terminal: DoubtsTerminal,
) {
  const { transaction: transactionId, note } = values;
  if (decision !== "paid" && decision !== "not_made")
    throw new DoubtsError(`resolve takes a reference, and paid or not_made.\n\n${doubtsUsage}`);
  const order = await findOrder(orders, reference, more);
  if (!order.canResolve) {
    const is = order.state === "paid" ? "is paid" : "can be paid by a new attempt";
    throw new DoubtsError(`The order ${order.reference} ${is}: nothing is to be decided.`);
  }
  const means = decision === "paid" ? "The order is paid" : "No money moved, or you gave it back";
  if (!(await isSure(order, means, values, terminal))) return 1;
  await orders.resolve(order.reference, decision, { transactionId, note });
  return printState(orders, order, values, terminal);
}

async function endRefund(
  orders: DoubtfulOrders,
  [reference, key = "", decision, ...more]: readonly string[],
  values: Values,
  terminal: DoubtsTerminal,
) {
  const { transaction: transactionId, note } = values;
  if (decision !== "made" && decision !== "not_made")
    throw new DoubtsError(
      `refund takes a reference, the refund's key, and made or not_made.\n\n${doubtsUsage}`,
    );
  const order = await findOrder(orders, reference, more);
  const means = decision === "made" ? "The refund was made" : "The refund was not made";
  if (!(await isSure(order, means, values, terminal))) return 1;
  if (!orders.resolveRefund) throw new DoubtsError("A wallet's receiver has no refunds.");
  await orders.resolveRefund(order.reference, key, decision, { transactionId, note });
  return printState(orders, order, values, terminal);
}

/** Asks a person whether it is so. */
async function isSure(order: Order, means: string, { json, yes }: Values, { print, ask }: DoubtsTerminal) {
  if (yes) return true;
  if (!ask) throw new DoubtsError("Nobody can be asked here. Pass --yes if you are sure.");
  if (!json) for (const line of describeOrder(order)) print(line);
  const answer = await ask(`${means}. Did you look at the gateway, and is it so? (yes/no) `);
  return /^y(es)?$/i.test(answer.trim());
}

async function printState(
  orders: DoubtfulOrders,
  { reference }: Order,
  { json }: Values,
  { print }: DoubtsTerminal,
) {
  const resolved = await orders.find(reference);
  print(json ? toJson(resolved) : visible(`${reference}: ${resolved?.state}`));
  return 0;
}

async function findOrder(orders: DoubtfulOrders, reference = "", more: readonly string[]): Promise<Order> {
  if (reference === "" || more.length > 0) throw new DoubtsError(`Name one reference.\n\n${doubtsUsage}`);
  const order = await orders.find(reference);
  if (order) return order;
  throw new DoubtsError(`The store has no order ${reference}. Is it of this environment?`);
}

/** JSON in which every control character is escaped. A note is a person's text: it can hold anything. */
function toJson(value: unknown): string {
  return visible(
    JSON.stringify(value, (key, item) => (key === "note" ? maskBody(item) : item), 2),
    "\n",
  );
}

/** The message of an error, without what a terminal would obey, and without a card number. */
export function explain(error: unknown): string {
  // A connection that was refused at several addresses has a code and no message.
  const { message, code } = fieldsOf<Error & { code: unknown }>(error);
  return visible(String(maskBody(String(message || code || error))), "\n");
}
