/**
 * Histories of an attempt with several transactions: refunds in parts, under an id of their own or of their payment, refunds that fail
 * after all, disputes that are won, banks that take a success back. The worlds of explorer.test.ts have fewer refunds, and no disputes.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { bodyOf, mug, openShop } from "./shop.test-shop.ts";

/** A transaction of the gateway: the truth. */
interface Transaction {
  readonly id: string;
  status: "pending" | "success" | "fail";
  readonly refunds: { readonly id: string; readonly cents: number; isDone: boolean }[];
  isDisputed: boolean;
}

const refundedOf = ({ refunds }: Transaction) =>
  refunds.reduce((sum, { cents, isDone }) => sum + (isDone ? cents : 0), 0);
const isStanding = (it: Transaction) =>
  it.status === "success" && !it.isDisputed && refundedOf(it) < mug.amountMinor;

const steps = fc.array(
  fc.record({
    what: fc.constantFrom("create", "decide", "reverse", "refund", "refund", "undo", "dispute", "win"),
    // Mostly the first one, of which a history of some length is about.
    which: fc.constantFrom(0, 0, 0, 1, 2),
    status: fc.constantFrom("pending", "success", "fail"),
    cents: fc.constantFrom(300, 400, mug.amountMinor),
    isAgain: fc.boolean(),
  }),
  { minLength: 2, maxLength: 12 },
);
type Step = (typeof steps extends fc.Arbitrary<infer List> ? List : never) extends (infer Item)[]
  ? Item
  : never;

/** The payment that the gateway reports for a step; `undefined` if the step is not possible. */
function take(step: Step, all: Transaction[], isOwnId: boolean): Record<string, unknown> | undefined {
  const { what, which, cents } = step;
  if (what === "create") {
    if (all.length > 2) return undefined;
    const made = { id: `20000000${all.length}`, status: step.status, refunds: [], isDisputed: false };
    all.push(made);
    return chargeOf(made);
  }
  const of = all[which];
  if (!of) return undefined;
  const idOf = (id: string) =>
    isOwnId ? { transactionId: id, parentTransactionId: of.id } : { transactionId: of.id };
  if (what === "decide" && of.status === "pending" && step.status !== "pending") {
    of.status = step.status;
    return { ...chargeOf(of), mode: "sale" };
  }
  if (of.status !== "success") return undefined;
  const refund = of.refunds.find(({ isDone }) => isDone);
  if (what === "reverse" && of.refunds.length === 0 && !of.isDisputed) {
    of.status = "fail";
    return chargeOf(of);
  }
  if (what === "refund" && refundedOf(of) < mug.amountMinor) {
    const made = {
      id: `9${of.id}${of.refunds.length}`,
      cents: Math.min(cents, mug.amountMinor - refundedOf(of)),
    };
    of.refunds.push({ ...made, isDone: true });
    return { ...idOf(made.id), mode: "refund", amount: made.cents / 100 };
  }
  if (what === "undo" && refund) {
    refund.isDone = false;
    return { ...idOf(refund.id), mode: "refund", status: "fail", code: "5000", amount: refund.cents / 100 };
  }
  if ((what === "dispute" || what === "win") && of.isDisputed !== (what === "dispute")) {
    of.isDisputed = !of.isDisputed;
    return { ...idOf(`8${of.id}`), mode: of.isDisputed ? "chargeback" : "represented" };
  }
  return undefined;
}

function chargeOf({ id, status }: Transaction) {
  const code = { pending: undefined, success: "0", fail: "5051" }[status];
  return { transactionId: id, status, code };
}

it("an order is payable only while nothing stands or is pending, whatever the history of its attempt", async () => {
  const property = async (isOwnId: boolean, history: readonly Step[]) => {
    const { checkout, post, types } = openShop();
    const { ipnUrl } = await checkout.begin(mug);
    const all: Transaction[] = [{ id: "200000000", status: "success", refunds: [], isDisputed: false }];
    await post(ipnUrl, bodyOf({ transactionId: "200000000" }));
    for (const [index, step] of history.entries()) {
      const payment = take(step, all, isOwnId);
      const times = payment === undefined ? [] : step.isAgain ? [0, 1] : [0];
      for (const time of times)
        await post(ipnUrl, bodyOf(payment, { timestamp: { unixTime: `${index}${time}` } }));
    }
    const state = (await checkout.find(mug.reference))?.state;
    const standing = all.filter(isStanding).length;
    if (standing > 0 || all.some(({ status }) => status === "pending")) expect(state).not.toBe("payable");
    const told = new Set(types());
    if (standing > 1) expect(told.has("payment.duplicate") || told.has("payment.mismatched")).toBe(true);
    // What cannot be told apart is `unknown`: a person looks.
    if (standing === 0 && state === "paid") expect(told).toContain("unknown");
  };
  await fc.assert(fc.asyncProperty(fc.boolean(), steps, property), {
    numRuns: process.env["NIGHTLY"] ? 300 : 60,
  });
});
