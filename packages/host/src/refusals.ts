/** What a host refuses. No message depends on the request, so that a static server can answer with the same bytes. */

/** A refusal; its key is the code that identifies it for programs. */
export interface Refusal {
  readonly status: number;
  /** Tells the developer what to do. */
  readonly message: string;
  /** Headers besides those of every refusal, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The names that a file of a release may have. Of these, a release that is not served is `release_unknown`. */
export const releaseFilePattern = "frame|texts|[a-z-]+\\.(?:js|txt)|fonts/[0-9a-f]+\\.woff2";

export type RefusalCode = keyof ReturnType<typeof refusalsOf>;

/** The refusals of a host with these releases and environments. */
export function refusalsOf(releases: readonly string[], environments: readonly string[]) {
  return {
    release_unknown: {
      status: 404,
      message: `This host does not serve that release. It serves ${releases.join(", ")}: load script and frame from one of these, or add the release to the host.`,
    },
    environment_unknown: {
      status: 400,
      message: `The address names no environment of this host. It has ${environments.join(", ")}: set the page's option environment to one of these, or add it to the host's environments.`,
    },
    parent_invalid: { status: 400, message: "parent is not an origin as browsers write it." },
    parent_unlisted: {
      status: 403,
      message:
        "The page's origin may not embed the pane for that environment. Add it to the host's parents; a wildcard does not count for live.",
    },
    not_found: { status: 404, message: "There is nothing at this address." },
    method_not_allowed: { status: 405, message: "Only GET and HEAD.", headers: { allow: "GET, HEAD" } },
    body_too_large: { status: 413, message: "The body has too many bytes." },
  } as const satisfies Record<string, Refusal>;
}

/** The body of a refusal, JSON on one line. */
export function refusalBody(code: string, { message }: Refusal): string {
  return JSON.stringify({ code, message, errors: {} });
}
