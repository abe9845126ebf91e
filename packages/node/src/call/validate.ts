/**
 * Validates a request before it is sent, by the client's `validation` setting. Unknown values of lists that grow with the gateway
 * (payment sources, banks, currencies) cause a warning and are not refused.
 */
import {
  type AnyOperationName,
  allOperations,
  type FieldErrors,
  type Operation,
  paymentSource,
  sku,
} from "@cardpane/gateway";
import type * as z from "zod";
import { maxIpLength, type Settings } from "../client/settings.ts";
import type { ExtraPlace } from "./extras.ts";

const keysOf = ({ shape = {} }: Partial<z.ZodObject>) => Object.keys(shape);
const skuKeys = [...new Set(sku.options.flatMap(keysOf))];
const sourceKeys = new Map(
  paymentSource.options.flatMap((option) => {
    const { type } = option.shape;
    const types: readonly string[] = "options" in type ? type.options : [...type.values];
    return types.map((name) => [name, keysOf(option)] as const);
  }),
);

/** The objects in an operation's request that accept extra fields; the first is the request itself. */
export function extraPlaces(name: AnyOperationName): readonly ExtraPlace[] {
  const { shape = {} } = allOperations[name].request as Partial<z.ZodObject>;
  const places: readonly ExtraPlace[] = [
    { key: "paymentSource", known: ({ type }) => sourceKeys.get(String(type)) ?? ["type"] },
    { key: "sku", known: () => skuKeys },
    ...["consumer", "url"].map((key) => ({ key, known: () => keysOf(Object(shape[key])) })),
  ];
  return [
    { key: "", known: () => Object.keys(shape) },
    ...places.filter(({ key }) => Object.hasOwn(shape, key)),
  ];
}

/**
 * Validates a request in the wire's units. Returns the request to send, or its errors by path.
 *
 * @param refused errors that were found before. Their fields are not sent, so they need no warning
 */
export function validate(
  settings: Settings,
  name: AnyOperationName,
  request: unknown,
  refused: FieldErrors,
): { readonly value: unknown; readonly errors: FieldErrors } {
  const { validation, threeDsMissing } = settings;
  if (validation === "off") return { value: request, errors: {} };
  const operation: Operation = allOperations[name];
  const rules = { threeDsMissing, maxIpLength: maxIpLength(settings) };
  const checked = operation.check(request, rules);
  // The validated value has its fields in the order of the document.
  if (checked.ok) return { value: checked.value, errors: {} };
  const errors = { ...checked.errors };
  adviseOnGrowing(errors, request, settings, refused);
  return { value: request, errors };
}

/** Replaces the errors of values that may be newer than this version with warnings. */
function adviseOnGrowing(
  errors: Record<string, string>,
  request: unknown,
  settings: Settings,
  refused: FieldErrors,
): void {
  for (const path of Object.keys(errors)) {
    const known = growing.find(({ places }) => places.test(path));
    if (known && refused[path] === undefined) adviseOn(errors, path, request, known.value, settings);
  }
}

const newCurrency = /^[A-Z]{3}$/;

/** Paths of values whose lists grow with the gateway, and the pattern of a newer value. */
const growing: readonly { readonly places: RegExp; readonly value: RegExp }[] = [
  { places: /^paymentSource\.type$/, value: /^[A-Za-z][A-Za-z0-9_-]{0,63}$/ },
  { places: /^paymentSource\.bankCode$/, value: /^[A-Za-z0-9_-]{1,32}$/ },
  { places: /(^|\.)currency$/, value: newCurrency },
];

const advised = new WeakMap<Settings, Set<string>>();

/** Replaces the error of a value that may be newer than this version with a warning, once for each client and path. */
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
