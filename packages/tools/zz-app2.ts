import { brotliCompressSync } from "node:zlib";
import { writeFileSync } from "node:fs";
import { build } from "vite";
import { TraceMap, eachMapping } from "/work/w-page/node_modules/.pnpm/@jridgewell+trace-mapping@0.3.31/node_modules/@jridgewell/trace-mapping/dist/trace-mapping.mjs";
import { pureClasses } from "./src/build/pure-classes.ts";
const root = process.cwd() + "/";
const size = (t: string) => brotliCompressSync(t).byteLength;
const apps = [
  ["createCardPane", `export { createCardPane } from "@cardpane/browser";`],
  ["define", `import "@cardpane/browser/define";`],
  ["react", `export { CardPane } from "@cardpane/react";`],
] as const;
for (const [name, code] of apps) {
  const entry = `${root}packages/react/src/size-app.ts`;
  const built: any = await build({
    configFile: false, logLevel: "error", root,
    resolve: { conditions: ["source", ...(process.env.COND ? [process.env.COND] : [])] },
    plugins: [pureClasses(), { name: "app", resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) }],
    build: { write: false, sourcemap: true, rollupOptions: { input: entry, preserveEntrySignatures: "strict", external: [/^react(\/|$)/, /deferred.ts$/, /next-action\/run.ts$/, /page-texts.ts$/, /next-action\/qr.ts$/] } },
  });
  const chunks = [built].flat()[0].output.filter((f: any) => f.type === "chunk");
  const first: string[] = chunks.filter((c: any) => c.isEntry).map((c: any) => c.fileName);
  for (const n of first) first.push(...(chunks.find((c: any) => c.fileName === n)?.imports ?? []).filter((o: string) => !first.includes(o)));
  const used = chunks.filter((c: any) => first.includes(c.fileName));
  console.log(name, size(used.map((c: any) => c.code).join("")), used.map((c: any) => c.fileName).join(" "));
  if (process.argv[2] !== name) continue;
  const full = used[0].code; writeFileSync(`/tmp/pg/${name}.js`, full);
  const lines = full.split("\n"); const starts: number[] = []; let off = 0; for (const l of lines) { starts.push(off); off += l.length + 1; }
  const segs: { at: number; src: string }[] = [];
  eachMapping(new TraceMap(used[0].map), (x: any) => { if (x.source) segs.push({ at: starts[x.generatedLine - 1]! + x.generatedColumn, src: x.source.replace(/^.*?(packages|node_modules)\//, "").replace(/^(\.\.\/)+/,"").replace(/\/src\//,"/") }); });
  segs.sort((a, b) => a.at - b.at);
  const by: Record<string, [number, number][]> = {};
  segs.forEach((s, i) => { (by[s.src] ??= []).push([s.at, segs[i + 1]?.at ?? full.length]); });
  const all = size(full);
  for (const [src, n, b] of Object.entries(by).map(([src, ranges]) => { let rest = ""; let p = 0; for (const [a, b] of ranges) { rest += full.slice(p, a); p = b; } rest += full.slice(p); return [src, ranges.reduce((n, [a, b]) => n + b - a, 0), all - size(rest)] as const; }).sort((a, b) => b[2] - a[2])) console.log(String(n).padStart(6), String(b).padStart(6), src);
}
