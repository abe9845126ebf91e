import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // For `npm run dev`: the shop's server is a separate program.
  server: { proxy: { "/api": "http://localhost:3000" } },
});
