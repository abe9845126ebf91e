/** Settings from the environment, each with its default and its description. */
import * as z from "zod";
import { compatibilities } from "./compatibility/compatibility.ts";
import { SandboxError } from "./errors.ts";
import { demoMerchant } from "./merchant.ts";
import { answerWithinMs } from "./notifications/retry.ts";
import { signatureSchemes } from "./notifications/signature.ts";
import { defaultDataDir } from "./package-folder.ts";
import type { SandboxOptions } from "./start.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const maxAnswerWithinMs = 120_000;

const idText = z
  .string()
  .refine((text) => text.length >= 5 && text.length <= 36, "must have 5 to 36 characters");

const webOrigin = z
  .string()
  .refine(isWebOrigin, "must be an http or https address without query")
  .transform((text) => new URL(text).href.replace(/\/$/, ""));

/** Every variable, in the order in which a wrong one is reported. No message repeats a value; REFERENCE.md shows the descriptions. */
export const settingSchemas = {
  GATEWAY_PORT: wholeNumber(0, 65_535).default(4002).describe("Port; `0` takes a free one."),
  GATEWAY_HOST: z
    .string()
    .default("127.0.0.1")
    .describe(
      "Address to listen on; loopback by default. Who can call it chooses an `ipnUrl`, and this machine posts there.",
    ),
  DATA_DIR: z
    .string()
    .default(defaultDataDir)
    .describe(
      "Folder of the data and the encryption key; `memory` keeps nothing. One process to a folder: a second one is refused.",
    ),
  THREE_DS_MISSING: z
    .enum(["refuse", "skip"], "must be refuse or skip")
    .optional()
    .describe(
      "`skip`: a payment without the browser's fields goes on without 3D Secure. `refuse` unless set, and `skip` with `COMPATIBILITY=field`.",
    ),
  COMPATIBILITY: oneOf(compatibilities).describe(
    "`field`: takes and sends what live gateways do where they differ from the document.",
  ),
  CUSTOMER_MONEY: oneOf(["allow", "refuse"]).describe(
    "`refuse`: a customer's own token neither tops up nor voids.",
  ),
  SANDBOX_ADMIN_FROM: oneOf(["loopback", "anywhere"]).describe(
    "`anywhere`: other machines may use the admin API, too, and who comes through a proxy.",
  ),
  IPN_ANSWER_WITHIN_MS: wholeNumber(1, maxAnswerWithinMs)
    .default(answerWithinMs)
    .describe("How long a receiver may take to answer, in milliseconds."),
  IPN_SIGNATURE: z
    .enum(signatureSchemes, `must be one of ${signatureSchemes.join(", ")}`)
    .default("none")
    .describe("How notifications are signed."),
  IPN_SIGNATURE_SECRET: z
    .string()
    .optional()
    .describe("The secret of `IPN_SIGNATURE`; required with every scheme but `none`."),
  SANDBOX_API_KEY: z
    .string()
    .optional()
    .describe(
      "Key of the merchant that the sandbox knows. Made from the encryption key, and printed at the start, unless set.",
    ),
  SANDBOX_MERCHANT_ID: wholeNumber(0, 2_147_483_647)
    .default(demoMerchant.merchantId)
    .describe("That merchant's id."),
  SANDBOX_SITE_ID: idText.default(demoMerchant.siteId).describe("That merchant's site."),
  SANDBOX_SKU: idText.default(demoMerchant.sku).describe("That merchant's SKU."),
  SANDBOX_ADMIN_TOKEN: z
    .string()
    .optional()
    .describe(
      "Opens the admin API. Letters, digits and `-._~+/`, with `=` at the end only, as a bearer token has them (RFC 6750, 2.1); any other text stops the start. Made from the encryption key, and printed at the start, unless set.",
    ),
  DATABASE_URL: z
    .string()
    .optional()
    .describe(
      "PostgreSQL (UTF8) instead of the database in the process; `DATA_DIR` then holds the key only. One process to a database; its role needs CREATE on the database and on the first schema of its search path.",
    ),
  PUBLIC_URL: webOrigin
    .optional()
    .describe(
      "Base of the addresses of challenge pages, for a sandbox behind a proxy. Otherwise the address where it listens.",
    ),
  SANDBOX_ENCRYPTION_KEY: z
    .string()
    .optional()
    .describe(
      "32 bytes, hexadecimal or base64. A file in `DATA_DIR`, mode 0600, made on the first start, unless set.",
    ),
  PANE_URL: webOrigin
    .optional()
    .describe(
      "Origin of the pane's host, for the page of a refill. List the sandbox's origin in its `parents`.",
    ),
  // The id goes into an attribute; the pane's host checks its syntax again.
  PANE_ENVIRONMENT: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, "must have 1 to 32 of a-z, 0-9 and -")
    .default("sandbox")
    .describe("The id by which that host knows the sandbox."),
};

const variables = z.object(settingSchemas);

/**
 * Reads the settings.
 *
 * @throws SandboxError `bad-setting`, naming the variable and never its value.
 */
export function readSettings(env: Environment): SandboxOptions {
  const given = Object.keys(settingSchemas).map((name) => [name, env[name]?.trim() || undefined]);
  const { data: read, error } = variables.safeParse(Object.fromEntries(given));
  if (error) {
    const [issue] = error.issues;
    throw new SandboxError("bad-setting", `${String(issue?.path[0])} ${issue?.message}.`);
  }
  const { IPN_SIGNATURE: scheme, IPN_SIGNATURE_SECRET: secret } = read;
  if (scheme !== "none" && secret === undefined) {
    throw new SandboxError("bad-setting", "IPN_SIGNATURE_SECRET must be set where IPN_SIGNATURE is.");
  }
  return {
    port: read.GATEWAY_PORT,
    host: read.GATEWAY_HOST,
    dataDir: read.DATA_DIR,
    compatibility: read.COMPATIBILITY,
    customerMoney: read.CUSTOMER_MONEY,
    adminFrom: read.SANDBOX_ADMIN_FROM,
    answerWithinMs: read.IPN_ANSWER_WITHIN_MS,
    signature: scheme === "none" || secret === undefined ? { scheme: "none" } : { scheme, secret },
    merchant: {
      ...(read.SANDBOX_API_KEY !== undefined && { apiKey: read.SANDBOX_API_KEY }),
      merchantId: read.SANDBOX_MERCHANT_ID,
      siteId: read.SANDBOX_SITE_ID,
      sku: read.SANDBOX_SKU,
    },
    threeDsMissing: read.THREE_DS_MISSING,
    adminToken: read.SANDBOX_ADMIN_TOKEN,
    databaseUrl: read.DATABASE_URL,
    publicUrl: read.PUBLIC_URL,
    encryptionKey: read.SANDBOX_ENCRYPTION_KEY,
    pane:
      read.PANE_URL === undefined ? undefined : { url: read.PANE_URL, environment: read.PANE_ENVIRONMENT },
  };
}

function wholeNumber(min: number, max: number) {
  const isInRange = (text: string) => /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.string().refine(isInRange, `must be a whole number from ${min} to ${max}`).transform(Number);
}

/** One of two values; the first is the default. */
function oneOf<const Value extends string>(values: readonly [Value, Value]) {
  return z.enum(values, `must be ${values.join(" or ")}`).default(values[0]);
}

function isWebOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.search && !url.hash;
}
