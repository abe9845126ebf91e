/**
 * Converts the wallet's forms to requests to the gateway. This file refuses only invalid amounts and numbers.
 * The client checks everything else, field by field, before it sends anything.
 */
import { type AccountChange, type NewAccount, type NewTopUp, toMinor } from "@cardpane/node";
import type { Done } from "./refusal.ts";
import { refuse } from "./refusal.ts";

export type Form = Readonly<Record<string, unknown>>;

/** The value of a field, trimmed and cut above every limit of the interface. */
export function textOf(form: Form, name: string): string {
  const value = form[name];
  return typeof value === "string" ? value.trim().slice(0, 400) : "";
}

/** Parses `12.34` or `12,34`, with an optional sign; `undefined` for anything else. */
export function readAmount(text: string): number | undefined {
  const match = text.match(/^([-−+]?)(\d{1,12})(?:[.,](\d{1,4}))?$/);
  if (!match) return undefined;
  const amount = Number(`${match[2]}.${match[3] ?? "0"}`);
  return match[1] === "-" || match[1] === "−" ? -amount : amount;
}

/** The parsed amount of a field. */
function amountOf(form: Form, name = "amount"): Done<number> {
  const text = textOf(form, name);
  const value = readAmount(text);
  if (value !== undefined) return { ok: true, value };
  return refuse({ [name]: text === "" ? "is required" : "must be a number" });
}

/** The parsed amount of a refill or a refund, which must be positive. */
export function readPositiveAmount(form: Form): Done<number> {
  const amount = amountOf(form);
  return amount.ok && amount.value <= 0 ? refuse({ amount: "must be more than 0" }) : amount;
}

/** The form's one-time token: a form that is submitted twice is one request. `undefined` for an invalid token. */
export function readFormToken(form: Form): string | undefined {
  const formToken = form["formToken"];
  return typeof formToken === "string" && /^[\w-]{12,24}$/.test(formToken) ? formToken : undefined;
}

/** The currencies that accounts can have: with two decimals, with none and with three. */
export const accountCurrencies = ["EUR", "USD", "GBP", "JPY", "KWD"] as const;

/** *The shop's own names* for the source of an account's money. */
const fiat = { method: "card", system: "odd-harbour" } as const;
const promo = { method: "voucher", system: "odd-harbour" } as const;

/** Reads the form of a new account. */
export function readNewAccount(form: Form, webhookUrl: string): NewAccount {
  const type = textOf(form, "type") === "promo" ? "promo" : "fiat";
  const name = textOf(form, "name");
  return {
    ...(type === "promo" ? promo : fiat),
    type,
    // An unknown currency is passed on: the client refuses it and names its field.
    currency: textOf(form, "currency"),
    ...(name === "" ? {} : { name }),
    webhookUrl,
  };
}

/** The parts of an account's settings, each with its own form. */
export const settingParts = ["details", "autoreload", "notify"] as const;
export type SettingPart = (typeof settingParts)[number];

/** Reads the change of an account from the form of one part. */
export function readAccountChange(form: Form, part: SettingPart, currency: string): Done<AccountChange> {
  const isOn = form["isOn"] === "on";
  switch (part) {
    case "details":
      return {
        ok: true,
        value: {
          name: textOf(form, "name"),
          description: textOf(form, "description") || null,
          isActive: isOn,
        },
      };
    case "autoreload":
      return withAmounts(form, ["autoReloadAmount", "autoReloadMinAmount"], { isAutoReload: isOn }, currency);
    case "notify":
      return withAmounts(form, ["notifyAmount"], { isNotify: isOn }, currency);
    default:
      return part satisfies never;
  }
}

type AmountName = "autoReloadAmount" | "autoReloadMinAmount" | "notifyAmount";

function withAmounts(
  form: Form,
  names: readonly AmountName[],
  rest: AccountChange,
  currency: string,
): Done<AccountChange> {
  const amounts: Partial<Record<`${AmountName}Minor`, number>> = {};
  for (const name of names) {
    if (textOf(form, name) === "") continue;
    const minor = inMinor(amountOf(form, name), currency, name);
    if (!minor.ok) return minor;
    amounts[`${name}Minor`] = minor.value;
  }
  return { ok: true, value: { ...rest, ...amounts, ...(Object.keys(amounts).length > 0 && { currency }) } };
}

/** The problem of an amount with more decimals than its currency has. */
export const tooExact = "has more decimals than the currency";
/** The problem of a refund that exceeds the refundable rest. */
export const moreThanLeft = "is more than is left to refund";

/** Converts an amount from a field to the currency's minor units. */
export function inMinor(amount: Done<number>, currency: string, name = "amount"): Done<number> {
  if (!amount.ok) return amount;
  try {
    return { ok: true, value: toMinor(amount.value, currency) };
  } catch {
    return refuse({ [name]: tooExact });
  }
}

/** Reads the form that adds or takes virtual money. */
export function readTopUp(form: Form, now: number, currency: string): Done<NewTopUp> {
  const amountMinor = inMinor(amountOf(form), currency);
  if (!amountMinor.ok) return amountMinor;
  const reason = textOf(form, "reason");
  const days = textOf(form, "expiresInDays");
  if (days !== "" && !/^\d{1,4}$/.test(days)) return refuse({ dateExpire: "must be a number" });
  return {
    ok: true,
    value: {
      ...{ amountMinor: amountMinor.value, currency },
      ...(reason === "" ? {} : { reason }),
      ...(days === "" ? {} : { dateExpire: dayAndTime(now + Number(days) * 86_400_000) }),
    },
  };
}

/** `Y-m-d H:i:s` in UTC. */
function dayAndTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}
