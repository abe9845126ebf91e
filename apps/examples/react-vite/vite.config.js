import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // npm run dev: the shop's server is another program.
  server: { proxy: { "/api": "http://localhost:3000" } },
});
