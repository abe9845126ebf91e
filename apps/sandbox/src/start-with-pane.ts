/** The sandbox together with the pane's host, for a merchant's own tests that take a card in a browser. */
import { readAssets, startHost } from "@cardpane/host";
import { type Sandbox, type SandboxOptions, startSandbox } from "./start.ts";

/** Options of {@link startSandboxWithPane}. */
export interface SandboxWithPaneOptions extends Omit<SandboxOptions, "pane"> {
  /** Origins of the pages that may embed the pane, `http://localhost:3000` for example. */
  readonly parents: readonly string[];
  /**
   * Port of the pane's host; `0` takes a free one.
   * @default 0
   */
  readonly panePort?: number;
}

/** A running sandbox with a pane that sends its cards to it. */
export interface SandboxWithPane extends Sandbox {
  readonly pane: {
    /** Origin of the pane's host. */
    readonly url: string;
    /** The `src` of `createCardPane` and `<card-pane>`: the release on that host, with a slash at the end. */
    readonly src: string;
    /** Address of the page's script, for a script tag. */
    readonly script: string;
    /** The `environment` of `createCardPane` and `<card-pane>`. */
    readonly environment: "sandbox";
  };
}

/**
 * Starts a sandbox and a pane's host.
 *
 * @throws SandboxError as {@link startSandbox} does; HostConfigError for parents that are not origins.
 * @example
 * const { pane, merchant, url, close } = await startSandboxWithPane({ parents: ["http://localhost:3000"] });
 */
export async function startSandboxWithPane({
  parents,
  panePort = 0,
  ...options
}: SandboxWithPaneOptions): Promise<SandboxWithPane> {
  // Each of the two needs the other's address: the sandbox reads the pane's only when a page with a pane is opened.
  const pane = { url: "", environment: "sandbox" as const };
  const sandbox = await startSandbox({ port: 0, ...options, pane });
  try {
    const environments = { [pane.environment]: options.publicUrl ?? sandbox.url };
    const origins = [...new Set([...parents, new URL(options.publicUrl ?? sandbox.url).origin])];
    const hostname = options.host ?? "127.0.0.1";
    const host = await startHost({ port: panePort, hostname, environments, parents: origins });
    // A host that listens on every address, in a container for example, is reached through loopback from this machine.
    pane.url = host.url.replace("//0.0.0.0:", "//127.0.0.1:");
    const src = `${pane.url}/${readAssets().version}/`;
    return {
      ...sandbox,
      url: options.publicUrl ?? sandbox.url,
      pane: { url: pane.url, src, script: `${src}cardpane.js`, environment: pane.environment },
      close: async () => {
        await host.close();
        await sandbox.close();
      },
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}
