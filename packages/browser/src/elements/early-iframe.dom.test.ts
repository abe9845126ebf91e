import { frameAttributes, framePath, frameSlot } from "@cardpane/contract/embed";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { delivered, emptySnapshot } from "../testing/fake-frames.ts";
import { frameOf, host, src, usePage } from "../testing/pane-fixture.ts";
import { placeBox } from "../ui/element-root.ts";
import type { CardPaneElement } from "./card-pane.ts";
import { defineCardPane } from "./register.ts";

usePage();

beforeAll(defineCardPane);

let warnings: string[] = [];
beforeEach(() => {
  warnings = [];
  vi.spyOn(console, "warn").mockImplementation((text: string) => warnings.push(text));
});
/** Runs before the fixture checks that no node is left. */
afterEach(async () => {
  document.body.replaceChildren();
  await Promise.resolve();
});

const address = src + framePath({ environment: "live", locale: "en" });

/** The iframe of the page's HTML. `null` omits an attribute. */
function createEarly(more: Readonly<Record<string, string | null>> = {}): HTMLIFrameElement {
  const iframe = document.createElement("iframe");
  const attributes = { src: address, slot: frameSlot, ...frameAttributes, ...more };
  for (const [name, value] of Object.entries(attributes))
    if (value !== null) iframe.setAttribute(name, value);
  return iframe;
}

/** An element that is not in the page yet. */
function createPane(...children: Node[]): CardPaneElement {
  const pane = document.createElement("card-pane");
  Object.assign(pane, { src, environment: "live", locale: "en" });
  pane.append(...children);
  return pane;
}

const created = (pane: Element) => pane.shadowRoot?.querySelector("iframe") ?? null;

describe("an iframe in the page's HTML that equals the one that the element would create", () => {
  it("is adopted in its place: the handshake is completed and the frame is shown", async () => {
    const iframe = createEarly();
    const pane = createPane(iframe);
    host().append(pane);
    const frame = frameOf(iframe);
    expect(frame.greeted).toEqual([new URL(src).origin]);
    expect(created(pane)).toBeNull();
    expect(pane.shadowRoot?.querySelector(`slot[name=${frameSlot}]`)).not.toBeNull();
    await frame.start();
    expect(pane.status).toBe("ready");
    expect(iframe.parentNode).toBe(pane);
    expect([iframe.style.opacity, iframe.inert]).toEqual(["1", false]);
    expect(warnings).toEqual([]);
  });

  it("receives no greeting while its document loads, because it then sends its `hello` itself", async () => {
    const iframe = createEarly();
    const frame = frameOf(iframe);
    frame.isBlank = true;
    const pane = createPane(iframe);
    host().append(pane);
    expect(frame.greeted).toEqual([]);
    await frame.start();
    expect(pane.status).toBe("ready");
  });

  it("may have another locale: the frame changes to the locale of the options", async () => {
    const iframe = createEarly({ src: src + framePath({ environment: "live", locale: "de-CH,fr" }) });
    const pane = createPane(iframe);
    host().append(pane);
    await frameOf(iframe).start();
    expect(frameOf(iframe).open?.options.locale).toBe("en");
    expect(pane.status).toBe("ready");
  });

  it("receives the options that were set before with `open`, and later ones as updates", async () => {
    const iframe = createEarly();
    const pane = createPane(iframe);
    pane.theme = "flat";
    host().append(pane);
    await frameOf(iframe).start();
    expect(frameOf(iframe).open?.options.appearance.theme).toBe("flat");
    pane.theme = "line";
    await expect.poll(() => frameOf(iframe).last("update")?.options.appearance.theme).toBe("line");
    expect(pane.querySelector("iframe")).toBe(iframe);
  });

  it("is removed with the element, which creates another one when it is inserted again", async () => {
    const iframe = createEarly();
    const pane = createPane(iframe);
    host().append(pane);
    await frameOf(iframe).start();
    pane.remove();
    await Promise.resolve();
    expect(iframe.isConnected || pane.contains(iframe)).toBe(false);
    host().append(pane);
    await frameOf(created(pane)).start();
    expect(pane.status).toBe("ready");
    expect(pane.querySelector("iframe")).toBeNull();
  });

  it("is removed when the pane is destroyed", () => {
    const iframe = createEarly();
    const pane = createPane(iframe);
    host().append(pane);
    pane.destroy();
    expect(pane.contains(iframe)).toBe(false);
  });

  it("is not adopted again when its frame was reloaded", async () => {
    const iframe = createEarly();
    const pane = createPane(iframe);
    host().append(pane);
    await frameOf(iframe).start();
    frameOf(iframe).hello("f".repeat(32));
    expect(pane.contains(iframe)).toBe(false);
    await frameOf(created(pane)).start();
    expect(pane.status).toBe("ready");
  });

  it("is replaced at once when a library that morphs the page removes it, and the form says that its text is lost", async () => {
    const pane = createPane(createEarly());
    host().append(pane);
    const frame = frameOf(pane.querySelector("iframe"));
    await frame.start();
    await frame.send({ type: "changed", snapshot: { ...emptySnapshot, empty: false } });
    pane.replaceChildren();
    await Promise.resolve();
    await new Promise(requestAnimationFrame);
    expect(pane.status).toBe("loading");
    const next = frameOf(created(pane));
    await next.start();
    await delivered();
    expect(pane.status).toBe("ready");
    expect(next.last("reloaded")).toBeDefined();
  });

  it("whose first `load` follows the `hello` receives another greeting; a second `load` is a reload", async () => {
    const iframe = createEarly();
    const pane = createPane(iframe);
    host().append(pane);
    const frame = frameOf(iframe);
    await frame.start();
    // The load event of the simulator.
    await expect.poll(() => frame.greeted.length).toBe(2);
    frame.hello();
    expect(pane.status).toBe("ready");
    iframe.dispatchEvent(new Event("load"));
    expect(pane.status).toBe("loading");
  });
});

