import { paneMarkup } from "@cardpane/contract/pane-markup";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const src = "https://pane.example/0.1.0/";

/** Runs the loader as the inline script of a page that is being parsed, or as a file. */
async function startLoader(readyState: DocumentReadyState = "loading", file?: string): Promise<void> {
  vi.resetModules();
  const script = document.createElement("script");
  if (file) vi.spyOn(script, "src", "get").mockReturnValue(file);
  else script.dataset["src"] = src;
  vi.spyOn(Document.prototype, "currentScript", "get").mockReturnValue(script);
  vi.spyOn(Document.prototype, "readyState", "get").mockReturnValue(readyState);
  await import("./early-loader.ts");
}

/** Adds a part of the page, as the parser does, and runs the observers. */
async function parse(html: string, isFollowed = true): Promise<Element> {
  const part = document.createElement("main");
  part.innerHTML = html;
  document.body.append(part, ...(isFollowed ? [document.createElement("footer")] : []));
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  return part;
}

const attributesOf = (iframe: Element | null) =>
  Object.fromEntries([...(iframe?.attributes ?? [])].map(({ name, value }) => [name, value]));

beforeEach(() => {
  // happy-dom must load nothing. The attribute stays.
  vi.spyOn(HTMLIFrameElement.prototype, "src", "get").mockReturnValue("about:blank");
  return startLoader();
});
afterEach(() => {
  document.dispatchEvent(new Event("readystatechange"));
  document.body.replaceChildren();
  document.documentElement.lang = "";
  vi.restoreAllMocks();
});

describe("the early loader", () => {
  it("as a file inserts the iframe of its own release at once if the page is parsed, whatever names its elements have", async () => {
    document.body.innerHTML =
      '<img name="currentScript"><img name="readyState"><card-pane locale="de"></card-pane>';
    await startLoader("interactive", `${src}start.js`);
    expect(document.querySelector("card-pane > iframe")?.getAttribute("src")).toBe(
      `${src}frame?environment=live&locale=de`,
    );
  });

  it("inserts the iframe that paneMarkup() writes into an element that the parser has passed", async () => {
    const part = await parse('<card-pane environment="staging" locale="de-CH,fr"></card-pane>');
    const { style, allow, ...attributes } = attributesOf(part.querySelector("card-pane > iframe"));
    const written = document.createElement("template");
    written.innerHTML = paneMarkup({ src, environment: "staging", locale: "de-CH,fr" });
    expect(attributes).toEqual(attributesOf(written.content.querySelector("iframe")));
    expect(allow).toBe("");
    expect(style).toContain("visibility: hidden");
  });

  it.each([
    ["the element's own", "sv", '<card-pane locale="da"></card-pane>', "da"],
    ["that of the page, if the element's is auto", "sv", '<card-pane locale="auto"></card-pane>', "sv"],
    ["the nearest", "sv", '<p lang="nb"><card-pane></card-pane></p>', "nb"],
  ])("requests the frame in the language: %s", async (_, lang, html, tag) => {
    document.documentElement.lang = lang;
    const part = await parse(html);
    expect(part.querySelector("iframe")?.getAttribute("src")).toBe(
      `${src}frame?environment=live&locale=${tag}`,
    );
  });

  it("requests eight of the browser's languages if the page has none", async () => {
    const languages = Array.from({ length: 9 }, (_, index) => `x${"abcdefghi"[index]}`);
    vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
    const part = await parse("<card-pane></card-pane>");
    expect(part.querySelector("iframe")?.getAttribute("src")).toContain(
      `locale=${languages.slice(0, 8).join(encodeURIComponent(","))}`,
    );
  });

  it("waits for the node after an element, or for the end of the page, because fields may follow", async () => {
    const part = await parse("<card-pane></card-pane>", false);
    expect(part.querySelector("iframe")).toBeNull();
    document.dispatchEvent(new Event("readystatechange"));
    expect(part.querySelectorAll("iframe")).toHaveLength(1);
  });

  it.each([
    ["fields", '<card-pane><card-pane-field name="number"></card-pane-field></card-pane>'],
    ["its own address", '<card-pane src="https://other.example/1/"></card-pane>'],
    ["its own host", '<card-pane src="https://other.example"></card-pane>'],
    ["an iframe", "<card-pane><iframe></iframe></card-pane>"],
  ])("does not change an element with %s", async (_, html) => {
    const part = await parse(html);
    expect(part.innerHTML).toBe(html);
  });

  it("does nothing after the page is parsed", async () => {
    document.dispatchEvent(new Event("readystatechange"));
    const part = await parse("<card-pane></card-pane>");
    expect(part.querySelector("iframe")).toBeNull();
  });

  it("does nothing after the element is defined, which then has its own iframe", async () => {
    vi.spyOn(customElements, "get").mockReturnValue(HTMLElement);
    const part = await parse("<card-pane></card-pane>");
    expect(part.querySelector("iframe")).toBeNull();
  });
});
