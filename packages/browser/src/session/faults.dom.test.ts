import { describe, expect, it, vi } from "vitest";
import { frame, host, mounted, usePage } from "../testing/pane-fixture.ts";

usePage();

const fail = (): never => {
  throw new TypeError("patched by the page");
};

describe("a fault while the page is read never costs the form", () => {
  it.each<[string, () => void]>([
    ["the style of the element", () => vi.stubGlobal("getComputedStyle", fail)],
    ["a style map", () => Object.assign(host(), { computedStyleMap: fail })],
    ["the nearest language", () => vi.spyOn(Element.prototype, "closest").mockImplementation(fail)],
    ["the browser's languages", () => vi.spyOn(navigator, "languages", "get").mockImplementation(fail)],
    [
      "the browser's languages, of which there are none",
      () => vi.spyOn(navigator, "languages", "get").mockReturnValue(undefined as unknown as string[]),
    ],
    ["the preferred scheme", () => vi.stubGlobal("matchMedia", fail)],
    ["the preferred scheme, mocked without a result", () => vi.stubGlobal("matchMedia", () => undefined)],
    ["the page's attributes", () => vi.spyOn(MutationObserver.prototype, "observe").mockImplementation(fail)],
    ["the height", () => vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(fail)],
    ["the place in the light DOM", () => Object.assign(host(), { moveBefore: fail })],
    [
      "the policies of the browser",
      () => Object.assign(Document.prototype, { featurePolicy: { features: fail } }),
    ],
  ])("%s", async (_, patch) => {
    patch();
    const { pane, log } = mounted();
    await frame().start();
    expect([pane.status, log]).toEqual(["ready", ["loading", "ready"]]);
    pane.destroy();
    Reflect.deleteProperty(Document.prototype, "featurePolicy");
  });

  it("the look of a sample input", async () => {
    const broken = document.createElement("input");
    broken.id = "sample";
    const matches = () => {
      throw new SyntaxError("':autofill' is not a valid selector");
    };
    Object.assign(broken, { matches });
    document.body.append(broken);
    const { pane } = mounted({ match: "#sample" });
    await vi.dynamicImportSettled();
    await frame().start();
    expect(pane.status).toBe("ready");
    pane.update({ locale: "de" });
    await vi.waitFor(() => expect(frame().received.at(-1)).toMatchObject({ type: "update" }));
    expect(pane.status).toBe("ready");
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.any(SyntaxError));
  });
});

describe("an exception of our own code has a code of its own, and is in the console", () => {
  it.each<[string, () => void]>([
    ["while the iframe is made", () => Object.assign(HTMLIFrameElement.prototype, { setAttribute: fail })],
    ["while the frame is opened", () => vi.stubGlobal("MessageChannel", fail)],
  ])("%s", async (_, patch) => {
    const { pane, log } = mounted();
    patch();
    pane.update({ src: "https://pane.example/0.2.0/" });
    if (pane.status === "loading") frame().hello();
    Reflect.deleteProperty(HTMLIFrameElement.prototype, "setAttribute");
    expect(pane.error).toMatchObject({ code: "load_failed", actor: "merchant" });
    expect(log.at(-1)).toBe("loaderror load_failed");
  });
});
