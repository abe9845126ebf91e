/** The address and the hash of the pane's script, read from the manifest of the pane's host. */
import * as z from "zod";

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
  readonly paneUrl: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

/** Each release is immutable, but a new one can be deployed, so the manifest is fetched again after this time. */
const freshMs = 60_000;
const timeoutMs = 3_000;

/** Creates the function that finds the pane. While the host is down, the function returns the last good answer. */
export function createFindPane({ paneUrl, fetch: get, now }: PaneOptions): FindPane {
  let known: { readonly script: PaneScript; readonly at: number } | undefined;
  return async () => {
    if (known && now() - known.at < freshMs) return known.script;
    const script = await readManifest(paneUrl, get);
    if (script) known = { script, at: now() };
    return known?.script;
  };
}

// Both are written into an attribute, so only a path and hashes may pass.
const manifest = z.object({
  script: z.string().regex(/^(\/[A-Za-z0-9._-]+)+$/),
  integrity: z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/),
});

async function readManifest(paneUrl: string, get: typeof fetch): Promise<PaneScript | undefined> {
  try {
    const response = await get(`${paneUrl}/manifest.json`, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return undefined;
    const { script, integrity } = manifest.parse(await response.json());
    return { src: paneUrl + script, integrity };
  } catch {
    // The host is down or slow, or its answer is not a manifest: the checkout shows a message, and the next visit tries again.
    return undefined;
  }
}
