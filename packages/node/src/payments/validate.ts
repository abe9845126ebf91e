/**
 * Validation of a payment request before it is sent, by the client's `validation` setting. Lists of the document that grow
 * with the gateway (payment sources, banks) advise and do not refuse.
 */
import {
  consumer,
  type FieldErrors,
  parsePaymentRequest,
  payerProblems,
  paymentRequest,
  paymentSource,
  sku,
} from "@cardpane/contract/gateway";
import { unknownField } from "../call/bound-errors.ts";
import type { ExtraPlace } from "../call/extras.ts";
import { maxIpLength, type Settings } from "../client/settings.ts";

const keysOf = (schema: { readonly shape: object }) => Object.keys(schema.shape);
const skuKeys = [...new Set(sku.options.flatMap(keysOf))];
const sourceKeys = new Map(
  paymentSource.options.flatMap((option) => {
    const { type } = option.shape;
    const types: readonly string[] = "options" in type ? type.options : [...type.values];
    return types.map((name) => [name, keysOf(option)] as const);
  }),
);

/** Where a payment request takes fields that this version does not know. */
export const paymentPlaces: readonly ExtraPlace[] = [
  { key: "", known: () => keysOf(paymentRequest) },
  { key: "paymentSource", known: ({ type }) => sourceKeys.get(String(type)) ?? ["type"] },
  { key: "sku", known: () => skuKeys },
  { key: "consumer", known: () => keysOf(consumer) },
  { key: "url", known: () => ["ipnUrl", "redirectUrl"] },
];

/**
 * Validates a request in the wire's units. Path to what is wrong with it, none when it can be sent.
 *
 * @param refused errors that were found before: what they name is not sent, so that no warning is needed
 */
export function validatePayment(
  request: unknown,
  settings: Settings,
  refused: FieldErrors = {},
): FieldErrors {
  const { validation, threeDsMissing } = settings;
  if (validation === "off") return {};
  const rules = { threeDsMissing, maxIpLength: maxIpLength(settings) };
  const parsed = parsePaymentRequest(request, rules);
  if (parsed.ok) return {};
  const errors = { ...parsed.errors };
  adviseOnGrowing(errors, request, settings, refused);
  return validation === "strict" ? errors : boundsOf(errors, payerProblems(request, rules));
}

/** What a check by bounds leaves of the errors: no unknown fields, and none of the conditions between fields. */
function boundsOf(errors: FieldErrors, conditions: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([path, message]) => message !== unknownField && conditions[path] !== message,
    ),
  );
}

/** Turns the errors of values that may be newer than this version into warnings. */
export function adviseOnGrowing(
  errors: Record<string, string>,
  request: unknown,
  settings: Settings,
  refused: FieldErrors = {},
): void {
  for (const path of Object.keys(errors)) {
    const known = growing.find(({ places }) => places.test(path));
    if (known && refused[path] === undefined) adviseOn(errors, path, request, known.value, settings);
  }
}

const newCurrency = /^[A-Z]{3}$/;

/** Where the values stand that the gateway's lists gain, and what a newer value looks like. */
const growing: readonly { readonly places: RegExp; readonly value: RegExp }[] = [
  { places: /^paymentSource\.type$/, value: /^[A-Za-z][A-Za-z0-9_-]{0,63}$/ },
  { places: /^paymentSource\.bankCode$/, value: /^[A-Za-z0-9_-]{1,32}$/ },
  { places: /(^|\.)currency$/, value: newCurrency },
];

const advised = new WeakMap<Settings, Set<string>>();

/** Turns the error of a value that may be newer than this version into a warning, once for each client and path. */
function adviseOn(
  errors: Record<string, string>,
  path: string,
  request: unknown,
  pattern: RegExp,
  settings: Settings,
): void {
  const value = path
    .split(".")
    .reduce<unknown>((parent, key) => (Object(parent) as Readonly<Record<string, unknown>>)[key], request);
  if (errors[path] === undefined || typeof value !== "string" || !pattern.test(value)) return;
  delete errors[path];
  if (pattern === newCurrency && Object.hasOwn(settings.gateway.currencies, value)) return;
  const known = advised.get(settings) ?? new Set();
  advised.set(settings, known);
  if (known.has(path)) return;
  known.add(path);
  settings.warn(
    `${path} holds a value that this version does not know. It is sent as it is: check its spelling, and that your gateway knows it. (cardpane)`,
  );
}
