/** How the policies of a document allowed a script that has run. The browser has enforced them; this names the reason. */
import { createHash } from "node:crypto";

/**
 * From the strictest to none. `strict-dynamic`: a script that was allowed has inserted it. `nothing`: no policy restricts scripts,
 * so anything may run.
 */
export const authorizations = [
  "hash",
  "nonce",
  "strict-dynamic",
  "host",
  "unsafe-eval",
  "unsafe-inline",
  "nothing",
] as const;
export type Authorization = (typeof authorizations)[number];

/** A script, as far as policies look at it. */
export interface RunScript {
  /** Absent for text: inline, in a handler, or from `eval`. */
  readonly isExternal: boolean;
  readonly text: string;
  /** Hashes of the `integrity` attribute. */
  readonly integrity: string;
  readonly nonce: string;
  /** Whether an element or an attribute of the page has this text: the rest was compiled by a script. */
  readonly isInPage: boolean;
}

/** The strictest reason of all policies. @param policies values of Content-Security-Policy, each of one policy or several */
export function authorize(policies: readonly string[], script: RunScript): Authorization {
  const reasons = policies
    .flatMap((value) => value.split(","))
    .map((policy) => scriptSources(policy))
    .map((sources) => (sources === undefined ? "nothing" : reasonOf(sources, script)));
  return authorizations.find((reason) => reasons.includes(reason)) ?? "nothing";
}

/** Whether a policy restricts the frames of a page. */
export function restrictsFrames(policies: readonly string[]): boolean {
  return policies.some((value) => /(^|[;,])\s*(frame-src|child-src|default-src)\s/i.test(value));
}

function scriptSources(policy: string): readonly string[] | undefined {
  const directives = new Map(
    policy.split(";").map((directive) => {
      const [name = "", ...sources] = directive.trim().split(/\s+/);
      return [name.toLowerCase(), sources] as const;
    }),
  );
  return directives.get("script-src-elem") ?? directives.get("script-src") ?? directives.get("default-src");
}

function reasonOf(sources: readonly string[], script: RunScript): Authorization {
  const has = (keyword: string) => sources.some((source) => source.toLowerCase() === `'${keyword}'`);
  const hashes = script.isExternal
    ? script.integrity.split(/\s+/).map((hash) => hash.split("?")[0])
    : ["sha256", "sha384", "sha512"].map(
        (name) => `${name}-${createHash(name).update(script.text).digest("base64")}`,
      );
  if (hashes.some((hash) => sources.includes(`'${hash}'`))) return "hash";
  if (script.nonce !== "" && sources.includes(`'nonce-${script.nonce}'`)) return "nonce";
  if (!(script.isExternal || script.isInPage) && has("unsafe-eval")) return "unsafe-eval";
  if (has("strict-dynamic")) return "strict-dynamic";
  return script.isExternal ? "host" : "unsafe-inline";
}
