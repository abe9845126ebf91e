/** The shop's configuration, read once from the environment variables that the README lists. */
import { randomBytes } from "node:crypto";

/** A setting is missing or invalid; the message names the setting and the remedy. */
export class ShopConfigError extends Error {
  override readonly name = "ShopConfigError";
}

/** The site or the SKU that payments are booked on (section 2.4 of the interface, variants A and C). */
export type Booking = { readonly siteId: string } | { readonly name: string };

export interface ShopConfig {
  /** `0` picks a free port. @default 4000 */
  readonly port: number;
  /** @default "127.0.0.1" */
  readonly host: string;
  /** The address that shoppers use. @default `http://localhost:<port>`, another site than the pane's on 127.0.0.1 */
  readonly publicUrl?: string;
  /** Whether QA's tools can be used, from this machine only. @default true */
  readonly qa: boolean;
  /** Ids of the pane's environments, at least one; the first is used unless the QA panel picks another. @default ["sandbox"] */
  readonly environments: readonly [string, ...string[]];
  /** Origin of the pane's host. */
  readonly paneUrl: string;
  /** Base address of the gateway, without a slash at its end. */
  readonly gatewayUrl: string;
  /** The merchant's key. */
  readonly apiKey: string;
  /** The site or the SKU that payments are booked on. */
  readonly booking: Booking;
  /** The address of `POST /ipn` for the gateway: https, or a loopback address. @default `http://127.0.0.1:<port>/ipn` */
  readonly ipnUrl?: string;
  /** The key that signs the addresses of notifications, 32 random bytes or more. @default random ones, for this process only */
  readonly ipnSecret: string;
  /** The sandbox's admin API: lets the QA panel move time and list notifications. @default none */
  readonly admin?: SandboxAccess;
}

/** The address and the token of the sandbox's admin API. */
export interface SandboxAccess {
  readonly url: string;
  readonly token: string;
}

/** 32 random bytes. Orders live in this process's memory, so nothing more is lost if the secret ends with the process. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

type Variables = Readonly<Record<string, string | undefined>>;

const variables =
  "SHOP_PORT SHOP_HOST SHOP_URL SHOP_QA SHOP_ENVIRONMENTS SHOP_IPN_URL SHOP_IPN_SECRET PANE_URL GATEWAY_URL API_KEY SITE_ID SKU SANDBOX_ADMIN_URL SANDBOX_ADMIN_TOKEN";

/**
 * Reads the configuration.
 *
 * @throws ShopConfigError that names the first invalid variable.
 */
export function readShopConfig(env: Variables): ShopConfig {
  for (const name of variables.split(" ")) {
    // For example, a line feed that was copied with a secret would get into a header or the log.
    if (/\p{Cc}/u.test(env[name] ?? "")) throw new ShopConfigError(`${name} holds a control character.`);
  }
  const publicUrl = env["SHOP_URL"];
  const ipnUrl = env["SHOP_IPN_URL"];
  const admin = readAdmin(env["SANDBOX_ADMIN_URL"], env["SANDBOX_ADMIN_TOKEN"]);
  return {
    port: readPort(env["SHOP_PORT"] ?? "4000"),
    host: env["SHOP_HOST"] ?? "127.0.0.1",
    ...(publicUrl === undefined ? {} : { publicUrl: readOrigin("SHOP_URL", publicUrl) }),
    qa: readSwitch("SHOP_QA", env["SHOP_QA"] ?? "on"),
    environments: readEnvironments(env["SHOP_ENVIRONMENTS"] ?? "sandbox"),
    paneUrl: readOrigin("PANE_URL", env["PANE_URL"] ?? "http://127.0.0.1:4001"),
    gatewayUrl: readAddress("GATEWAY_URL", env["GATEWAY_URL"] ?? "http://127.0.0.1:4002"),
    apiKey: readRequired("API_KEY", env["API_KEY"]),
    booking: readBooking(env["SITE_ID"], env["SKU"]),
    ...(ipnUrl === undefined ? {} : { ipnUrl: readAddress("SHOP_IPN_URL", ipnUrl) }),
    ipnSecret: env["SHOP_IPN_SECRET"] || randomSecret(),
    ...(admin ? { admin } : {}),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new ShopConfigError("SHOP_PORT must be a port, 0 to 65535.");
  return port;
}

function readSwitch(name: string, text: string): boolean {
  if (text !== "on" && text !== "off") throw new ShopConfigError(`${name} must be on or off.`);
  return text === "on";
}

function readEnvironments(text: string): readonly [string, ...string[]] {
  const [first, ...rest] = text.split(/\s+/).filter(Boolean);
  if (first === undefined || ![first, ...rest].every((id) => /^[a-z0-9-]{1,32}$/.test(id))) {
    throw new ShopConfigError("SHOP_ENVIRONMENTS must hold ids of environments, separated by blanks.");
  }
  return [first, ...rest];
}

function readOrigin(name: string, text: string): string {
  const url = readUrl(text);
  if (!url || `${url.origin}/` !== url.href) {
    throw new ShopConfigError(`${name} must be an http or https origin, like https://shop.example.`);
  }
  return url.origin;
}

function readAddress(name: string, text: string): string {
  const url = readUrl(text);
  if (!url || /[?#]/.test(text)) {
    throw new ShopConfigError(`${name} must be an http or https address without user, query or fragment.`);
  }
  return url.href.replace(/\/$/, "");
}

/** Parses an address strictly: `URL` alone would remove blanks and accept a user name before an `@`. */
function readUrl(text: string): URL | undefined {
  if (/\s/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined;
}

function readRequired(name: string, text: string | undefined): string {
  if (!text) throw new ShopConfigError(`${name} is missing. \`npm start\` sets it for a fresh sandbox.`);
  return text;
}

function readBooking(siteId: string | undefined, sku: string | undefined): Booking {
  if (siteId) return { siteId };
  if (sku) return { name: sku };
  throw new ShopConfigError("SITE_ID or SKU is missing: payments are booked on one of them.");
}

function readAdmin(url: string | undefined, token: string | undefined): SandboxAccess | undefined {
  if (!url && !token) return undefined;
  if (!url || !token) {
    throw new ShopConfigError(
      "SANDBOX_ADMIN_URL and SANDBOX_ADMIN_TOKEN belong together: set both or neither.",
    );
  }
  return { url: readAddress("SANDBOX_ADMIN_URL", url), token };
}
