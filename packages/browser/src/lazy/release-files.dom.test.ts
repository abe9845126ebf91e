import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

it("a script that does not know its address, as a module does not, loads its files from the release of the pane's frame", async () => {
  // Other tests of the process have given the modules an address.
  vi.resetModules();
  const { frameAddress } = await import("../connection/frame-url.ts");
  const { loadDeferred } = await import("./release-files.ts");
  // The build sets it.
  vi.stubGlobal("deferredIntegrity", "sha256-0");
  vi.stubGlobal("origin", "https://shop.example");
  await expect(loadDeferred()).rejects.toThrow(TypeError);
  frameAddress({ src: "https://pane.example", environment: "live", locale: "en" }, document.body);
  void loadDeferred();
  await expect
    .poll(() => document.querySelector("link"))
    .toMatchObject({ href: "https://pane.example/0.1.0/deferred.js", integrity: "sha256-0" });
});