describe("an iframe that cardpane.js has inserted before the element was defined", () => {
  /** An element with such an iframe, whose document has not loaded. */
  function createStarted(more: Readonly<Record<string, string | null>> = {}) {
    const iframe = createEarly({ slot: null, ...more });
    frameOf(iframe).isBlank = true;
    const pane = createPane();
    placeBox(pane, iframe);
    return { pane, iframe };
  }

  it("is adopted in the shadow root, and receives no greeting, because its document loads later", async () => {
    const { pane, iframe } = createStarted();
    host().append(pane);
    expect(created(pane)).toBe(iframe);
    expect(pane.shadowRoot?.querySelectorAll("iframe, slot[name], [role=alert]")).toHaveLength(2);
    await frameOf(iframe).start();
    expect(pane.status).toBe("ready");
    expect(frameOf(iframe).greeted).toEqual([]);
    expect([iframe.style.opacity, iframe.style.visibility, iframe.inert]).toEqual(["1", "", false]);
  });

  it("is replaced without a warning if a property names another environment", async () => {
    const { pane, iframe } = createStarted();
    pane.environment = "staging";
    host().append(pane);
    expect(iframe.isConnected).toBe(false);
    expect(pane.shadowRoot?.querySelectorAll("iframe")).toHaveLength(1);
    await frameOf(created(pane)).start();
    expect(pane.status).toBe("ready");
    expect(warnings).toEqual([]);
  });

  it("is removed if the pane cannot load", () => {
    const { pane, iframe } = createStarted();
    pane.src = "https://shop.example/same-origin/";
    host().append(pane);
    expect([pane.status, iframe.isConnected]).toEqual(["failed", false]);
  });

  it("is not adopted a second time", async () => {
    const { pane, iframe } = createStarted();
    host().append(pane);
    await frameOf(iframe).start();
    pane.remove();
    await Promise.resolve();
    host().append(pane);
    expect(created(pane)).not.toBe(iframe);
    await frameOf(created(pane)).start();
    expect(pane.status).toBe("ready");
  });
});

