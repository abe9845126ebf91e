/** Describes the fields of requests, from the schemas that check them, with the names and units of the package. */
import * as z from "zod/mini";
import { code, table } from "./markdown.ts";

/** The part of JSON Schema that our schemas use. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Field {
  readonly path: string;
  readonly isRequired: boolean;
  /** The condition under which an optional field is required. */
  readonly when?: string;
  readonly rule: string;
}

/** A condition under which fields that are optional in the schema are required. */
interface Condition {
  readonly when: string;
  readonly fields: readonly string[];
}

/** A row for each field of a request, without the parts named in `except`. */
export function fieldTable(
  schema: z.core.$ZodType,
  conditions: readonly Condition[] = [],
  except: readonly string[] = [],
): string {
  const needed = (path: string) =>
    conditions.filter(({ fields }) => fields.includes(path)).map(({ when }) => when);
  return table(
    ["field", "", "rule"],
    fieldsOf(read(schema), "")
      .filter(({ path }) => !except.includes(path.split(".")[0] ?? ""))
      .map(({ path, isRequired, when = needed(path).join(", "), rule }) => [
        code(path),
        isRequired ? "required" : when && `required ${when}`,
        rule,
      ]),
  );
}

/** Names of the schema's top-level fields. */
export function fieldNames(schema: z.core.$ZodType): readonly string[] {
  return Object.keys(read(schema).properties ?? {});
}

/** A row for each variant of a union, by its `type`. */
export function variantTable(schema: z.core.$ZodType): string {
  return table(
    ["type", "required", "optional"],
    variantsOf(read(schema)).map((variant) => {
      const { type, ...others } = variant.properties ?? {};
      const fields = fieldsOf({ ...variant, properties: others }, "");
      const list = (isRequired: boolean) =>
        fields
          .filter((field) => field.isRequired === isRequired)
          .map(({ path, rule }) => (rule === "" ? code(path) : `${code(path)} (${rule})`))
          .join(", ");
      const required = [list(true), variant.description ?? ""].filter(Boolean).join("; ");
      return [values(type ?? {}), required, list(false)];
    }),
  );
}

function read(schema: z.core.$ZodType): Schema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
}

function variantsOf({ oneOf, anyOf }: Schema): readonly Schema[] {
  return oneOf ?? anyOf ?? [];
}

/** The parts of a union or an intersection that are objects with known fields. */
function objectsOf(schema: Schema): readonly Schema[] {
  if (schema.properties) return [schema];
  return [...variantsOf(schema), ...(schema.allOf ?? [])].filter(({ properties }) => properties);
}

/** Every field of an object or a union, once. A field of a union is required if every variant requires it. */
function fieldsOf(schema: Schema, prefix: string): readonly Field[] {
  const objects = objectsOf(schema);
  const fields = new Map<string, Field>();
  for (const { properties = {} } of objects) {
    for (const [name, field] of Object.entries(properties)) {
      // The wallet user: forUser or a login names it.
      if (name === "clientId") continue;
      const path = `${prefix}${publicName(name)}`;
      const isRequired = objects.every(({ required }) => required?.includes(name));
      fields.set(path, fields.get(path) ?? { path, isRequired, rule: ruleOf(field, name) });
      for (const below of fieldsOf(field.items ?? field, `${path}${field.items ? "[]" : ""}.`)) {
        if (!fields.has(below.path)) fields.set(below.path, below);
      }
    }
  }
  const names = objects.flatMap(({ properties = {} }) => Object.keys(properties));
  // The lines of a bill have the bill's currency, so they need no currency field.
  if (names.some((name) => amounts.has(name)) && !names.includes("currency") && !prefix.endsWith("[].")) {
    const rule = "an ISO 4217 currency code: it converts the amounts and is not sent";
    const isRequired = objects.every(({ required = [] }) => required.some((name) => amounts.has(name)));
    fields.set("currency", { path: `${prefix}currency`, isRequired, when: "beside an amount", rule });
  }
  return [...fields.values()];
}

