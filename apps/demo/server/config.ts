/** The shop's configuration, read once from the environment variables that the README lists. */
import { randomBytes } from "node:crypto";
import * as z from "zod";

/** A setting is missing or invalid; the message names the setting and the remedy. */
export class ShopConfigError extends Error {
  override readonly name = "ShopConfigError";
}

/** The site or the SKU that payments are booked on (section 2.4 of the interface, variants A and C). */
type Booking = { readonly siteId: string } | { readonly name: string };

/** The configuration; the README describes each setting. */
export type ShopConfig = ReturnType<typeof readShopConfig>;

// For example, a line feed that was copied with a secret would get into a header or the log.
const text = z
  .string("is missing. `npm start` sets it for a fresh sandbox")
  .regex(/^\P{Cc}*$/u, "holds a control character");
const address = text
  .refine(isAddress, "must be an http or https address without user, query or fragment")
  .transform((given) => new URL(given).href.replace(/\/$/, ""));
const origin = address.refine(
  (given) => new URL(given).origin === given,
  "must be an http or https origin, like https://shop.example",
);
const environment = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, "must hold ids of environments, separated by blanks");

const variables = z.object({
  SHOP_PORT: z
    .string()
    .refine((given) => /^\d{1,5}$/.test(given) && Number(given) <= 65_535, "must be a port, 0 to 65535")
    .default("4000"),
  SHOP_HOST: text.default("127.0.0.1"),
  SHOP_URL: origin.optional(),
  SHOP_QA: z.enum(["on", "off"], "must be on or off").default("on"),
  SHOP_ENVIRONMENTS: z
    .string()
    .default("sandbox")
    .transform((given) => given.trim().split(/\s+/))
    .pipe(z.tuple([environment], environment)),
  SHOP_IPN_URL: address.optional(),
  SHOP_IPN_SECRET: text.optional(),
  PANE_URL: origin.default("http://127.0.0.1:4001"),
  GATEWAY_URL: address.default("http://127.0.0.1:4002"),
  API_KEY: text,
  SITE_ID: text.optional(),
  SKU: text.optional(),
  SANDBOX_ADMIN_URL: address.optional(),
  SANDBOX_ADMIN_TOKEN: text.optional(),
});

/**
 * Reads the configuration. An empty variable counts as unset.
 *
 * @throws ShopConfigError that names the first invalid variable, and never its value.
 */
export function readShopConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.keys(variables.shape).map((name) => [name, env[name] || undefined]);
  const { data: read, error } = variables.safeParse(Object.fromEntries(given));
  if (error) {
    const [issue] = error.issues;
    throw new ShopConfigError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const { SITE_ID: siteId, SKU: name, SANDBOX_ADMIN_URL: url, SANDBOX_ADMIN_TOKEN: token } = read;
  const booking: Booking | undefined =
    siteId !== undefined ? { siteId } : name !== undefined ? { name } : undefined;
  if (!booking) throw new ShopConfigError("SITE_ID or SKU is missing: payments are booked on one of them.");
  if ((url === undefined) !== (token === undefined))
    throw new ShopConfigError(
      "SANDBOX_ADMIN_URL and SANDBOX_ADMIN_TOKEN belong together: set both or neither.",
    );
  return {
    port: Number(read.SHOP_PORT),
    host: read.SHOP_HOST,
    publicUrl: read.SHOP_URL,
    qa: read.SHOP_QA === "on",
    environments: read.SHOP_ENVIRONMENTS,
    paneUrl: read.PANE_URL,
    gatewayUrl: read.GATEWAY_URL,
    apiKey: read.API_KEY,
    booking,
    ipnUrl: read.SHOP_IPN_URL,
    // Orders live in this process's memory, so nothing more is lost if the secret ends with the process.
    ipnSecret: read.SHOP_IPN_SECRET ?? randomBytes(32).toString("base64url"),
    admin: url !== undefined && token !== undefined ? { url, token } : undefined,
  };
}

/** Parses an address strictly: `URL` alone would remove blanks and accept a user name before an `@`. */
function isAddress(given: string): boolean {
  if (/[\s?#]/.test(given) || !URL.canParse(given)) return false;
  const { protocol, username, password } = new URL(given);
  return /^https?:$/.test(protocol) && !username && !password;
}
