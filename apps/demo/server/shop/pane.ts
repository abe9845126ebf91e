/** The address and the hash of the pane's script, read from the manifest of the pane's host. */

/** The `src` and `integrity` of the pane's script. */
export interface PaneScript {
  /** Absolute, versioned address of the script. */
  readonly src: string;
  /** Subresource integrity: the browser refuses a script that differs by one byte. */
  readonly integrity: string;
}

/** Resolves to the script, or to `undefined` if the pane's host has never answered. */
export type FindPane = () => Promise<PaneScript | undefined>;

export interface PaneOptions {
  /** Origin of the pane's host. */
  readonly paneUrl: string;
  /** @default the global one */
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Each release is immutable, but a new one can be deployed, so the manifest is fetched again after this time. */
const freshMs = 60_000;
const timeoutMs = 3_000;

/** Creates the function that finds the pane. While the host is down, the function returns the last good answer. */
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
    // The host is down, slow or sends no JSON: the checkout shows a message, and the next visit tries again.
    return undefined;
  }
}

function parseManifest(manifest: unknown, paneUrl: string): PaneScript | undefined {
  if (typeof manifest !== "object" || manifest === null) return undefined;
  const { script, integrity } = manifest as { readonly script?: unknown; readonly integrity?: unknown };
  // Both are written into a policy header and an attribute, so only a path and hashes may pass.
  if (typeof script !== "string" || !/^(\/[A-Za-z0-9._-]+)+$/.test(script)) return undefined;
  if (typeof integrity !== "string" || !/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(integrity))
    return undefined;
  return { src: paneUrl + script, integrity };
}
