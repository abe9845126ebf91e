/** Shows the provisioning URL of section 2.8, which sets up an authenticator app: as a QR code, or as text to type. */
import { encode } from "uqr";
import { isSecret, Secret } from "../client/secret.ts";
import { invalidRequest } from "../errors/errors.ts";

/** Options of a QR code. */
export interface QrOptions {
  /**
   * Text for screen readers.
   * @default "QR code for an authenticator app"
   */
  readonly title?: string | undefined;
  /**
   * Width and height in CSS pixels, 64 to 2,048.
   * @default 240
   */
  readonly size?: number | undefined;
}

/** The content of the provisioning URL. */
export interface AuthenticatorDetails {
  /** Operator of the login, shown in authenticator apps. */
  readonly issuer: string | undefined;
  /** E-mail address of the user, shown in authenticator apps. */
  readonly account: string;
  /** The secret in Base32, for users who cannot scan. Anyone who knows it can log in as the user. */
  readonly secret: Secret<string>;
}

/** Width of the white margin in modules, as the QR code standard requires. */
const quietZone = 4;

function qr(oauthUrl: Secret<string> | string, options: QrOptions = {}): string {
  const { title = "QR code for an authenticator app", size = 240 } = options;
  if (!Number.isInteger(size) || size < 64 || size > 2_048) {
    throw invalidRequest({ size: "must be a whole number of pixels from 64 to 2048" });
  }
  if (typeof title !== "string" || title.trim() === "") throw invalidRequest({ title: "must not be empty" });
  const url = textOf(oauthUrl);
  parse(url);
  const { data, size: modules } = encodeOrRefuse(url);
  const path = data.flatMap((row, y) => bars(row, y)).join("");
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}" width="${size}" height="${size}"`;
  // Black on white also in dark mode: scanners need the contrast. No style attribute: strict content security policies block it.
  return (
    `${open} role="img"><title>${escapeText(title)}</title>` +
    `<path fill="#fff" d="M0 0h${modules}v${modules}H0z"/>` +
    `<path fill="#000" shape-rendering="crispEdges" d="${path}"/></svg>`
  );
}

function parse(oauthUrl: Secret<string> | string): AuthenticatorDetails {
  const text = textOf(oauthUrl);
  if (!/^otpauth:\/\/totp\//i.test(text) || !URL.canParse(text)) {
    throw invalidRequest({ oauthUrl: "must begin with otpauth://totp/" });
  }
  // Parsed as https, because runtimes parse the path of an unknown scheme differently.
  const { pathname, searchParams } = new URL(text.replace(/^otpauth:/i, "https:"));
  const key = only(searchParams, "secret");
  if (key === undefined || !/^[A-Z2-7]{16,128}=*$/i.test(key)) {
    throw invalidRequest({ oauthUrl: "must hold one secret, in Base32 of at least 80 bits" });
  }
  for (const [name, wanted] of settings) {
    const value = only(searchParams, name) ?? wanted;
    if (value.toUpperCase() !== wanted) throw invalidRequest({ oauthUrl: `must have ${name} ${wanted}` });
  }
  const [, issuerOfLabel, account = ""] = /^(?:([^:]*):)?\s*(.*)$/s.exec(labelOf(pathname)) ?? [];
  return {
    issuer: only(searchParams, "issuer") ?? issuerOfLabel,
    account,
    secret: new Secret(key.toUpperCase()),
  };
}

/** Section 2.8: SHA1, 6 digits, 30 seconds. Apps assume the same values where the URL omits them. */
const settings = [
  ["algorithm", "SHA1"],
  ["digits", "6"],
  ["period", "30"],
] as const;

/** Sets up an authenticator app. Errors and logs never contain the secret. */
export const authenticator = Object.freeze({
  /**
   * Draws the provisioning URL as a QR code: the text of an SVG element, black on white, with a title. Show it only to its
   * customer, and do not cache it.
   *
   * @throws NotSentError (`invalid_request`) unless it is an `otpauth://totp/` URL with a secret, SHA1, 6 digits and 30 seconds.
   * @example
   * const user = await client.wallet.users.create({ email, externalUserId });
   * const svg = authenticator.qr(user.oauthUrl);
   */
  qr,
  /**
   * Reads the provisioning URL, for customers who must type the secret.
   *
   * @throws NotSentError as `qr` does
   */
  parse,
});

function textOf(oauthUrl: Secret<string> | string): string {
  const text: unknown = isSecret(oauthUrl) ? oauthUrl.reveal() : oauthUrl;
  if (typeof text === "string") return text;
  throw invalidRequest({ oauthUrl: "must be the one of users.create() or regenerateAuthenticator()" });
}

function only(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name);
  if (others.length > 0) throw invalidRequest({ oauthUrl: `must hold one ${name}` });
  return value;
}

function labelOf(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    throw invalidRequest({ oauthUrl: "must have a readable label" });
  }
}

function encodeOrRefuse(text: string): ReturnType<typeof encode> {
  try {
    return encode(text, { ecc: "M", border: quietZone });
  } catch {
    throw invalidRequest({ oauthUrl: "is too long for a QR code" });
  }
}

/** One bar for each run of black modules. */
function bars(row: readonly boolean[], y: number): readonly string[] {
  const runs = row.map(Number).join("").matchAll(/1+/g);
  return Array.from(runs, ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
}

function escapeText(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return text.replace(/[&<>]/g, (character) => entities[character] ?? "");
}
