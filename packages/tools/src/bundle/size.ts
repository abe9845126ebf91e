/**
 * Size budgets, in bytes that the host sends with brotli. Prints a table and fails when a file exceeds its budget.
 *
 *   node --conditions=source --import tsx packages/tools/src/bundle/size.ts
 *   ... --to-run    only what `npm run build -- --to-run` builds, and of the languages English and the two with the longest texts
 */
import { readdirSync, statSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { createHost, readAssets } from "@cardpane/host";
import { build } from "vite";
import { root } from "../process/program.ts";
import { linkAngular } from "./build-angular.ts";
import { sveltePlugin } from "./svelte.ts";

interface Budget {
  readonly what: string;
  readonly path: string;
  readonly limit: number;
}

const nodeDist = `${root}packages/node/dist/`;
const isShort = process.argv.includes("--to-run");
const assets = readAssets();
const byLength = Object.keys(assets.locales).sort(
  (a, b) => JSON.stringify(assets.locales[b]).length - JSON.stringify(assets.locales[a]).length,
);
const tags = isShort ? [...new Set(["en", ...byLength.slice(0, 2)])] : byLength.sort();
const host = createHost(
  { environments: { sandbox: "http://127.0.0.1:4002" }, parents: ["http://localhost:4000"] },
  assets,
);

const budgets: readonly Budget[] = [
  { what: "page script", path: `/${assets.version}/cardpane.js`, limit: 14_300 },
  { what: "next action", path: `/${assets.version}/next-action.js`, limit: 5_050 },
  { what: "deferred", path: `/${assets.version}/deferred.js`, limit: 5_960 },
  { what: "QR codes", path: `/${assets.version}/qr.js`, limit: 3_800 },
  // A whole form and the frame of a single field load the same document.
  ...tags.map((tag) => ({
    what: `frame document (${tag})`,
    path: `/${assets.version}/frame?environment=sandbox&locale=${tag}`,
    limit: 35_000,
  })),
  ...tags.map((tag) => ({
    what: `language (${tag})`,
    path: `/${assets.version}/texts?locale=${tag}`,
    limit: 1_500,
  })),
];

/**
 * What an application bundles, without the framework: the chunk that a first form needs. The rest is loaded later. A change that
 * raises a limit, here or of the page's script, says in its commit what it costs on slow 4G: 5 ms for each kB.
 */
const imports = [
  {
    what: "import { createCardPane }",
    code: 'import { createCardPane } from "@cardpane/browser"; globalThis.app = createCardPane;',
    limit: 12_790,
  },
  { what: "define", code: 'import "@cardpane/browser/define";', limit: 15_160 },
  {
    what: "react with its pane",
    code: 'import { CardPane } from "@cardpane/react"; globalThis.app = CardPane;',
    limit: 15_950,
  },
  {
    what: "react's hook with its pane",
    code: 'import { useCardPane } from "@cardpane/react"; globalThis.app = useCardPane;',
    limit: 13_400,
  },
];

/** What a worker, or a function at an edge, bundles of the server's package. */
const servers = [
  { what: "node's paneMarkup", names: "paneMarkup", limit: 4_850 },
  { what: "node's verifyNotification", names: "verifyNotification", limit: 10_750 },
  {
    what: "node: client, checkout, store",
    names: "createClient, createCheckout, createPostgresStore",
    limit: 57_800,
  },
];
/** The bytes of `@cardpane/node` after its installation, without its dependencies. */
const unpackedLimit = 1_515_000;

/** Measured without `@cardpane/browser` and the framework, which an application has anyway. */
const adapters = [
  { name: "react", limit: 2_060 },
  { name: "vue", limit: 1_210 },
  { name: "svelte", limit: 1_890 },
  // This includes 0.3 kB for the lists of inputs and outputs that Angular's linker writes.
  { name: "angular", limit: 1_970 },
];

let passed = true;
for (const { what, path, limit } of budgets) {
  report(what, limit, await Promise.all(["br", "gzip", "identity"].map((encoding) => sent(path, encoding))));
}
report("early loader", 720, packed(assets.earlyLoader));
for (const { what, code, limit } of isShort ? [] : imports)
  report(what, limit, packed(await bundleApp(code)));
for (const { name, limit } of isShort ? [] : adapters) {
  report(`@cardpane/${name}`, limit, packed(await bundle(name)));
}
for (const { what, names, limit } of isShort ? [] : servers) {
  const from = JSON.stringify(`${nodeDist}index.js`);
  report(
    what,
    limit,
    packed(await bundleApp(`import { ${names} } from ${from}; globalThis.app = [${names}];`)),
  );
}
if (!isShort) {
  const bytes = readdirSync(nodeDist).reduce((sum, name) => sum + statSync(nodeDist + name).size, 0);
  passed &&= bytes <= unpackedLimit;
  console.log(
    `${bytes <= unpackedLimit ? "ok  " : "OVER"} @cardpane/node unpacked ${bytes} B (budget ${unpackedLimit})`,
  );
}
if (!passed) process.exit(1);

function report(what: string, limit: number, [brotli = 0, gzip, plain]: readonly number[]): void {
  const fits = brotli <= limit;
  passed &&= fits;
  console.log(
    `${fits ? "ok  " : "OVER"} ${what.padEnd(26)} ${brotli} B brotli (budget ${limit}), ${gzip} B gzip, ${plain} B`,
  );
}

/** Lengths with brotli, with gzip and without compression. */
function packed(code: string | Buffer): readonly number[] {
  return [brotliCompressSync(code).byteLength, gzipSync(code).byteLength, Buffer.byteLength(code)];
}

/** The first chunk of an application, as Vite builds it. */
async function bundleApp(code: string): Promise<string> {
  const entry = `${root}packages/react/dist/size-app.js`;
  const built = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "app",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    build: { write: false, rollupOptions: { input: entry, external: /^react(\/|$)/ } },
  });
  const [result] = [built].flat();
  const chunks = result && "output" in result ? result.output.filter((file) => file.type === "chunk") : [];
  const first = chunks.find(({ isEntry }) => isEntry);
  if (!first || chunks.some(({ fileName }) => first.imports.includes(fileName)))
    throw new Error("The application has not one first chunk.");
  return first.code;
}

/** Bundles an adapter as an application does. */
async function bundle(name: string): Promise<Buffer> {
  const built = await build({
    configFile: false,
    // Hides warnings about framework conventions, such as "use client" in React's adapter.
    logLevel: "error",
    plugins: [sveltePlugin(), linkAngular()],
    // As in an application's production build: removes the code for Angular's development mode.
    define: { ngDevMode: "false" },
    build: {
      write: false,
      minify: true,
      lib: { entry: `${root}packages/${name}/dist/index.js`, formats: ["es"] },
      rollupOptions: {
        // The code that adapters share counts. The elements that it imports do not: they belong to the browser package.
        external: (id, importer) =>
          /^(@cardpane\/browser|react|vue|svelte(\/.*)?|@angular\/core)$/.test(id) ||
          importer?.endsWith("/browser/dist/adapter.js") === true,
      },
    },
  });
  const [result] = [built].flat();
  if (!result || !("output" in result)) throw new Error(`@cardpane/${name} was not bundled.`);
  return Buffer.from(result.output.map((file) => ("code" in file ? file.code : "")).join(""));
}

/** Length of the host's response. */
async function sent(path: string, encoding: string): Promise<number> {
  const response = await host(
    new Request(`http://127.0.0.1${path}`, { headers: { "Accept-Encoding": encoding } }),
  );
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}
