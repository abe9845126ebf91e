/**
 * Size budgets, in bytes after brotli. Prints a table and fails when one is passed.
 *
 *   node --conditions=source --import tsx packages/tools/src/size.ts
 */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { createHost, readAssets } from "@cardpane/frame/host";

interface Budget {
  readonly what: string;
  readonly path: string;
  readonly limit: number;
}

const assets = readAssets();
const host = createHost(
  { environments: { sandbox: "http://127.0.0.1:4002" }, parents: ["http://localhost:4000"] },
  assets,
);

const budgets: readonly Budget[] = [
  { what: "page script", path: `/${assets.version}/cardpane.js`, limit: 7_000 },
  ...Object.keys(assets.locales).map((tag) => ({
    what: `frame document (${tag})`,
    path: `/${assets.version}/frame?environment=sandbox&locale=${tag}`,
    limit: 22_000,
  })),
];

let passed = true;
for (const { what, path, limit } of budgets) {
  const response = await host(
    new Request(`http://127.0.0.1${path}`, { headers: { "Accept-Encoding": "identity" } }),
  );
  if (!response.ok) throw new Error(`${what}: ${response.status}`);
  const body = new Uint8Array(await response.arrayBuffer());
  const brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  const gzip = gzipSync(body, { level: 9 }).length;
  const fits = brotli <= limit;
  passed &&= fits;
  console.log(
    `${fits ? "ok  " : "OVER"} ${what.padEnd(22)} ${brotli} B brotli (budget ${limit}), ${gzip} B gzip, ${body.length} B`,
  );
}
if (!passed) process.exit(1);
