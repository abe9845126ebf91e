import { defineConfig } from "vite";

// One module, with everything in it.
export default defineConfig({ ssr: { target: "webworker", noExternal: true } });
