import { invalidRequest } from "./errors.ts";

/**
 * Refuses what is no field of a method's argument: a misspelt one would be an option that does nothing.
 *
 * @param explain says more of a field that callers expect
 * @throws NotSentError (`invalid_request`) that names each; a name that is no identifier may be data, a token too, and is not repeated
 */
export function refuseUnknownFields(
  method: string,
  fields: readonly string[],
  given: unknown,
  explain: Readonly<Record<string, string>> = {},
): void {
  const unknown = Object.keys(Object(given)).filter((key) => !fields.includes(key));
  if (unknown.length === 0) return;
  const names = unknown.map((key) => (/^[A-Za-z_]\w{0,30}$/.test(key) ? key : "(unknown)"));
  const problem = (name: string) => explain[name] ?? `is not a field of ${method}. Remove it`;
  throw invalidRequest(Object.fromEntries(names.map((name) => [name, problem(name)])));
}
