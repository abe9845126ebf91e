import { build } from "vite";
import { root } from "../process/program.ts";

/**
 * Bundles `@cardpane/host/worker` into a script that defines `cardpaneHost`, for the file of `cardpane build --for worker`: the platform is
 * neither Node nor a browser, and has no packages.
 */
export async function bundleHost(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root: `${root}packages/host`,
    resolve: { conditions: ["source"] },
    build: {
      write: false,
      target: "es2022",
      lib: { entry: "src/worker.ts", formats: ["iife"], name: "cardpaneHost" },
      rollupOptions: { platform: "neutral" },
    },
  });
  const [output] = [result].flat();
  const code = output && "output" in output ? output.output[0].code : "";
  if (!code || /\brequire\(|node:/.test(code))
    throw new Error("The host in a worker needs a module of Node.");
  return code.trim();
}
