/** The refusals of a static server: the codes of the host, with messages that do not depend on the request. */
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
    release_unknown: `This host does not serve that release. It serves ${releases.join(", ")}. Load script and frame from one of these, or add the release to the host.`,
    environment_unknown: `The address has no environment of this host. The environments are ${environments.join(", ")}. Set the page option environment to one of these.`,
    parent_unlisted:
      "This parent may not embed the pane for that environment. Add it to the parents of the host. A wildcard does not apply to live.",
    not_found: "There is nothing at this address.",
    method_not_allowed: "Only GET and HEAD.",
    body_too_large: "The body has too many bytes.",
  };
  return JSON.stringify({ code, message: messages[code], errors: {} });
}
