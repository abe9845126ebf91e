import { savedCard } from "@cardpane/contract/testing";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { delivered, FakeFrame } from "../testing/fake-frames.ts";
import { frameOf, host, src, usePage } from "../testing/pane-fixture.ts";
import { CardPaneElement } from "./card-pane.ts";
import type { CardPaneFieldElement } from "./card-pane-field.ts";
import { FormParticipation } from "./form-participation.ts";
import { defineCardPane } from "./register.ts";

usePage();

beforeAll(defineCardPane);

/** Inserts elements into the page; returns the pane. */
function render(html: string): CardPaneElement {
  host().innerHTML = html;
  return host().querySelector("card-pane") as CardPaneElement;
}

const iframeOf = (element: Element | null) => element?.shadowRoot?.querySelector("iframe") ?? null;

/** Removes the elements of each test, because the fixture checks that no node is left. */
beforeEach(() => async () => {
  document.body.replaceChildren();
  await Promise.resolve();
});

describe("the element's own nodes", () => {
  it("are in its shadow root: its children and attributes remain as the page wrote them", async () => {
    const html = `<card-pane src="${src}" environment="live"></card-pane>`;
    const pane = render(html);
    expect(iframeOf(pane)).not.toBeNull();
    expect(pane.shadowRoot?.querySelector("[aria-busy=true]")).not.toBeNull();
    await frameOf(iframeOf(pane)).start();
    expect(pane.status).toBe("ready");
    expect(pane.shadowRoot?.querySelector("[aria-busy]")).toBeNull();
    expect(pane.childNodes).toHaveLength(0);
    expect(pane.hasAttribute("style") || pane.hasAttribute("aria-busy")).toBe(false);
    expect(frameOf(iframeOf(pane))).toBeInstanceOf(FakeFrame);
  });

  it("are in the shadow root of each field if the fields are separate elements", () => {
    const pane = render(
      `<card-pane src="${src}" environment="live"><p><card-pane-field name="number"></card-pane-field></p><card-pane-field name="expiry"></card-pane-field></card-pane>`,
    );
    const fields = [...pane.querySelectorAll("card-pane-field")];
    expect(fields.map((field) => field.childNodes.length)).toEqual([0, 0]);
    expect(pane.querySelector("iframe, div")).toBeNull();
    return expect.poll(() => fields.filter(iframeOf).length).toBe(2);
  });

  it("are created for fields that a DOM simulator connects before their pane", async () => {
    const pane = document.createElement("card-pane");
    pane.innerHTML =
      '<card-pane-field name="number"></card-pane-field><card-pane-field name="expiry"></card-pane-field>';
    Object.assign(pane, { src, environment: "live" });
    host().replaceChildren(pane);
    await expect.poll(() => [...pane.children].filter(iframeOf).length).toBe(2);
  });

  it("are placed after the page's own children", () => {
    const pane = render(`<card-pane src="${src}" environment="live"><p>Card</p></card-pane>`);
    expect(pane.innerHTML).toBe("<p>Card</p>");
    expect([...(pane.shadowRoot?.children ?? [])].map(({ localName }) => localName)).toEqual(["slot", "div"]);
  });

  it("show a failure as a part that the page can style, only while the pane has failed", async () => {
    const pane = render(`<card-pane src="${src}" environment="live" fields="cvv"></card-pane>`);
    expect(pane.error?.code).toBe("options_invalid");
    const alert = pane.shadowRoot?.querySelector("[part=alert]");
    expect(alert?.getAttribute("role")).toBe("alert");
    pane.setAttribute("fields", "number expiry cvv");
    expect(alert?.getAttribute("part")).toBe("");
    expect(pane.status).toBe("loading");
  });
});

/** Returns the errors that are reported while a function runs. */
function reportedBy(work: () => void): readonly string[] {
  const reported: string[] = [];
  vi.stubGlobal("reportError", (error: Error) => reported.push(error.message));
  work();
  return reported;
}

