import { defineConfig } from "vite";

// Bundles everything into one module.
export default defineConfig({ ssr: { target: "webworker", noExternal: true } });
