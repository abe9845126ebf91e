/** The module of a worker, which contains the configuration and the releases. */
import type { Assets } from "../assets.ts";
import type { HostConfig } from "../config.ts";
import type { FontFile, ReadFile } from "../fonts.ts";

const here = import.meta.url;
/** The host as a script that defines `cardpaneHost`, which the package's build has made of worker.ts. */
export const builtHost = new URL(
  here.endsWith(".ts") ? "../../dist/worker-host.txt" : "worker-host.txt",
  here,
);

/** Writes the module. It imports nothing. @param host the script of {@link builtHost} */
export function workerModule(
  config: HostConfig,
  releases: readonly Assets[],
  readFile: ReadFile,
  host: string,
): string {
  const { fonts = [], ...rest } = config;
  return `// Written by \`cardpane build --for worker\`. Do not edit: build again.
${host}

const bytes = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const config = ${JSON.stringify(rest)};
const fonts = [${fonts.map((font) => fontEntry(font, readFile)).join(", ")}];
const releases = ${JSON.stringify(releases)};

const handle = cardpaneHost.createHost({ ...config, fonts }, releases);
export default { fetch: (request) => handle(request) };
`;
}

function fontEntry({ file, ...font }: FontFile, readFile: ReadFile): string {
  const bytes = file instanceof Uint8Array ? file : readFile(file);
  return `{ ...${JSON.stringify(font)}, file: bytes("${Buffer.from(bytes).toString("base64")}") }`;
}
