/**
 * Size budgets, in bytes as the host sends them with brotli. Prints a table and fails when one is passed.
 *
 *   node --conditions=source --import tsx packages/tools/src/size.ts
 */
import { createHost, readAssets } from "@cardpane/host";

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
  { what: "page script", path: `/${assets.version}/cardpane.js`, limit: 14_200 },
  { what: "next action", path: `/${assets.version}/next-action.js`, limit: 4_450 },
  { what: "deferred", path: `/${assets.version}/deferred.js`, limit: 4_500 },
  { what: "page texts", path: `/${assets.version}/page-texts.js`, limit: 6_500 },
  { what: "QR codes", path: `/${assets.version}/qr.js`, limit: 6_000 },
  // The same for a whole form and for a frame a field.
  ...Object.keys(assets.locales).map((tag) => ({
    what: `frame document (${tag})`,
    path: `/${assets.version}/frame?environment=sandbox&locale=${tag}`,
    limit: 36_200,
  })),
  ...Object.keys(assets.locales).map((tag) => ({
    what: `language (${tag})`,
    path: `/${assets.version}/texts?locale=${tag}`,
    limit: 1_500,
  })),
];

let passed = true;
for (const { what, path, limit } of budgets) {
  const [brotli = 0, gzip, plain] = await Promise.all(
    ["br", "gzip", "identity"].map((encoding) => sent(path, encoding)),
  );
  const fits = brotli <= limit;
  passed &&= fits;
  console.log(
    `${fits ? "ok  " : "OVER"} ${what.padEnd(22)} ${brotli} B brotli (budget ${limit}), ${gzip} B gzip, ${plain} B`,
  );
}
if (!passed) process.exit(1);

/** Length of what the host sends. */
async function sent(path: string, encoding: string): Promise<number> {
  const response = await host(
    new Request(`http://127.0.0.1${path}`, { headers: { "Accept-Encoding": encoding } }),
  );
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}
