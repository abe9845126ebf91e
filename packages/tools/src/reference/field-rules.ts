/** What a request may hold, field by field: read from the schema that checks it. */
import { code, table } from "./markdown.ts";

/** A zod schema, as far as it is read here. */
interface Checked {
  toJSONSchema(options: { readonly io: "input"; readonly unrepresentable: "any" }): object;
}

/** The part of JSON Schema that our schemas make. */
interface Schema {
  readonly type?: string;
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
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Field {
  readonly path: string;
  readonly isRequired: boolean;
  readonly rule: string;
}

/** A row for each field of a request, those of one part left out. */
export function fieldTable(schema: Checked, except: string): string {
  return table(
    ["field", "", "rule"],
    fieldsOf(read(schema), "")
      .filter(({ path }) => !path.startsWith(except))
      .map(({ path, isRequired, rule }) => [code(path), isRequired ? "required" : "", rule]),
  );
}

/** A row for each variant of a union that its `type` tells apart. */
export function variantTable(schema: Checked): string {
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
      return [values(type ?? {}), list(true), list(false)];
    }),
  );
}

function read(schema: Checked): Schema {
  return schema.toJSONSchema({ io: "input", unrepresentable: "any" });
}

function variantsOf({ oneOf, anyOf }: Schema): readonly Schema[] {
  return oneOf ?? anyOf ?? [];
}

/** Of a union of objects every field once: it is required where it is in every variant. */
function fieldsOf(schema: Schema, prefix: string): readonly Field[] {
  const objects = schema.properties ? [schema] : variantsOf(schema).filter(({ properties }) => properties);
  const fields = new Map<string, Field>();
  for (const { properties = {} } of objects) {
    for (const [name, field] of Object.entries(properties)) {
      const path = `${prefix}${publicName(name)}`;
      const isRequired = objects.every(({ required }) => required?.includes(name));
      fields.set(path, fields.get(path) ?? { path, isRequired, rule: ruleOf(field, name) });
      for (const below of fieldsOf(field.items ?? field, `${path}${field.items ? "[]" : ""}.`)) {
        if (!fields.has(below.path)) fields.set(below.path, below);
      }
    }
  }
  return [...fields.values()];
}

/** The package takes amounts in minor units; the wire has decimals. */
function publicName(name: string): string {
  return name === "amount" ? "amountMinor" : name;
}

function ruleOf(schema: Schema, name = ""): string {
  if (name === "amount") return "a whole number of minor units";
  if (schema.const !== undefined || schema.enum) return values(schema);
  switch (schema.type) {
    case "string":
      return textRule(schema);
    case "integer":
    case "number":
      return [schema.type === "integer" ? "a whole number" : "a number", numberRange(schema)]
        .filter(Boolean)
        .join(", ");
    case "boolean":
      return "`true` or `false`";
    case "array":
      return `a list${between(schema.minItems, schema.maxItems, "item")}`;
    default:
      return "";
  }
}

const formats: Readonly<Record<string, string>> = {
  email: "an e-mail address",
  uri: "an http or https address",
  uuid: "a UUID",
};
const digits = "^[0-9]*$";

function textRule(schema: Schema): string {
  if (schema.format !== undefined) return formats[schema.format] ?? `a ${schema.format}`;
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
