/** Reads the provisioning URL of section 2.8, which sets up an authenticator app. */
import { isSecret, Secret } from "../client/secret.ts";
import { invalidRequest } from "../errors/errors.ts";

/** The content of the provisioning URL. */
export interface AuthenticatorDetails {
  /** Operator of the login, shown in authenticator apps. */
  readonly issuer: string | undefined;
  /** E-mail address of the user, shown in authenticator apps. */
  readonly account: string;
  /** The secret in Base32, for users who cannot scan. Anyone who knows it can log in as the user. */
  readonly secret: Secret<string>;
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
   * Reads the provisioning URL, for customers who must type the secret. For all others show the URL itself as a QR code, with a
   * library for QR codes: only to its customer, and never cached.
   *
   * @throws NotSentError (`invalid_request`) unless it is an `otpauth://totp/` URL with a secret, SHA1, 6 digits and 30 seconds.
   * @example
   * const user = await client.wallet.users.create({ email, externalUserId });
   * const { issuer, account, secret } = authenticator.parse(user.oauthUrl);
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
