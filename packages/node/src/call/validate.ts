/**
 * Validates a request before it is sent, by the client's `validation` setting. Unknown values of lists that grow with the gateway
 * (payment sources, banks, currencies) cause a warning and are not refused.
 */
import { isRecord } from "@cardpane/contract/record";
import { type AnyOperationName, allOperations, type FieldErrors, type Operation } from "@cardpane/gateway";
import { maxIpLength, type Settings } from "../settings/settings.ts";

/**
 * Validates a request in the wire's units. Returns its errors by path. The request is sent as the caller wrote it.
 *
 * @param refused errors that were found before. Their fields are not sent, so they need no warning
 */
export function validate(
  settings: Settings,
  name: AnyOperationName,
  request: unknown,
  refused: FieldErrors,
): FieldErrors {
  const { validation, threeDsMissing } = settings;
  if (validation === "off") return {};
  const operation: Operation = allOperations[name];
  const rules = { threeDsMissing, maxIpLength: maxIpLength(settings) };
  const checked = operation.check(request, rules);
  if (checked.ok) return {};
  const isConsumer = valueAt(request, "paymentSource.type") === "consumer";
  const newer = Object.keys(checked.errors).filter((path) => {
    // The value of this source is the consumer's id; that of a token is none of the gateway's ids.
    const place = isConsumer && path === "paymentSource.value" ? "consumer.id" : path;
    return refused[path] === undefined && isNewer(request, path, place);
  });
  for (const path of newer) advise(settings, path, valueAt(request, path));
  return Object.fromEntries(Object.entries(checked.errors).filter(([path]) => !newer.includes(path)));
}

const matches = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);

/** Paths of values whose lists grow with the gateway, and the test of a newer value. */
const growing: readonly (readonly [
  places: RegExp,
  isNewer: (value: unknown, request: unknown) => boolean,
])[] = [
  [/^paymentSource\.type$/, matches(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)],
  [/^paymentSource\.bankCode$/, matches(/^[A-Za-z0-9_-]{1,32}$/)],
  [/(^|\.)currency$/, matches(/^[A-Z]{3}$/)],
  // Live gateways have given ids of four digits, where the document has at least five.
  [/^(consumer|sku\.action)\.id$/, matches(/^\d{1,4}$/)],
  [/^paymentSource\.token$/, isWalletToken],
];

/** Whether a value that this version does not know may be one of a newer gateway. */
function isNewer(request: unknown, path: string, place: string): boolean {
  return growing.some(
    ([places, matchesNewer]) => places.test(place) && matchesNewer(valueAt(request, path), request),
  );
}

/**
 * A token as phones make it: an object, or text of 1,400 to 3,500 characters. The document has text of 1 to 512. Beside decoded card
 * data none is sent.
 */
function isWalletToken(value: unknown, request: unknown): boolean {
  const text = isRecord(value) && Object.keys(value).length > 0 ? JSON.stringify(value) : value;
  const isLong = text !== value || String(text).length > 512;
  const isAlone = ["number", "tavv", "eci"].every(
    (key) => valueAt(request, `paymentSource.${key}`) === undefined,
  );
  return typeof text === "string" && isLong && isAlone && text.length <= 65_536;
}

function valueAt(request: unknown, path: string): unknown {
  return path.split(".").reduce((parent, key) => Object(parent)[key], request);
}

const advised = new WeakMap<Settings, Set<string>>();

/** Warns of a value that this version does not know, once for each client and path. */
function advise(settings: Settings, path: string, value: unknown): void {
  if (Object.hasOwn(settings.gateway.currencies, String(value))) return;
  const known = advised.get(settings) ?? new Set();
  advised.set(settings, known);
  if (known.has(path)) return;
  known.add(path);
  const what =
    path === "paymentSource.token"
      ? "is an object or longer than the 1 to 512 characters of the document, as tokens of Apple and Google are. It is sent as it is: ask your gateway whether it takes it, or text (gateway.walletTokens)"
      : "holds a value that this version does not know. It is sent as it is: check its spelling, and that your gateway knows it";
  settings.warn(`${path} ${what}. (cardpane)`);
}