describe("an iframe in the page's HTML that differs", () => {
  it.each<[string, Readonly<Record<string, string | null>>]>([
    ["sandbox", { sandbox: `${frameAttributes.sandbox} allow-top-navigation` }],
    ["sandbox", { sandbox: "allow-scripts" }],
    ["sandbox", { sandbox: null }],
    ["referrerpolicy", { referrerpolicy: "no-referrer" }],
    [
      "referrerpolicy",
      { sandbox: null, referrerpolicy: `strict-origin" sandbox="${frameAttributes.sandbox}` },
    ],
    ["referrerpolicy", { referrerpolicy: null }],
    ["allow", { allow: "camera" }],
    ["csp", { csp: "script-src 'none'" }],
    ["credentialless", { credentialless: "" }],
    ["srcdoc", { srcdoc: "" }],
    ["srcdoc", { srcdoc: "<p>Other</p>" }],
    ["constructor", { constructor: "" }],
    ["src", { src: null }],
    ["src", { src: address.replace("environment=live", "environment=staging") }],
    ["src", { src: address.replace("0.1.0", "0.0.9") }],
    ["src", { src: address.replace("https:", "http:") }],
    ["src", { src: address.replace("pane.example", "pane.example.evil.example") }],
    ["src", { src: `${address}&locale=de` }],
    ["src", { src: `${address}#x` }],
    ["src", { src: address.replace("&locale=en", "") }],
  ])(
    "by its %s is replaced by the element's own iframe, and the console shows what it must be: %j",
    async (_name, more) => {
      const wanted = `referrerpolicy="strict-origin" sandbox="${frameAttributes.sandbox}" src="${address.replace(/en$/, "")}"`;
      const iframe = createEarly(more);
      const pane = createPane(iframe);
      host().append(pane);
      expect(iframe.isConnected).toBe(false);
      expect(warnings).toEqual([expect.stringContaining(wanted)]);
      await frameOf(created(pane)).start();
      expect(pane.status).toBe("ready");
      expect(frameOf(iframe).open).toBeUndefined();
    },
  );

  it("by an `allow` that only the browser can determine is replaced without a message in the console", async () => {
    // The list of features in Chromium with AutofillPolicyControlledFeature….
    const features = () => ["autofill", "camera", "manual-text"];
    Object.defineProperty(Object.getPrototypeOf(document), "featurePolicy", {
      configurable: true,
      get: () => ({ features }),
    });
    try {
      const [asWritten, wrong] = [createEarly(), createEarly({ allow: "camera" })];
      const wrongElsewhere = createEarly({ sandbox: "allow-scripts" });
      const pane = createPane(asWritten, wrong, wrongElsewhere);
      host().append(pane);
      expect([asWritten, wrong, wrongElsewhere].some(({ isConnected }) => isConnected)).toBe(false);
      expect(created(pane)?.allow).toBe("autofill; manual-text");
      const warning = expect.stringContaining('allow="autofill; manual-text"');
      expect(warnings).toEqual([warning, warning]);
      await frameOf(created(pane)).start();
      expect(pane.status).toBe("ready");
    } finally {
      Reflect.deleteProperty(Object.getPrototypeOf(document), "featurePolicy");
    }
  });

  it("because it is the second one is removed", () => {
    const [first, second] = [createEarly(), createEarly()];
    const pane = createPane(first, second);
    host().append(pane);
    expect([first, second].map(({ isConnected }) => isConnected)).toEqual([true, false]);
    expect(warnings).toHaveLength(1);
  });

  it("by its slot, or because it is not a child, belongs to the page and remains", () => {
    const [own, deeper] = [createEarly({ slot: null }), createEarly()];
    const box = document.createElement("p");
    box.append(deeper);
    const pane = createPane(own, box);
    host().append(pane);
    expect([own, deeper].map(({ isConnected }) => isConnected)).toEqual([true, true]);
    expect(created(pane)).not.toBeNull();
    expect(warnings).toEqual([]);
  });
});

describe("an element with the attribute early that a parser has just begun", () => {
  const state = vi.fn<() => DocumentReadyState>();
  beforeEach(() => {
    state.mockReturnValue("loading");
    // Defined on the class, because the package reads no own property of the document.
    const members = Object.getPrototypeOf(document);
    Object.defineProperty(members, "readyState", { configurable: true, get: state });
    return () => Reflect.deleteProperty(members, "readyState");
  });

  function begin(): CardPaneElement {
    const pane = createPane();
    pane.toggleAttribute("early", true);
    host().append(pane);
    expect([pane.status, created(pane)]).toEqual(["unmounted", null]);
    return pane;
  }

  it("adopts the iframe when the parser reaches it", async () => {
    const pane = begin();
    const iframe = createEarly();
    pane.append("\n", iframe);
    await expect.poll(() => frameOf(iframe).greeted.length).toBe(1);
    expect(created(pane)).toBeNull();
    // Later nodes and the end of the page change nothing.
    pane.append("\n");
    state.mockReturnValue("interactive");
    document.dispatchEvent(new Event("readystatechange"));
    await frameOf(iframe).start();
    expect([pane.status, created(pane)]).toEqual(["ready", null]);
  });

  it("creates an iframe if the page is parsed without one", async () => {
    const pane = begin();
    state.mockReturnValue("interactive");
    await vi.waitFor(() => expect(created(pane)).not.toBeNull());
  });

  it("does nothing if it was removed from the page meanwhile", async () => {
    const pane = begin();
    pane.remove();
    state.mockReturnValue("interactive");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([pane.status, created(pane)]).toEqual(["unmounted", null]);
  });

  it("does not wait after the page is parsed", () => {
    state.mockReturnValue("interactive");
    const pane = createPane();
    pane.toggleAttribute("early", true);
    host().append(pane);
    expect(created(pane)).not.toBeNull();
  });

  it("does not wait without the attribute", () => {
    const pane = createPane();
    host().append(pane);
    expect(created(pane)).not.toBeNull();
  });
});
