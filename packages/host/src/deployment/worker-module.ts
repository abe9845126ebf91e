/** The module of a worker, which contains the configuration and the releases. */
import type { Assets } from "../assets.ts";
import type { HostConfig } from "../config.ts";
import type { FontFile, ReadFile } from "../fonts.ts";

/** Writes the module. The bundler of the worker resolves `@cardpane/host/worker` from the dependencies. */
export function workerModule(config: HostConfig, releases: readonly Assets[], readFile: ReadFile): string {
  const { fonts = [], ...rest } = config;
  return `// Written by \`cardpane build --for worker\`. Do not edit: build again.
import { createHost } from "@cardpane/host/worker";

const bytes = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const config = ${JSON.stringify(rest)};
const fonts = [${fonts.map((font) => fontEntry(font, readFile)).join(", ")}];
const releases = ${JSON.stringify(releases)};

const handle = createHost({ ...config, fonts }, releases);
export default { fetch: (request) => handle(request) };
`;
}

function fontEntry({ file, ...font }: FontFile, readFile: ReadFile): string {
  const bytes = file instanceof Uint8Array ? file : readFile(file);
  return `{ ...${JSON.stringify(font)}, file: bytes("${Buffer.from(bytes).toString("base64")}") }`;
}
