/** Validates secrets. A weak one makes every signature worthless, so it is refused at start. */
import { ConfigurationError } from "../errors/errors.ts";
import { utf8 } from "./bytes.ts";

/** One secret, or several for rotation: the first signs, all of them verify. */
export type Secrets = string | undefined | readonly (string | undefined)[];

const minBytes = 32;
/** Fewer different characters than this is no random text: 32 random hexadecimal digits have 8 or more of them. */
const minCharacters = 8;
/** What people write where a secret belongs. A word of five letters comes up by chance in random text, so none stands alone. */
const placeholder =
  /change[-_ ]?(me|this|it)|placeholder|replace|insert|example|your[-_ ]|default|dummy[-_ ]|sample|secret|password|passwort|topsecret|lorem[-_ ]?ipsum|qwerty|(?:0123456789|abcdefghij)/i;

/**
 * Checks secrets.
 *
 * @throws ConfigurationError for one that is unset, short or a placeholder; the error never contains it.
 */
export function checkSecrets(name: string, secrets: Secrets): readonly [string, ...string[]] {
  const [first, ...others] = Array.isArray(secrets) ? secrets : [secrets as string | undefined];
  const checked = [first, ...others].map((secret, index) =>
    checkSecret(Array.isArray(secrets) ? `${name}[${index}]` : name, secret),
  ) as [string, ...string[]];
  if (new Set(checked).size < checked.length) fail(`${name} holds the same secret twice`);
  return checked;
}

/**
 * Validates secrets that the gateway issues. Their length and look are not the merchant's choice, so only unset, blank and
 * untrimmed ones are refused.
 *
 * @throws ConfigurationError; it never quotes the secret.
 */
export function checkIssuedSecrets(name: string, secrets: Secrets): readonly [string, ...string[]] {
  const all: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  const checked = all.map((secret, index) =>
    checkPresent(Array.isArray(secrets) ? `${name}[${index}]` : name, secret),
  );
  const [first, ...others] = checked;
  if (first === undefined)
    return fail(`${name} is not set. Is the environment variable that holds it there?`);
  if (new Set(checked).size < checked.length) fail(`${name} holds the same secret twice`);
  return [first, ...others];
}

function checkPresent(name: string, secret: unknown): string {
  if (secret === undefined || secret === null || secret === "") {
    return fail(`${name} is not set. Is the environment variable that holds it there?`);
  }
  if (typeof secret !== "string") return fail(`${name} must be a string`);
  if (/^\s|\s$/.test(secret)) return fail(`${name} begins or ends with white space. Trim it`);
  return secret;
}

function checkSecret(name: string, given: unknown): string {
  const secret = checkPresent(name, given);
  if (utf8(secret).length < minBytes) {
    return fail(
      `${name} is shorter than ${minBytes} bytes. Make one of random bytes: openssl rand -base64 32`,
    );
  }
  if (placeholder.test(secret) || new Set(secret).size < minCharacters) {
    return fail(`${name} looks like a placeholder. Make one of random bytes: openssl rand -base64 32`);
  }
  return secret;
}

function fail(what: string): never {
  throw new ConfigurationError(what.replace(/\.$/, ""));
}
