/** The package on a server without a DOM. */
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { CardPaneElement, CardpaneError, createCardPane, defineCardPane, version } from "./index.ts";

describe("on a server", () => {
  it("importing and defining have no effect and do not throw", async () => {
    expect(globalThis).not.toHaveProperty("window");
    expect(() => defineCardPane()).not.toThrow();
    await expect(import("./define.ts")).resolves.toHaveProperty("CardPaneElement", CardPaneElement);
  });

  it("a pane can be created while a framework renders; its methods return, and it is mounted in the browser", async () => {
    const pane = createCardPane({ src: "https://pane.example/" });
    expect(pane).toMatchObject({ status: "unmounted", snapshot: null, error: null });
    expect(() => pane.mount("#card")).toThrow(CardpaneError);
    expect((await pane.tokenize()).error?.code).toBe("not_ready");
    expect(await pane.validate()).toMatchObject({ valid: false, fields: {} });
    pane.update({ disabled: true });
    pane.unmount();
    pane.destroy();
    pane.destroy();
    expect(pane.status).toBe("destroyed");
    expect((await pane.tokenize()).error?.code).toBe("destroyed");
  });
});

describe("the version", () => {
  it("equals the version in package.json", () => {
    expect(manifest.version).toBe(version);
  });
});
