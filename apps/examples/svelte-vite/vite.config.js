import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  // For `npm run dev`: the shop's server is a separate program.
  server: { proxy: { "/api": "http://localhost:3000" } },
});
