import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [vue()],
  // For `npm run dev`: the shop's server is a separate program.
  server: { proxy: { "/api": "http://localhost:3000" } },
});
