/** What a static server answers where the host would refuse: the same codes, words without the request's own. */
import type { DeploymentManifest } from "./deployment.ts";

type Code =
  | "release_unknown"
  | "environment_unknown"
  | "parent_unlisted"
  | "not_found"
  | "method_not_allowed"
  | "body_too_large";

/** The body of a refusal, JSON on one line. */
export function refusalBody(
  code: Code,
  { releases }: DeploymentManifest,
  environments: readonly string[],
): string {
  const messages: Readonly<Record<Code, string>> = {
    release_unknown: `This host does not serve that release. It serves ${releases.join(", ")}: load script and frame from one of these, or add the release to the host.`,
    environment_unknown: `The address names no environment of this host. It has ${environments.join(", ")}: set the page option environment to one of these.`,
    parent_unlisted:
      "This parent may not embed the pane for that environment. Add it to the parents of the host; a wildcard does not count for live.",
    not_found: "There is nothing at this address.",
    method_not_allowed: "Only GET and HEAD.",
    body_too_large: "The body has too many bytes.",
  };
  return JSON.stringify({ code, message: messages[code], errors: {} });
}
