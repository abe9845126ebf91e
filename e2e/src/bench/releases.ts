/** The release of these sources, and another one beside it: each with its own host, which sends its own headers. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type RunningHost, startHost } from "@cardpane/host";
import type { ReleaseAddress } from "./load-pages.ts";

/** A release that is served. */
export interface ServedRelease {
  readonly url: string;
  /** @param reach returns the origin that reaches a server over a line. @default the origin itself */
  address(reach?: (url: string) => Promise<string>): Promise<ReleaseAddress>;
  close(): Promise<void>;
}

/**
 * Starts the host of a release. No server listens at its gateway's address: the measurements send no card.
 *
 * @param parent origin of the pages that embed it
 * @param module file of a built host that exports `startHost`. @default the host of these sources
 */
export async function serveRelease(parent: string, module?: string): Promise<ServedRelease> {
  const start = module === undefined ? startHost : await importStart(resolve(module));
  const host = await start({
    port: 0,
    environments: { sandbox: "http://127.0.0.1:9" },
    parents: [parent],
  });
  const { base, integrity } = (await (await fetch(`${host.url}/manifest.json`)).json()) as ReleaseAddress;
  return {
    url: host.url,
    address: async (reach = async (url) => url) => ({ base: `${await reach(host.url)}${base}`, integrity }),
    close: () => host.close(),
  };
}

async function importStart(
  path: string,
): Promise<
  (options: { port: number; environments: Record<string, string>; parents: string[] }) => Promise<RunningHost>
> {
  const { startHost: start } = await import(pathToFileURL(path).href);
  if (typeof start !== "function")
    throw new Error(
      `${path} exports no startHost. Name the built host of a release, such as packages/host/dist/index.js.`,
    );
  return start;
}
