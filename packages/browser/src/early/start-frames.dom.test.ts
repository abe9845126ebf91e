import { earlyFrameAttributes } from "@cardpane/contract/embed";
import { afterEach, expect, it, vi } from "vitest";

const src = "https://pane.example/0.1.0/";

/** The elements of a page before `cardpane.js` runs. */
const elements = {
  whole: '<card-pane environment="staging" locale="de"></card-pane>',
  src: '<card-pane src="https://other.example/1/"></card-pane>',
  fields: '<card-pane><card-pane-field name="number"></card-pane-field></card-pane>',
  deferred: "<card-pane defer></card-pane>",
  early: "<card-pane><iframe></iframe></card-pane>",
  claimed: "<card-pane early></card-pane>",
};

const rootOf = (name: string) => document.querySelector(`#${name} > card-pane`)?.shadowRoot ?? null;

/** Runs the first statements of `cardpane.js` in a page with these elements. */
async function start(address = `${src}cardpane.js`): Promise<void> {
  vi.resetModules();
  // happy-dom must load nothing. The attribute stays.
  vi.spyOn(HTMLIFrameElement.prototype, "src", "get").mockReturnValue("about:blank");
  document.body.innerHTML = Object.entries(elements)
    .map(([name, html]) => `<p id="${name}">${html}</p>`)
    .join("");
  const script = document.createElement("script");
  if (address) script.src = address;
  Object.defineProperty(Object.getPrototypeOf(document), "currentScript", {
    configurable: true,
    value: script,
  });
  await import("./start-frames.ts");
}

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

it("cardpane.js inserts an iframe into each whole form of the page, and into no other element", async () => {
  await start();
  expect(Object.keys(elements).filter((name) => rootOf(name))).toEqual(["whole"]);
  const iframe = rootOf("whole")?.querySelector("div > iframe");
  const {
    slot: _,
    inert,
    ...attributes
  } = earlyFrameAttributes(src, { environment: "staging", locale: "de" });
  for (const [name, value] of Object.entries(attributes)) expect(iframe?.getAttribute(name)).toBe(value);
  expect([iframe?.hasAttribute("inert"), iframe?.hasAttribute("slot")]).toEqual([inert, false]);
  // A framework that hydrates the element must find only the children that its server has written.
  expect(document.querySelector("#whole > card-pane")?.childNodes).toHaveLength(0);
});

it("cardpane.js inserts no iframe if the element is already defined, or if its own address is unknown", async () => {
  await start("");
  expect(rootOf("whole")).toBeNull();
  vi.spyOn(customElements, "get").mockReturnValue(HTMLElement);
  await start();
  expect(rootOf("whole")).toBeNull();
});

it("cardpane.js continues after an element that fails, and accepts a form with any control", async () => {
  vi.spyOn(Element.prototype, "attachShadow").mockImplementationOnce(() => {
    throw new Error("has a root already");
  });
  await start();
  expect(rootOf("whole")).toBeNull();
  document.body.innerHTML = '<form lang="de"><input name="getAttribute"><card-pane></card-pane></form>';
  const form = document.querySelector("form") as HTMLFormElement;
  // Forms of happy-dom do not have properties with the names of their controls.
  Object.assign(form, { getAttribute: form.elements[0] });
  vi.resetModules();
  await import("./start-frames.ts");
  Reflect.deleteProperty(form, "getAttribute");
  const iframe = document.querySelector("card-pane")?.shadowRoot?.querySelector("iframe");
  expect(iframe?.getAttribute("src")).toContain("locale=de");
});
