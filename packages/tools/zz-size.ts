// scratch: builds cardpane.js only, prints size and shares by module
import { brotliCompressSync } from "node:zlib";
import { writeFileSync } from "node:fs";
import { build } from "vite";
import { minify } from "terser";
import { TraceMap, eachMapping } from "/work/w-page/node_modules/.pnpm/@jridgewell+trace-mapping@0.3.31/node_modules/@jridgewell/trace-mapping/dist/trace-mapping.mjs";
const root = process.cwd() + "/";
const entry = process.argv[2] ?? "packages/browser/src/script.ts";
const hash = (s: string) => JSON.stringify(`sha256-${s}`);
const result: any = await build({
  configFile: false, logLevel: "warn", root,
  resolve: { conditions: ["source", "release"] },
  define: { "process.env.NODE_ENV": '"production"',
    deferredIntegrity: hash("mV3rHKD0q8fXn5bQfQqfXk3o5lqj0p7o0hX4p5GJ2nA="), nextActionIntegrity: hash("7Zk0zqg1Yw8h4TqvH0Xn3Jc9mB2uWl5sRk6eDfA1PoI="),
    pageTextsIntegrity: hash("Qx8tJ2nV5bL7cF0gM3kR9sH6wD1zY4aP8uE5iO2jT7c="), qrIntegrity: hash("N6yU3hB9vG0fC5dX2sZ8aQ1wE4rT7yU0iO6pL3kJ9mM=") },
  build: { write: false, target: "es2022", sourcemap: true,
    lib: { entry: root + entry, formats: ["iife"], name: "cardpaneBundle" }, rollupOptions: { output: { extend: false } } },
});
const chunk = (Array.isArray(result) ? result[0] : result).output[0];
writeFileSync("/tmp/pg/bundle.js", chunk.code);
const m = await minify(chunk.code, { ecma: 2020, module: false,
  compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true, keep_fargs: false }, mangle: { toplevel: true },
  format: { ascii_only: true, comments: false, preserve_annotations: false }, sourceMap: { content: chunk.map, asObject: true } as any });
let code = m.code!.trim().replace(/\n\s*/g, " ");
writeFileSync("/tmp/pg/cardpane.js", code);
const size = (t: string) => brotliCompressSync(t).byteLength;
console.log("brotli", size(code), "plain", code.length);
if (process.argv.includes("--map")) {
  const lines = m.code!.split("\n"); 
  const starts: number[] = []; let off = 0; for (const l of lines) { starts.push(off); off += l.length + 1; }
  const full = m.code!;
  const segs: { at: number; src: string }[] = [];
  eachMapping(new TraceMap(m.map as any), (x: any) => { if (x.source) segs.push({ at: starts[x.generatedLine - 1]! + x.generatedColumn, src: x.source.replace(/^.*?(packages|node_modules)\//, "").replace(/\/src\//,"/") }); });
  segs.sort((a, b) => a.at - b.at);
  const by: Record<string, [number, number][]> = {};
  segs.forEach((s, i) => { (by[s.src] ??= []).push([s.at, segs[i + 1]?.at ?? full.length]); });
  const all = size(full);
  const rows = Object.entries(by).map(([src, ranges]) => {
    let rest = ""; let p = 0; for (const [a, b] of ranges) { rest += full.slice(p, a); p = b; } rest += full.slice(p);
    return [src, ranges.reduce((n, [a, b]) => n + b - a, 0), all - size(rest)] as const;
  }).sort((a, b) => b[2] - a[2]);
  for (const [s, n, b] of rows) console.log(String(n).padStart(6), String(b).padStart(6), s);
}
