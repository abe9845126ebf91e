/** Validates secrets. A weak secret makes every signature worthless, so it is refused at start. */
import { ConfigurationError } from "../errors/errors.ts";
import { utf8 } from "./bytes.ts";

/** One secret, or several for rotation: the first signs, all of them verify. */
export type Secrets = string | undefined | readonly (string | undefined)[];

const minBytes = 32;
/** Minimum number of different characters. A random secret has more: 32 random hexadecimal digits have 8 or more. */
const minCharacters = 8;
/** Texts of placeholders. No pattern is a plain word of five letters: random text contains such words by chance. */
const placeholder =
  /change[-_ ]?(me|this|it)|placeholder|replace|insert|example|your[-_ ]|default|dummy[-_ ]|sample|secret|password|passwort|topsecret|lorem[-_ ]?ipsum|qwerty|(?:0123456789|abcdefghij)/i;

/**
 * Validates secrets that the merchant makes.
 *
 * @throws ConfigurationError for a secret that is unset, short or a placeholder; the error never contains the secret.
 */
export function checkSecrets(name: string, secrets: Secrets): readonly [string, ...string[]] {
  const all = checkIssuedSecrets(name, secrets);
  for (const [index, secret] of all.entries()) checkStrength(nameOf(name, secrets, index), secret);
  return all;
}

/**
 * Validates secrets that the gateway issues. The merchant cannot choose their length or format, so only unset, blank and
 * untrimmed secrets are refused.
 *
 * @throws ConfigurationError; it never quotes the secret.
 */
export function checkIssuedSecrets(name: string, secrets: Secrets): readonly [string, ...string[]] {
  const all: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  const [first, ...others] = all.map((secret, index) => checkPresent(nameOf(name, secrets, index), secret));
  if (first === undefined)
    return fail(`${name} is not set. Is the environment variable that holds it there?`);
  if (new Set(all).size < all.length) fail(`${name} holds the same secret twice`);
  return [first, ...others];
}

function nameOf(name: string, secrets: Secrets, index: number): string {
  return Array.isArray(secrets) ? `${name}[${index}]` : name;
}

function checkPresent(name: string, secret: unknown): string {
  if (secret === undefined || secret === null || secret === "") {
    return fail(`${name} is not set. Is the environment variable that holds it there?`);
  }
  if (typeof secret !== "string") return fail(`${name} must be a string`);
  if (/^\s|\s$/.test(secret)) return fail(`${name} begins or ends with white space. Trim it`);
  return secret;
}

function checkStrength(name: string, secret: string): void {
  const advice = "Make one of random bytes: openssl rand -base64 32";
  if (utf8(secret).length < minBytes) fail(`${name} is shorter than ${minBytes} bytes. ${advice}`);
  if (placeholder.test(secret) || new Set(secret).size < minCharacters) {
    fail(`${name} looks like a placeholder. ${advice}`);
  }
}

function fail(what: string): never {
  throw new ConfigurationError(what);
}
