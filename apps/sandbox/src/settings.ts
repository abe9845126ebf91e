/** Settings from the environment, each with its default. The README's table lists the same. */
import { fileURLToPath } from "node:url";
import { compatibilities } from "./compatibility/compatibility.ts";
import { SandboxError } from "./errors.ts";
import { demoMerchant } from "./merchant.ts";
import { answerWithinMs } from "./notifications/retry.ts";
import { type SignatureSettings, signatureSchemes } from "./notifications/signature.ts";
import type { SandboxOptions } from "./start.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const defaultPort = 4002;
const longestAnswerMs = 120_000;
const defaultDataDir = fileURLToPath(new URL("../.data", import.meta.url));

/**
 * Reads the settings.
 *
 * @throws SandboxError `bad-setting` or `bad-key`, naming the variable and never its value.
 */
export function readSettings(env: Environment): SandboxOptions {
  const get = (name: string) => env[name]?.trim() || undefined;
  const databaseUrl = get("DATABASE_URL");
  const publicUrl = get("PUBLIC_URL");
  const encryptionKey = get("SANDBOX_ENCRYPTION_KEY");
  const oneOf = <const Value extends string>(name: string, values: readonly [Value, Value]): Value => {
    const value = values.find((known) => known === (get(name) ?? values[0]));
    if (value !== undefined) return value;
    throw new SandboxError("bad-setting", `${name} must be ${values.join(" or ")}.`);
  };
  const paneUrl = get("PANE_URL");
  const adminToken = get("SANDBOX_ADMIN_TOKEN");
  const apiKey = get("SANDBOX_API_KEY");
  return {
    port: wholeNumber("GATEWAY_PORT", get("GATEWAY_PORT"), defaultPort, 65_535),
    host: get("GATEWAY_HOST") ?? "127.0.0.1",
    dataDir: get("DATA_DIR") ?? defaultDataDir,
    threeDsMissing: oneOf("THREE_DS_MISSING", ["refuse", "skip"]),
    compatibility: oneOf("COMPATIBILITY", compatibilities),
    fieldOperations: oneOf("FIELD_OPERATIONS", ["on", "off"]),
    customerMoney: oneOf("CUSTOMER_MONEY", ["allow", "refuse"]),
    adminFrom: oneOf("SANDBOX_ADMIN_FROM", ["loopback", "anywhere"]),
    answerWithinMs: wholeNumber(
      "IPN_ANSWER_WITHIN_MS",
      get("IPN_ANSWER_WITHIN_MS"),
      answerWithinMs,
      longestAnswerMs,
      1,
    ),
    signature: readSignature(get("IPN_SIGNATURE"), get("IPN_SECRET")),
    merchant: {
      ...(apiKey !== undefined && { apiKey }),
      merchantId: wholeNumber(
        "SANDBOX_MERCHANT_ID",
        get("SANDBOX_MERCHANT_ID"),
        demoMerchant.merchantId,
        2_147_483_647,
      ),
      siteId: idText("SANDBOX_SITE_ID", get("SANDBOX_SITE_ID"), demoMerchant.siteId),
      sku: idText("SANDBOX_SKU", get("SANDBOX_SKU"), demoMerchant.sku),
    },
    ...(adminToken !== undefined && { adminToken }),
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(publicUrl !== undefined && { publicUrl: webOrigin("PUBLIC_URL", publicUrl) }),
    ...(encryptionKey !== undefined && { encryptionKey }),
    ...(paneUrl !== undefined && {
      pane: {
        url: webOrigin("PANE_URL", paneUrl),
        environment: environmentId(get("PANE_ENVIRONMENT") ?? "sandbox"),
      },
    }),
  };
}

function readSignature(name = "none", secret: string | undefined): SignatureSettings {
  const scheme = signatureSchemes.find((known) => known === name);
  if (scheme === undefined) {
    throw new SandboxError("bad-setting", `IPN_SIGNATURE must be one of ${signatureSchemes.join(", ")}.`);
  }
  if (scheme === "none") return { scheme };
  if (secret !== undefined) return { scheme, secret };
  throw new SandboxError("bad-setting", "IPN_SECRET must be set where IPN_SIGNATURE is.");
}

function wholeNumber(name: string, text: string | undefined, fallback: number, max: number, min = 0): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new SandboxError("bad-setting", `${name} must be a whole number from ${min} to ${max}.`);
}

function idText(name: string, text: string | undefined, fallback: string): string {
  const value = text ?? fallback;
  if (value.length >= 5 && value.length <= 36) return value;
  throw new SandboxError("bad-setting", `${name} must have 5 to 36 characters.`);
}

/** It goes into an attribute, and the pane's host has its own word on what an id is. */
function environmentId(text: string): string {
  if (/^[a-z0-9-]{1,32}$/.test(text)) return text;
  throw new SandboxError("bad-setting", "PANE_ENVIRONMENT must have 1 to 32 of a-z, 0-9 and -.");
}

function webOrigin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/$/, "");
  throw new SandboxError("bad-setting", `${name} must be an http or https address without query.`);
}
