/** The configuration of `certify`: how a shopper pays in the shop, and where the shop says what it believes. */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { SandboxError } from "../errors.ts";

const path = z.string().regex(/^\/(?!\/)/, "must be a path of the shop, /checkout for example");
const selector = z.string().min(1);
const ofReference = path.regex(/\{reference\}/, "must contain {reference}");

const stepForms = '{ "open": path }, { "click": selector } or { "fill": selector, "with": text }';
const step = z.union(
  [
    z.strictObject({ open: path }),
    z.strictObject({ click: selector }),
    z.strictObject({ fill: selector, with: z.string() }),
  ],
  `must be ${stepForms}`,
);

const regex = z.string().refine((text) => {
  try {
    return new RegExp(`${text}|`).exec("")?.length === 2;
  } catch {
    return false;
  }
}, "must be a regular expression with one group, the reference: /orders/([\\w-]+)");

/** The schema; `certify.schema.json` is made from it. */
const configSchema = z.strictObject({
  $schema: z.string().optional(),
  checkout: z
    .union([path, z.array(step).min(1)], `must be a path of the shop, or a list of steps: ${stepForms}`)
    .describe("The page with the pane, or the steps that lead to it."),
  pay: selector.default("button").describe("Selector of the button that pays; the first match is clicked."),
  reference: z
    .union(
      [
        z.strictObject({ url: regex }),
        z.strictObject({ selector, attribute: z.string().min(1) }),
        z.strictObject({ response: path, json: z.string().min(1).optional() }),
      ],
      'must be { "url": regular expression }, { "selector", "attribute" } or { "response": path, "json": key }',
    )
    .describe(
      "The order's reference: in an address of the shop, in an attribute on the page, or in a response to the page (a key of its JSON, or all of its text).",
    ),
  orders: z
    .union(
      [ofReference, z.strictObject({ page: ofReference, paid: selector })],
      'must be a path with {reference}, or { "page": such a path, "paid": selector }',
    )
    .describe(
      'What the shop believes: JSON at that path, { "paid": true, "amountMinor": 4200, "currency": "EUR" }, 404 without an order; or a page that shows the selector once the order is paid.',
    ),
  skip: z
    .array(z.string())
    .default([])
    .describe("Names of scenarios that the shop does not support; they are counted as skipped."),
});

export type CertifyConfig = z.output<typeof configSchema>;

/** The JSON schema of the configuration. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: "input" });
}

/**
 * Reads a configuration.
 *
 * @param names of all scenarios, for `skip`.
 * @throws SandboxError `bad-setting` with the path of each wrong field and what was expected.
 */
export function readConfig(file: string, names: readonly string[]): CertifyConfig {
  let input: unknown;
  try {
    input = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new SandboxError("bad-setting", `--config: ${file} cannot be read as JSON: ${String(error)}`);
  }
  return checkConfig(input, file, names);
}

export function checkConfig(input: unknown, file: string, names: readonly string[]): CertifyConfig {
  const { data, error } = configSchema.safeParse(input);
  const problems = (error?.issues ?? []).map((issue) =>
    issue.code === "unrecognized_keys"
      ? `${[...issue.path, issue.keys[0]].join(".")} is not a field`
      : `${issue.path.join(".") || "(file)"} ${issue.message}`,
  );
  for (const [index, name] of (data?.skip ?? []).entries()) {
    if (!names.includes(name)) problems.push(`skip.${index} must be one of ${names.join(", ")}`);
  }
  if (data === undefined || problems.length > 0) {
    throw new SandboxError("bad-setting", `${file}:\n  ${problems.join("\n  ")}`);
  }
  return data;
}
