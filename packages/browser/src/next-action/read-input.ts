/** Validates the input of a page: the payment leniently, because it comes from the gateway, and the options strictly. */
import {
  array,
  exact,
  integer,
  oneOf,
  partial,
  pattern,
  type Trace,
  text,
  withoutUndefined,
} from "@cardpane/contract/messages";
import { isRecord } from "@cardpane/contract/record";
import { isSecureOrigin } from "@cardpane/contract/secure-origin";
import type { NextActionOptions } from "../api/next-action.ts";

/** The next action of a payment: an address, a QR code, both, or none. */
export interface Step {
  readonly url?: URL;
  readonly qrCode?: string;
}

/** An invalid input; the trace has its path and the expected value, never the given one. */
export class WrongInput {
  readonly trace: Trace;
  constructor(trace: Trace) {
    this.trace = trace;
  }
}

function wrongInput(path: readonly string[], expected: string): WrongInput {
  return new WrongInput(Object.assign([...path], { expected: [expected] as const }));
}

/** @throws WrongInput */
export function readStep(source: unknown): Step {
  const payment = isRecord(source) && "payment" in source ? source["payment"] : source;
  if (!isRecord(payment))
    throw wrongInput(["payment"], "a payment of the gateway, or an object with url or qrCode");
  const { action, url, qrCode } = payment;
  // `{ url }` without an action is a redirect; `charge` has no second step.
  const isOpen = (action ?? "redirect") === "redirect";
  return {
    ...(isOpen && isGiven(url) && { url: readUrl(url) }),
    ...(isGiven(qrCode) && { qrCode: readText(qrCode) }),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function readUrl(value: unknown): URL {
  try {
    const url = new URL(value as string);
    if (isSecureOrigin(url)) return url;
  } catch {
    // The text is not an address.
  }
  throw wrongInput(["payment", "url"], "an https address (http on loopback only)");
}

function readText(value: unknown): string {
  const trace: Trace = [];
  const read = text(1, 4_000)(value, trace);
  trace.push("payment", "qrCode");
  if (read === undefined) throw new WrongInput(trace);
  return read;
}

const line = text(1, 300);
/** The same rules as `gateway.redirect` of `@cardpane/node`. */
const parameters = array(pattern(/^[\w.[\]-]{1,64}$/, "1 to 64 letters, digits, and _ . - [ ]"), 1, 8);
const guard = exact({
  redirect: exact({
    orderId: parameters,
    transactionId: parameters,
    isApproved: parameters,
    code: parameters,
  }),
  mode: oneOf(["redirect", "dialog"]),
  windowSize: oneOf(["01", "02", "03", "04", "05"]),
  timeoutMs: integer(1, 3_600_000),
  loadTimeoutMs: integer(1, 600_000),
  scheme: oneOf(["light", "dark", "auto"]),
  texts: partial({
    title: line,
    close: line,
    loading: line,
    scan: line,
    code: line,
    copy: line,
    copied: line,
    open: line,
    done: line,
  }),
});

const defaults = {
  mode: "redirect",
  windowSize: "03",
  timeoutMs: 600_000,
  loadTimeoutMs: 30_000,
  scheme: "auto",
  texts: {},
};

const redirectDefaults = {
  orderId: "order_id",
  transactionId: ["cb_transaction_id", "transaction_id"],
  isApproved: "is_approved",
  code: ["cb_code", "code"],
};

/** The options with their defaults. */
export type NextActionSettings = NonNullable<ReturnType<typeof guard>>;

/** @throws WrongInput */
export function readSettings({ signal: _, redirect, ...options }: NextActionOptions): NextActionSettings {
  const given = { ...redirectDefaults, ...Object(withoutUndefined(redirect)) };
  const trace: Trace = [];
  const settings = guard(
    {
      ...defaults,
      ...Object(withoutUndefined(options)),
      redirect: Object.fromEntries(
        Object.entries(given).map(([name, names]) => [name, typeof names === "string" ? [names] : names]),
      ),
    },
    trace,
  );
  if (!settings) throw new WrongInput(trace);
  return settings;
}
