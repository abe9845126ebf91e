/**
 * Converts the wallet's forms to requests to the gateway. This file refuses only invalid amounts and numbers.
 * The client checks everything else, field by field, before it sends anything.
 */
import { type NewTopUp, type RequestOptions, toMinor } from "@cardpane/node";
import { type Done, refuse } from "./refusal.ts";

export type Form = Readonly<Record<string, unknown>>;

/** The value of a field, trimmed and cut above every limit of the interface. */
export function textOf(form: Form, name: string): string {
  const value = form[name];
  return typeof value === "string" ? value.trim().slice(0, 400) : "";
}

/** Parses `12.34` or `12,34`, with an optional sign; `undefined` for anything else. */
function readAmount(text: string): number | undefined {
  const match = text.match(/^([-−+]?)(\d{1,12})(?:[.,](\d{1,4}))?$/);
  if (!match) return undefined;
  const amount = Number(`${match[2]}.${match[3] ?? "0"}`);
  return match[1] === "-" || match[1] === "−" ? -amount : amount;
}

/** The problem of an amount with more decimals than its currency has. */
export const tooExact = "has more decimals than the currency";

/** Reads the field `amount` in the currency's minor units. A negative amount takes virtual money. */
export function readMinorAmount(form: Form, currency: string, mayBeNegative = false): Done<number> {
  const text = textOf(form, "amount");
  if (text === "") return refuse({ amount: "is required" });
  const amount = readAmount(text);
  if (amount === undefined) return refuse({ amount: "must be a number" });
  if (amount <= 0 && !mayBeNegative) return refuse({ amount: "must be more than 0" });
  try {
    return { ok: true, value: toMinor(amount, currency) };
  } catch {
    return refuse({ amount: tooExact });
  }
}

/** Reads the form that adds or takes virtual money. */
export function readTopUp(form: Form, now: number, currency: string): Done<NewTopUp> {
  const amountMinor = readMinorAmount(form, currency, true);
  if (!amountMinor.ok) return amountMinor;
  const days = textOf(form, "expiresInDays");
  if (days !== "" && !/^\d{1,4}$/.test(days)) return refuse({ expiresInDays: "must be a number" });
  const expiry = { dateExpire: dayAndTime(now + Number(days) * 86_400_000) };
  return { ok: true, value: { amountMinor: amountMinor.value, currency, ...(days !== "" && expiry) } };
}

/** `Y-m-d H:i:s` in UTC. */
function dayAndTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}

/** The form's one-time token: a form that is submitted twice is one request. `undefined` for an invalid token. */
export function readFormToken(form: Form): string | undefined {
  const formToken = form["formToken"];
  return typeof formToken === "string" && /^[\w-]{12,24}$/.test(formToken) ? formToken : undefined;
}

/** The idempotency key of a form: a form that is submitted twice is one request. */
export function requestOf(form: Form): RequestOptions {
  const formToken = readFormToken(form);
  return formToken === undefined ? {} : { idempotencyKey: `wallet.${formToken}` };
}

/** The currencies that accounts can have: with two decimals, with none and with three. */
export const accountCurrencies = ["EUR", "USD", "GBP", "JPY", "KWD"] as const;
