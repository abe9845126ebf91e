import type { PaneOptions } from "@cardpane/contract/messages";
import { savedCard } from "@cardpane/contract/testing";
import { describe, expect, it, vi } from "vitest";
import type { CardPaneOptions } from "../api/options.ts";
import { delivered } from "../testing/fake-frames.ts";
import { address, frame, frameOf, host, iframe, made, ready, usePage } from "../testing/pane-fixture.ts";

usePage();

/** Every option that changes in place: its new value, and the options that are sent to the frame. */
const inPlace = {
  fields: [
    ["number", "expiry", "cardholder?"],
    { fields: [{ name: "number" }, { name: "expiry" }, { name: "cardholder", required: false }] },
  ],
  expiry: [
    "split",
    {
      expiry: "split",
      fields: [{ name: "number" }, { name: "expiryMonth" }, { name: "expiryYear" }, { name: "cvv" }],
    },
  ],
  locale: ["de", { locale: "de" }],
  scheme: ["dark", { appearance: { scheme: "dark" } }],
  theme: ["flat", { appearance: { theme: "flat" } }],
  labels: ["floating", { appearance: { labels: "floating" } }],
  rows: ["stacked", { appearance: { rows: "stacked" } }],
  density: ["compact", { appearance: { density: "compact" } }],
  match: ["#email", { appearance: { tokens: { fontSize: 21 } } }],
  tokens: [{ radius: 9 }, { appearance: { tokens: { radius: 9 } } }],
  darkTokens: [{ radius: 3 }, { appearance: { dark: { radius: 3 } } }],
  disabled: [true, { disabled: true }],
  readOnly: [true, { readOnly: true }],
  values: [{ cardholder: "Ada Example" }, { values: { cardholder: "Ada Example" } }],
  supportedBrands: [["visa"], { supportedBrands: ["visa"] }],
  preferredNetworks: [["cartes-bancaires"], { preferredNetworks: ["cartes-bancaires"] }],
  bin: [8, { bin: 8 }],
  maskNumber: [true, { maskNumber: true }],
  autoAdvance: [true, { autoAdvance: true }],
  decline: ["5082", { decline: "5082" }],
  savedCard: [savedCard, { savedCard, fields: [{ name: "cvv" }] }],
  texts: [{ labels: { cvv: "CVC" } }, { texts: { labels: { cvv: "CVC" } } }],
} as const satisfies Record<keyof Omit<CardPaneOptions, keyof typeof anew>, readonly [unknown, object]>;

/** Every option that is not sent to the frame: it reloads the frame, applies to the next one, or is used only by the page. */
const anew = {
  src: "https://pane.example/0.0.1/",
  environment: "staging",
  loadTimeoutMs: 1,
} as const satisfies CardPaneOptions;

describe("update", () => {
  it.each(Object.entries(inPlace))(
    "of %s is sent to the current frame, and so is the previous value",
    async (name, [value, sent]) => {
      const { pane, log } = await ready();
      const before = { iframe: iframe(), options: frame().open?.options as PaneOptions };
      document.body.insertAdjacentHTML("beforeend", '<input id="email" style="font-size: 21px">');
      pane.update({ [name]: value });
      await expect.poll(() => frame().last("update")?.options).toMatchObject(sent);
      pane.update({ [name]: undefined });
      await expect.poll(() => frame().last("update")?.options).toEqual(before.options);
      expect(iframe()).toBe(before.iframe);
      expect(pane.status).toBe("ready");
      expect(log).toEqual(["loading", "ready"]);
    },
  );

  it.each([
    ["src", "/0.0.1/frame?"],
    ["environment", "environment=staging"],
  ] as const)("of %s loads another frame", async (name, part) => {
    const { pane } = await ready();
    const before = iframe();
    pane.update({ [name]: anew[name] });
    expect(iframe()).not.toBe(before);
    expect(address()).toContain(part);
    await frame().start();
    expect(pane.status).toBe("ready");
    expect(host().querySelectorAll("iframe")).toHaveLength(1);
  });

  it("of the environment and of a saved card rearranges the fields in their places, and back", async () => {
    const pane = made().field("number", "#card").field("expiry", "#other");
    document.body.insertAdjacentHTML("beforeend", '<p id="cvv"></p>');
    pane.field("cvv", "#cvv");
    const iframes = () => [...document.querySelectorAll("iframe")];
    await delivered();
    expect(iframes()).toHaveLength(3);
    pane.update({ environment: "staging", savedCard });
    expect(iframes()).toHaveLength(1);
    await frameOf(document.querySelector("#cvv iframe")).start(99, ["cvv"]);
    expect(pane.status).toBe("ready");
    pane.update({ environment: "live", savedCard: null });
    expect([pane.status, iframes().length]).toEqual(["loading", 3]);
  });

  it("of the language or the scheme of any ancestor, through a shadow root, is sent to the frame", async () => {
    document.body.innerHTML = "<div id=app><div id=part><div id=card></div></div></div>";
    const [app, part] = document.querySelectorAll<HTMLElement>("#app, #part");
    if (!app || !part) throw new Error("The page lacks its elements.");
    // happy-dom does not inherit colour schemes.
    const style = () => ({ colorScheme: app.className }) as CSSStyleDeclaration;
    vi.spyOn(window, "getComputedStyle").mockImplementation(style);
    part.attachShadow({ mode: "open" }).append(document.createElement("slot"));
    await ready({ scheme: "auto" });
    const sent = () => frame().last("update")?.options;
    part.lang = "de";
    await expect.poll(() => sent()?.locale).toBe("de");
    app.className = "dark";
    await expect.poll(() => sent()?.appearance.scheme).toBe("dark");
  });

  it("of many styles of the page in one frame of it is read once", async () => {
    const { pane } = await ready();
    const read = vi.spyOn(window, "getComputedStyle");
    pane.update({ scheme: "auto" });
    await new Promise(requestAnimationFrame);
    read.mockClear();
    for (let n = 0; n < 50; n += 1) {
      document.documentElement.style.setProperty("--scroll", `${n}`);
      await Promise.resolve();
    }
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    // Panes of other files may still watch the page.
    const own = read.mock.calls.filter(([element]) => element === host());
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(4);
    document.documentElement.removeAttribute("style");
  });

  it("of loadTimeoutMs applies to the next frame", async () => {
    const { pane } = await ready({ loadTimeoutMs: 600_000 });
    const before = iframe();
    pane.update({ loadTimeoutMs: anew.loadTimeoutMs });
    expect(iframe()).toBe(before);
    pane.update({ environment: "staging" });
    await expect.poll(() => pane.error?.code).toBe("load_timeout");
  });
});
