/**
 * `extra` of a request: fields that this version does not know. They are merged into the request before it is sent. A known field
 * is refused there, because it would bypass every check.
 */

import { isRecord } from "@cardpane/contract/record";
import {
  type AnyOperationName,
  allOperations,
  type FieldErrors,
  type JsonValue,
  paymentSource,
  sku,
} from "@cardpane/gateway";
import type * as z from "zod/mini";
import type { WireRequest } from "./wire-amounts.ts";

/** Fields of a newer gateway, sent unchanged. `extra.consumer` is merged into `consumer`, and so are `paymentSource`, `sku` and `url`. */
export type Extra = Readonly<Record<string, JsonValue>>;

/** An input that accepts fields of a newer gateway. */
export interface WithExtra {
  /** Fields that this version does not know, sent unchanged: `{ partner: "p-1", consumer: { group: 7 } }`. */
  readonly extra?: Extra | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const keysOf = ({ shape = {} }: Partial<z.ZodMiniObject>) => Object.keys(shape);
const skuKeys = [...new Set(sku.def.options.flatMap(keysOf))];
const sourceKeys = new Map(
  paymentSource.def.options.flatMap((option) => {
    const { type } = option.shape;
    const types: readonly string[] = "options" in type ? type.options : type.def.values;
    return types.map((name) => [name, keysOf(option)] as const);
  }),
);

/** Merges the extra fields into a request in the wire's names. */
export function mergeExtra(name: AnyOperationName, request: Fields, extra: unknown): WireRequest {
  if (extra === undefined) return { request, errors: {} };
  if (!isRecord(extra)) return { request, errors: { extra: "must be an object" } };
  const { shape = {} } = allOperations[name].request as Partial<z.ZodMiniObject>;
  const errors: FieldErrors = {};
  const merge = (object: Fields, more: Fields, known: readonly string[], path: string): Fields => {
    const taken = Object.keys(more).filter(
      (key) => known.includes(key) || Object.hasOwn(object, key) || key === "__proto__",
    );
    for (const key of taken) errors[`${path}.${key}`] = "is a known field: give it in its own place";
    return { ...object, ...more };
  };
  const known = {
    paymentSource: ({ type }: Fields) => sourceKeys.get(String(type)) ?? ["type"],
    sku: () => skuKeys,
    consumer: () => keysOf(Object(shape["consumer"])),
    url: () => keysOf(Object(shape["url"])),
  };
  const whole = { ...request };
  const rest = { ...extra };
  for (const [part, knownOf] of Object.entries(known)) {
    const [object, more] = [request[part], extra[part]];
    if (!isRecord(object) || !isRecord(more)) continue;
    whole[part] = merge(object, more, knownOf(object), `extra.${part}`);
    delete rest[part];
  }
  return { request: merge(whole, rest, Object.keys(shape), "extra"), errors };
}