/** The amounts of the wire, which are decimal numbers. The package takes them in minor units. */
const amounts: ReadonlySet<string> = new Set([
  "amount",
  "autoReloadAmount",
  "autoReloadMinAmount",
  "notifyAmount",
]);

/** The package's name for a field of the wire. */
function publicName(name: string): string {
  return amounts.has(name) ? `${name}Minor` : name;
}

function ruleOf(schema: Schema, name = ""): string {
  const rule = amounts.has(name) ? minorUnits(schema) : typeRule(schema);
  const { description } = schema;
  if (description === undefined) return rule;
  // A bare "a text" adds nothing to the description.
  return rule === "" || rule === "a text" ? description : `${rule}: ${description}`;
}

function minorUnits({ minimum, exclusiveMinimum }: Schema): string {
  const lowest = exclusiveMinimum === 0 ? 1 : minimum === 0 ? 0 : undefined;
  return `a whole number of minor units${lowest === undefined ? "" : `, ${lowest} or more`}`;
}

function typeRule(schema: Schema): string {
  if (schema.const !== undefined || schema.enum) return values(schema);
  switch (schema.type) {
    case "null":
      return "`null`";
    case "string":
      return textRule(schema);
    case "integer":
    case "number":
      return [schema.type === "integer" ? "a whole number" : "a number", numberRange(schema)]
        .filter(Boolean)
        .join(", ");
    case "boolean":
      return "`true` or `false`";
    case "array": {
      const items = schema.items ? ruleOf(schema.items) : "";
      const list = `a list${between(schema.minItems, schema.maxItems, "item")}`;
      return items === "" ? list : `${list}, each ${items}`;
    }
    default:
      return objectRule(schema);
  }
}

/** Describes free data by its values, a union of objects by the required fields of each, another union by its parts. */
function objectRule(schema: Schema): string {
  const { additionalProperties: free } = schema;
  if (typeof free === "object") return `an object: ${ruleOf(free)}`;
  const variants = variantsOf(schema);
  if (variants.length === 0) return schema.allOf?.map((part) => ruleOf(part)).find(Boolean) ?? "";
  const isObjects = variants.every(({ properties }) => properties);
  const parts = variants.map((part) =>
    isObjects ? (part.required ?? []).map(publicName).map(code).join(" and ") : ruleOf(part),
  );
  return `${isObjects ? "with " : ""}${parts.join(", or ")}`;
}

const formats: Readonly<Record<string, string>> = {
  date: "a date, yyyy-mm-dd",
  email: "an e-mail address",
  uri: "an http or https address",
  uuid: "a UUID",
};
const digits = "^[0-9]*$";

function textRule(schema: Schema): string {
  if (schema.format !== undefined) {
    const format = formats[schema.format] ?? `a ${schema.format}`;
    return format + between(schema.minLength, schema.maxLength, "character");
  }
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
  const others = patterns.filter((pattern) => pattern !== digits);
  const unit = patterns.includes(digits) ? "digit" : "character";
  return [
    `a text${between(schema.minLength, schema.maxLength, unit)}`,
    ...others.map((pattern) => `matching ${code(pattern)}`),
  ].join(", ");
}

function between(min: number | undefined, max: number | undefined, unit: string): string {
  const count = (number: number) => `${number.toLocaleString("en")} ${unit}${number === 1 ? "" : "s"}`;
  if (min === max) return min === undefined ? "" : ` of ${count(min)}`;
  if (max === undefined) return ` of at least ${count(min ?? 0)}`;
  return ` of ${min === undefined ? "at most" : `${min} to`} ${count(max)}`;
}

function numberRange({ minimum, maximum, exclusiveMinimum }: Schema): string {
  if (exclusiveMinimum !== undefined) return `more than ${exclusiveMinimum}`;
  const isOpen = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER;
  if (minimum === undefined) return isOpen ? "" : `${maximum} at most`;
  return isOpen ? `${minimum} or more` : `${minimum} to ${maximum}`;
}

function values(schema: Schema): string {
  const list = schema.enum ?? [schema.const];
  return list.map((value) => code(String(value))).join(", ");
}