/** Properties, each with the attribute of the same option, a value, and the attribute's text for that value. */
const options = [
  ["src", "src", "https://pane.example/0.0.1/", "https://pane.example/0.0.1/"],
  ["environment", "environment", "staging", "staging"],
  ["fields", "fields", ["number", "expiry", "cardholder?"], "number, expiry cardholder?"],
  ["expiry", "expiry", "split", "split"],
  ["locale", "locale", "de", "de"],
  ["scheme", "scheme", "dark", "dark"],
  ["theme", "theme", "flat", "flat"],
  ["labels", "labels", "floating", "floating"],
  ["rows", "rows", "stacked", "stacked"],
  ["density", "density", "compact", "compact"],
  ["match", "match", "#email", "#email"],
  ["supportedBrands", "supported-brands", ["visa", "mastercard"], "visa mastercard"],
  ["preferredNetworks", "preferred-networks", ["cartes-bancaires"], "cartes-bancaires"],
  ["bin", "bin", 8, "8"],
  ["decline", "decline", "5082", "5082"],
  ["savedCard", "saved-card", savedCard, JSON.stringify(savedCard)],
  ["values", "values", { cardholder: "A. Sample" }, '{"cardholder":"A. Sample"}'],
  ["maskNumber", "mask-number", true, ""],
  ["autoAdvance", "auto-advance", true, ""],
  ["readOnly", "readonly", true, ""],
  ["disabled", "disabled", true, ""],
  ["name", "name", "payment", "payment"],
] as const;

describe("a property", () => {
  it("exists for every attribute that sets an option", () => {
    const observed = CardPaneElement.observedAttributes.filter((name) => name !== "defer");
    const attributes = [...observed, "name"];
    expect(options.map(([, attribute]) => attribute).sort()).toEqual(attributes.sort());
  });

  it.each(options)(
    "%s and the attribute %s set the same; nothing is the default",
    (name, attribute, value, text) => {
      const pane = document.createElement("card-pane");
      const nothing = typeof value === "boolean" ? false : null;
      expect(Reflect.get(pane, name)).toBe(nothing);
      for (const none of [undefined, null, typeof value === "boolean" ? false : ""]) {
        expect(reportedBy(() => Reflect.set(pane, name, value))).toEqual([]);
        expect(Reflect.get(pane, name)).toEqual(value);
        expect(reportedBy(() => Reflect.set(pane, name, none))).toEqual([]);
        expect(Reflect.get(pane, name)).toBe(nothing);
      }
      pane.setAttribute(attribute, text);
      expect(Reflect.get(pane, name)).toEqual(value);
      pane.removeAttribute(attribute);
      expect(Reflect.get(pane, name)).toBe(nothing);
    },
  );

  it("accepts a list as text, and changes no attribute", () => {
    const pane = document.createElement("card-pane");
    pane.setAttribute("fields", "number expiry");
    pane.fields = "number, expiry cvv?";
    expect(pane.fields).toEqual(["number", "expiry", "cvv?"]);
    expect(pane.getAttribute("fields")).toBe("number expiry");
  });

  it("is sent by its value: false is off, as a property and as the text of an attribute", async () => {
    const pane = render(
      `<card-pane src="${src}" environment="live" environment="live" mask-number="false"></card-pane>`,
    );
    const frame = frameOf(iframeOf(pane));
    await frame.start();
    expect(frame.open?.options.maskNumber).toBe(false);
    pane.maskNumber = true;
    await expect.poll(() => frame.last("update")?.options.maskNumber).toBe(true);
    pane.maskNumber = false;
    await expect.poll(() => frame.last("update")?.options.maskNumber).toBe(false);
  });

  it("that was set before the element was defined applies to the first frame", () => {
    const pane = document.createElement("card-pane");
    const early = { src, environment: "staging", tokens: { radius: 9 }, maskNumber: true, other: 1 };
    for (const [name, value] of Object.entries(early)) {
      Object.defineProperty(pane, name, { value, configurable: true, enumerable: true, writable: true });
    }
    host().replaceChildren(pane);
    expect(iframeOf(pane)?.dataset["src"]).toContain(`${src}frame?environment=staging`);
    expect(Object.keys(pane).filter((name) => name in early)).toEqual(["other"]);
    expect([pane.tokens, pane.maskNumber]).toEqual([early.tokens, true]);
  });
});

