/** Where the pane's script is and which hash it must have: read from the manifest of the pane's host. */

/** What a page needs to load the pane. */
export interface PaneScript {
  /** Absolute, versioned address of the script. */
  readonly src: string;
  /** Subresource integrity: one changed byte stops it from loading. */
  readonly integrity: string;
}

/** Answers the script, or `undefined` while the pane's host does not answer and never did. */
export type FindPane = () => Promise<PaneScript | undefined>;

export interface PaneOptions {
  /** Origin of the pane's host. */
  readonly paneUrl: string;
  /** @default the global one */
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A release is immutable and a new one may come, so the manifest is asked for again after this time. */
const freshMs = 60_000;
const timeoutMs = 3_000;

/** Makes the function that finds the pane. The last good answer serves while the host is down. */
export function createFindPane({ paneUrl, fetch: get = fetch, now }: PaneOptions): FindPane {
  let known: { readonly script: PaneScript; readonly at: number } | undefined;
  return async () => {
    if (known && now() - known.at < freshMs) return known.script;
    const script = await readManifest(paneUrl, get);
    if (script) known = { script, at: now() };
    return known?.script;
  };
}

async function readManifest(paneUrl: string, get: typeof fetch): Promise<PaneScript | undefined> {
  try {
    const response = await get(`${paneUrl}/manifest.json`, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? parseManifest(await response.json(), paneUrl) : undefined;
  } catch {
    // Down, slow or no JSON: the checkout shows a message, and the next visit tries again.
    return undefined;
  }
}

function parseManifest(manifest: unknown, paneUrl: string): PaneScript | undefined {
  if (typeof manifest !== "object" || manifest === null) return undefined;
  const { script, integrity } = manifest as { readonly script?: unknown; readonly integrity?: unknown };
  // Both go into a policy header and an attribute: nothing but a path and hashes may pass.
  if (typeof script !== "string" || !/^(\/[A-Za-z0-9._-]+)+$/.test(script)) return undefined;
  if (typeof integrity !== "string" || !/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(integrity))
    return undefined;
  return { src: paneUrl + script, integrity };
}
