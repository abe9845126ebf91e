import { defineConfig } from "vitest/config";

/** The same tests in both DOM simulators. */
const projects = ["jsdom", "happy-dom"].map((environment) => ({
  test: {
    name: environment,
    environment,
    include: ["vitest/*.test.mjs"],
    // Unless it is told not to, happy-dom requests the pane from its host.
    environmentOptions: { happyDOM: { settings: { navigation: { disableChildFrameNavigation: true } } } },
  },
}));

export default defineConfig({ test: { projects } });