describe("an invalid option", () => {
  const ways: readonly [string, (pane: CardPaneElement) => void][] = [
    ["the attribute fields", (pane) => pane.setAttribute("fields", "number nothing")],
    ["the property fields", (pane) => Reflect.set(pane, "fields", ["number", "nothing"])],
    ["an empty list of fields", (pane) => Reflect.set(pane, "fields", [])],
    ["the property tokens", (pane) => Reflect.set(pane, "tokens", "red")],
    ["the property loadTimeoutMs", (pane) => Reflect.set(pane, "loadTimeoutMs", 0)],
    ["the property savedCard", (pane) => Reflect.set(pane, "savedCard", { lastFour: 1 })],
    ["the attribute saved-card", (pane) => pane.setAttribute("saved-card", "{")],
    ["the property locale", (pane) => Reflect.set(pane, "locale", 5)],
    ["the attribute bin", (pane) => pane.setAttribute("bin", "7")],
    ["the property bin", (pane) => Reflect.set(pane, "bin", 7)],
  ];

  it.each(ways)("is reported and changes nothing: %s", async (_, set) => {
    const pane = render(`<card-pane src="${src}" environment="live"></card-pane>`);
    const frame = frameOf(iframeOf(pane));
    await frame.start();
    const reported = reportedBy(() => set(pane));
    expect(reported).toEqual([expect.stringContaining("(options_invalid)")]);
    expect(pane.status).toBe("ready");
    expect(frame.last("update")).toBeUndefined();
    expect([pane.tokens, pane.savedCard, pane.loadTimeoutMs]).toEqual([null, null, null]);
  });

  it("is thrown by update()", () => {
    const pane = document.createElement("card-pane");
    expect(() => pane.update({ locale: "_" })).toThrow("options_invalid");
  });
});

describe("update() of the element", () => {
  it("with null resets what an attribute has set, and later attributes are still read", async () => {
    const pane = render(
      `<card-pane src="${src}" environment="live" bin="8" supported-brands="visa"></card-pane>`,
    );
    const frame = frameOf(iframeOf(pane));
    await frame.start();
    pane.update({ bin: null, supportedBrands: null });
    const reset = { bin: null, supportedBrands: null };
    await expect.poll(() => frame.last("update")?.options).toMatchObject(reset);
    pane.setAttribute("labels", "floating");
    await expect.poll(() => frame.last("update")?.options.appearance.labels).toBe("floating");
  });

  it("cannot enable the fields while the browser counts the element as disabled", async () => {
    const pane = render(`<card-pane src="${src}" environment="live" disabled></card-pane>`);
    const frame = frameOf(iframeOf(pane));
    await frame.start();
    // As in `<fieldset disabled>`, which happy-dom does not apply to custom elements.
    vi.spyOn(pane, "matches").mockImplementation((selector) => selector.startsWith(":disabled"));
    pane.update({ disabled: false });
    await delivered();
    expect([pane.disabled, frame.last("update")?.options.disabled]).toEqual([false, true]);
  });

  it.each<[string, (pane: CardPaneElement) => void, boolean]>([
    ["update() with another saved card", (pane) => pane.update({ savedCard }), true],
    ["the property savedCard", (pane) => Reflect.set(pane, "savedCard", savedCard), true],
    ["the attribute saved-card", (pane) => pane.setAttribute("saved-card", JSON.stringify(savedCard)), true],
    ["the attribute environment", (pane) => pane.setAttribute("environment", "staging"), true],
    ["the property src", (pane) => Reflect.set(pane, "src", "https://pane.example/0.0.1/"), true],
    ["clear()", (pane) => pane.clear(), true],
    ["the same values", (pane) => pane.update({ savedCard: null, environment: "live", src }), false],
    ["another option", (pane) => pane.update({ labels: "floating" }), false],
  ])("a token that is not submitted yet is dropped by %s: %s", (_way, act, isDropped) => {
    const cancel = vi.spyOn(FormParticipation.prototype, "cancel");
    const pane = render(`<card-pane src="${src}" environment="live"></card-pane>`);
    cancel.mockClear();
    act(pane);
    expect(cancel).toHaveBeenCalledTimes(isDropped ? 1 : 0);
  });
});

