/** The script of the pane for the sandbox's own page that takes a card: read from the manifest of the pane's host. */

/** The pane that the sandbox's pages use. */
export interface PaneSettings {
  /** Origin of the pane's host, without a slash at the end. The host must list the sandbox's origin among its parents. */
  readonly url: string;
  /** The id of this sandbox on that host. */
  readonly environment: string;
}

/** The data that a page needs to load the pane. */
export interface PaneScript extends PaneSettings {
  readonly src: string;
  readonly integrity: string;
}

const timeoutMs = 3_000;

/** Requests the script from the pane's host; `undefined` if the host does not answer, or its answer is invalid. */
export async function findPaneScript(pane: PaneSettings): Promise<PaneScript | undefined> {
  try {
    const response = await fetch(`${pane.url}/manifest.json`, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const manifest: unknown = response.ok ? await response.json() : undefined;
    return readManifest(pane, manifest);
  } catch {
    // The host is down, slow or sends no JSON: the page reports that, and the next visit tries again.
    return undefined;
  }
}

function readManifest(pane: PaneSettings, manifest: unknown): PaneScript | undefined {
  const { script, integrity } = (manifest ?? {}) as {
    readonly script?: unknown;
    readonly integrity?: unknown;
  };
  // Both go into attributes of a page that takes cards: only a path and a hash are accepted.
  if (typeof script !== "string" || !/^(\/[\w.-]+)+$/.test(script)) return undefined;
  if (typeof integrity !== "string" || !/^sha(256|384|512)-[\w+/]+={0,2}$/.test(integrity)) return undefined;
  return { ...pane, src: pane.url + script, integrity };
}
