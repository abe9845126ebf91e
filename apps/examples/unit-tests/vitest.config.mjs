import { defineConfig } from "vitest/config";

/** Runs the same tests in jsdom and in happy-dom. */
const projects = ["jsdom", "happy-dom"].map((environment) => ({
  test: {
    name: environment,
    environment,
    include: ["vitest/*.test.mjs"],
    // By default, happy-dom requests the pane from its host.
    environmentOptions: { happyDOM: { settings: { navigation: { disableChildFrameNavigation: true } } } },
  },
}));

export default defineConfig({ test: { projects } });
