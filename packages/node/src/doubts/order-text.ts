/** Orders as lines of a terminal. */
import { currencyDecimals } from "@cardpane/gateway/iso-codes";
import { maskBody } from "../call/mask.ts";
import type { Money } from "../call/money.ts";
import type { HistoryEntry } from "../orders/attempt.ts";
import type { Order, WaitingReason } from "../orders/order.ts";

/** What a terminal would obey or not show: control characters, marks of direction, lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The text with each such character as `\u001b`, which JSON reads back, but for those to keep. */
export function visible(text: string, keep = ""): string {
  return text.replace(unprintable, (found) =>
    found !== "" && keep.includes(found)
      ? found
      : Array.from({ length: found.length }, (_, index) => escaped(found.charCodeAt(index))).join(""),
  );
}

const escaped = (unit: number) => `\\u${unit.toString(16).padStart(4, "0")}`;

const endings: Readonly<Record<WaitingReason, string>> = {
  no_answer: "resolve",
  pending: "notification, supersede",
  bank: "notification",
  authorized: "settlement, void",
  mismatched: "resolve",
  refund: "notification, refund",
};

/** One line for each order, below the names of the columns; none without an order. */
export function orderTable(orders: readonly Order[]): readonly string[] {
  if (orders.length === 0) return [];
  const rows = orders.map(({ reference, waiting, attempts }) => [
    reference,
    waiting?.why ?? "",
    waiting ? timeText(waiting.since) : "",
    moneyText(attempts.findLast(({ expected }) => expected)?.expected),
    moneyText(waiting?.money),
    waiting?.needsPerson ? "yes" : "no",
    waiting ? endings[waiting.why] : "",
  ]);
  const all = [["REFERENCE", "WAITS", "SINCE", "EXPECTED", "MOVED", "PERSON", "ENDED BY"], ...rows].map(
    (row) => row.map((cell) => visible(cell)),
  );
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** An order with its attempts and their history, line by line. */
export function describeOrder(order: Order): readonly string[] {
  const { waiting, paid } = order;
  const lines = [`${order.reference}: ${order.state}`];
  if (waiting)
    lines.push(
      `waits since ${timeText(waiting.since)}: ${waiting.why}${given(" ", moneyText(waiting.money))}, ended by ${endings[waiting.why]}${waiting.needsPerson ? "; a person must look" : ""}`,
    );
  if (paid) lines.push(`paid ${moneyText(paid.money)}${given(", transaction ", paid.transactionId)}`);
  for (const { transactionId, of, money } of order.refunds)
    lines.push(`refunded ${moneyText(money) || "all"}, transaction ${transactionId}${given(" of ", of)}`);
  for (const { key, money } of order.refundsUnderWay)
    lines.push(`refund under way: ${moneyText(money)}, key ${key}`);
  for (const attempt of order.attempts) {
    const { id, state, expected, createdAt, history, folded } = attempt;
    lines.push("", `attempt ${id}: ${state}, ${moneyText(expected) || "amount unknown"}`);
    lines.push(`  ${timeText(createdAt)}  begun`);
    if (folded.entries > 0) lines.push(`  ${folded.entries} entries and ${folded.renewals} renewals before`);
    for (const entry of history) lines.push(`  ${entryText(entry)}`);
  }
  return lines.map((line) => visible(line));
}

function entryText(entry: HistoryEntry): string {
  const { at, source, said, money, code, transactionId, deliveryId, note, events } = entry;
  return [
    `${timeText(at)}  ${source.padEnd("notification".length)}  ${said}`,
    moneyText(money),
    given("code ", code),
    given("transaction ", transactionId),
    given("delivery ", deliveryId),
    given("note ", note === undefined ? note : String(maskBody(note))),
    given("-> ", events.join(", ")),
  ]
    .filter((part) => part !== "")
    .join("  ");
}

const given = (before: string, value: string | undefined) => (value ? before + value : "");

const timeText = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}Z`;

/** An amount with the decimals of its currency. */
function moneyText(money: Money | undefined): string {
  if (!money) return "";
  const { amountMinor, currency } = money;
  const decimals = currencyDecimals(currency);
  if (decimals === undefined) return `${amountMinor} ${currency} in minor units`;
  const digits = String(amountMinor).padStart(decimals + 1, "0");
  const fraction = digits.slice(digits.length - decimals);
  return `${digits.slice(0, digits.length - decimals)}${given(".", fraction)} ${currency}`;
}
