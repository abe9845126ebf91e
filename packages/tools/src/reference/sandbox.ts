/** The reference of the sandbox: its settings with their bounds, test cards, operations of the gateway, and admin calls. */
import { relative } from "node:path";
import type { AdminOperation } from "../../../../apps/sandbox/src/admin/operation.ts";
import { adminOperations } from "../../../../apps/sandbox/src/admin/operations.ts";
import { settingSchemas } from "../../../../apps/sandbox/src/settings.ts";
import { allOperations, fieldOperations, type Operation, operations } from "../../../gateway/src/index.ts";
import { root } from "../process/program.ts";
import { fieldTable } from "./field-rules.ts";
import { code, generatedNote, table } from "./markdown.ts";
import { testCardSections } from "./test-cards.ts";

/** The text of the reference. */
export function sandboxReference(): string {
  return `${[
    "# Reference of @cardpane/sandbox",
    generatedNote,
    "## Settings",
    "Variables of the environment. A wrong one ends the start, by its name and never with its value.",
    table(["variable", "value", "default", ""], Object.entries(settingSchemas).map(settingRow)),
    "## Test cards",
    ...testCardSections("../../packages/node/REFERENCE.md#payment-codes"),
    "## Operations",
    "Every field, bound and result stands in `/openapi.json`. `merchant` is the raw API key, `customer` an access token of the wallet.",
    table(
      ["request", "key", "status", "refusals", ""],
      Object.entries<Operation>(allOperations).map(
        ([name, { method, path, auth, success, errors, summary }]) => [
          code(`${method} ${path}`),
          auth,
          String(success),
          errors.join(" "),
          name in fieldOperations ? `${summary} *Not in the document.*` : summary,
        ],
      ),
    ),
    "Fields of the two operations that the pane sends to, from the shopper's browser:",
    "`POST /tokenize`",
    fieldTable(operations.tokenize.request),
    "`POST /tokenizeWithPaymentAccountId`",
    fieldTable(operations.tokenizeWithPaymentAccountId.request),
    "## Admin calls",
    "`Authorization: Bearer <admin token>`, JSON in and out.",
    table(
      ["request", "body or query", ""],
      Object.values<AdminOperation>(adminOperations).map(
        ({ method, path, examples = [], query, summary }) => [
          code(`${method} ${path}`),
          query ? code(`?${query.join("=&")}=`) : examples.map((it) => code(JSON.stringify(it))).join(" "),
          summary,
        ],
      ),
    ),
  ].join("\n\n")}\n`;
}

type SettingSchema = (typeof settingSchemas)[keyof typeof settingSchemas];

/** Reads the valid values from the schema's error message, and the default from its result for `undefined`. */
function settingRow([name, schema]: [string, SettingSchema]): readonly string[] {
  const refusal = schema.safeParse("\u0000").error?.issues[0]?.message ?? "";
  const { data } = schema.safeParse(undefined);
  return [
    code(name),
    refusal.replace(/^must (be |have )?/, ""),
    data === undefined
      ? ""
      : code(String(data).startsWith("/") ? relative(root, String(data)) : String(data)),
    schema.description ?? "",
  ];
}
