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

const page = Object.entries(elements)
  .map(([name, html]) => `<p id="${name}">${html}</p>`)
  .join("");

const rootOf = (name: string) => document.querySelector(`#${name} > card-pane`)?.shadowRoot ?? null;

/** Inserts the iframes of a page with these elements, from the release of a script. */
async function start(html = page): Promise<void> {
  vi.resetModules();
  // happy-dom must load nothing. The attribute stays.
  vi.spyOn(HTMLIFrameElement.prototype, "src", "get").mockReturnValue("about:blank");
  document.body.innerHTML = html;
  const { useReleaseOf } = await import("../connection/frame-url.ts");
  useReleaseOf(`${src}cardpane.js`);
  const { startFrames } = await import("./start-frames.ts");
  startFrames();
}

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

it("cardpane.js inserts an iframe into each whole form of the page, and into no other element", async () => {
  await start();
  expect(Object.keys(elements).filter((name) => rootOf(name))).toEqual(["whole"]);
  const iframe = rootOf("whole")?.querySelector("div > iframe");
  const written = earlyFrameAttributes(src, { environment: "staging", locale: "de" });
  for (const name of ["src", "sandbox", "referrerpolicy"] as const)
    expect(iframe?.getAttribute(name)).toBe(written[name]);
  expect(iframe?.hasAttribute("slot")).toBe(false);
  // A framework that hydrates the element must find only the children that its server has written.
  expect(document.querySelector("#whole > card-pane")?.childNodes).toHaveLength(0);
});

it("cardpane.js inserts no iframe if the element is already defined", async () => {
  vi.spyOn(customElements, "get").mockReturnValue(HTMLElement);
  await start();
  expect(rootOf("whole")).toBeNull();
});

it("cardpane.js continues after an element that fails", async () => {
  vi.spyOn(Element.prototype, "attachShadow").mockImplementationOnce(() => {
    throw new Error("has a root already");
  });
  await start();
  expect(rootOf("whole")).toBeNull();
});
