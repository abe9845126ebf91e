/** Bundles the module of `cardpane build --for worker` for the tests, as a platform's own tool does. */
import { build } from "vite";

/**
 * Bundles one module for a platform that is neither Node nor a browser. An import from Node is kept, and fails on that
 * platform.
 */
export async function bundleWorker(code: string, format: "cjs" | "es"): Promise<string> {
  const id = "virtual-worker.js";
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root: import.meta.dirname,
    resolve: {
      conditions: ["source"],
      alias: { "@cardpane/host/worker": `${import.meta.dirname}/worker.ts` },
    },
    plugins: [
      {
        name: "virtual",
        enforce: "pre",
        resolveId: (name) => (name.endsWith(id) ? `\0${id}` : null),
        load: (name) => (name === `\0${id}` ? code : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry: id, formats: [format], fileName: "worker" },
      rollupOptions: { platform: "neutral" },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error("The worker was not bundled.");
  return output.output[0].code;
}
