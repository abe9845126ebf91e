/** Reads the answer to a payment (section 2.6). */
import { type PaymentResult, paymentResult } from "@cardpane/contract/gateway";
import type { Asked } from "./answer.ts";
import type { Redact } from "./redact.ts";

/** How the answer to a payment is read. */
export function readsPayment(
  paidByToken: boolean,
  redact: Redact,
): Omit<Asked<PaymentResult>, "success" | "now"> {
  return {
    effect: "payment",
    redact,
    parse: (body) => {
      const result = parseResult(body);
      return result && withoutCardNumber(result, redact);
    },
    // Assumption: a token that was used, has expired or is not known is told at paymentSource.value.
    explain: (status, errors) =>
      status === 400 && paidByToken && errors?.["paymentSource.value"] !== undefined
        ? { code: "token_unusable", what: "The gateway refused the request" }
        : undefined,
  };
}

/** Fields that decide what happens next: one that cannot be read makes the whole answer unreadable. */
const decisive = new Set(["status", "code", "action", "url"]);

/**
 * Checks a result. A field that only describes (a bank's name, a description that is too long) is left out when it does
 * not fit: it must not turn a payment that was made into one whose outcome is unknown.
 */
export function parseResult(body: unknown): PaymentResult | undefined {
  const first = paymentResult.safeParse(body);
  if (first.success) return isUsable(first.data) ? first.data : undefined;
  for (const { path } of first.error.issues) {
    const [group, field] = path;
    const value = valueAt(body, path);
    if (group === "payment" && path.length === 2 && decisive.has(String(field)) && value !== null)
      return undefined;
    leaveOut(body, path);
  }
  const second = paymentResult.safeParse(body);
  return second.success && isUsable(second.data) ? second.data : undefined;
}

/** A redirect must lead somewhere a shopper can be sent to. */
function isUsable({ payment }: PaymentResult): boolean {
  return payment.status !== "pending" || payment.action !== "redirect" || isWebAddress(payment.url);
}

/** Says whether a text is an absolute http or https address. */
export function isWebAddress(text: string | undefined): text is string {
  if (text === undefined || !/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text);
}

/** The interface promises masked numbers. Where one is not, it is masked here, before anybody logs it. */
export function withoutCardNumber(result: PaymentResult, redact: Redact): PaymentResult {
  const { payment } = result;
  const { source, description } = payment;
  const number = source?.number;
  const isFull = number !== undefined && /^\d{12,}$/.test(number.replace(/[\s-]/g, ""));
  return {
    ...result,
    payment: {
      ...payment,
      ...(description === undefined ? {} : { description: redact(description) }),
      ...(isFull ? { source: { ...source, number: `${number.slice(0, 6)}******${number.slice(-4)}` } } : {}),
    },
  };
}

function leaveOut(body: unknown, path: readonly PropertyKey[]): void {
  const parent = valueAt(body, path.slice(0, -1));
  const last = path.at(-1);
  if (isObject(parent) && last !== undefined) delete parent[last];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}