it("tells its frame when its form is reset", async () => {
  const pane = render(`<form><card-pane src="${src}" environment="live"></card-pane></form>`);
  const frame = frameOf(iframeOf(pane));
  await frame.start();
  pane.closest("form")?.reset();
  await new Promise((resolve) => setTimeout(resolve));
  await delivered();
  expect(frame.last("reset")).toEqual({ type: "reset" });
});

it("sets no inherited member again, which the Object.keys() of Prototype.js 1.6 lists", () => {
  vi.spyOn(Object, "keys").mockImplementation((object) => {
    const keys: string[] = [];
    for (const name in object) keys.push(name);
    return keys;
  });
  const pane = render(`<card-pane src="${src}" environment="live"></card-pane>`);
  expect(Object.getOwnPropertyNames(pane)).not.toContain("mount");
});

it("a field element that gets its name later has the custom states of its field", async () => {
  const pane = render(
    `<card-pane src="${src}" environment="live"><card-pane-field></card-pane-field></card-pane>`,
  );
  const field = pane.querySelector("card-pane-field") as CardPaneFieldElement;
  const show = vi.spyOn(field, "show");
  field.setAttribute("name", "cvv");
  await expect.poll(() => iframeOf(field)).not.toBeNull();
  await frameOf(iframeOf(field)).start(99, ["cvv"]);
  expect(show).toHaveBeenLastCalledWith(expect.anything(), "ready", false);
});

describe("options that a framework sets after it has inserted the element into the page", () => {
  const loadErrors = (pane: CardPaneElement) => {
    const errors: string[] = [];
    pane.on("loaderror", ({ code }) => errors.push(code));
    return errors;
  };

  it("are missing: the pane fails at once, and loads when they are set", async () => {
    const pane = render("<card-pane></card-pane>");
    expect(pane.error?.code).toBe("no_frame_url");
    pane.src = src;
    expect(pane.status).toBe("loading");
    expect(iframeOf(pane)?.dataset["src"]).toContain("environment=live");
  });

  it("are awaited while the element has `defer`: neither it nor its field elements load or fail", async () => {
    const pane = render(
      '<card-pane defer><card-pane-field name="number"></card-pane-field><card-pane-field name="expiry"></card-pane-field></card-pane>',
    );
    const errors = loadErrors(pane);
    const frames = () => [...pane.children].map(iframeOf);
    await new Promise((resolve) => setTimeout(resolve));
    expect([pane.status, pane.className, ...frames()]).toEqual(["unmounted", "", null, null]);
    Object.assign(pane, { src, environment: "staging" });
    expect(pane.status).toBe("unmounted");
    pane.removeAttribute("defer");
    await expect.poll(() => frames().filter(Boolean).length).toBe(2);
    expect(pane.status).toBe("loading");
    for (const frame of frames()) expect(frame?.dataset["src"]).toContain("environment=staging");
    expect(errors).toEqual([]);
  });

  it("are not awaited if `defer` was removed before the element was inserted into the page", () => {
    const pane = render(`<card-pane defer src="${src}" environment="live"></card-pane>`);
    pane.remove();
    pane.removeAttribute("defer");
    expect([pane.status, iframeOf(pane)]).toEqual(["unmounted", null]);
    document.body.append(pane);
    expect([pane.status, iframeOf(pane)]).toEqual(["loading", expect.anything()]);
  });
});
