import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { version } from "../api/version.ts";
import { frameAddress, useReleaseOf } from "./frame-url.ts";

/** A node whose class has these members, because an own property may be a clobbered name. */
const node = (members: object) => Object.create(members);
const element = node({ closest: () => null }) as Element;
const root = (lang: string | null) => node({ getAttribute: () => lang });

function addressOf(src: string | null, environment = "live", locale = "de"): string {
  return frameAddress({ src, environment, locale }, element).href;
}

function onPage(address: string): void {
  const { origin, href } = new URL(address);
  vi.stubGlobal("origin", origin);
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", node({ baseURI: href, documentElement: root(null) }));
}

beforeEach(() => onPage("https://shop.example/checkout/card"));
afterEach(() => vi.unstubAllGlobals());

describe("the language that the frame is requested in", () => {
  const requestedLocale = (locale: string, lang: string | null, languages: readonly string[]) => {
    vi.stubGlobal("navigator", { languages });
    vi.stubGlobal("document", node({ baseURI: "https://shop.example/", documentElement: root(lang) }));
    return new URL(addressOf("https://pane.example/", "live", locale)).searchParams.get("locale");
  };
  const many = ["cy", "gd", "ga", "gv", "kw", "br", "eu", "ca", "oc"];

  it.each([
    ["the option's", "de-AT", "fr", ["it"], "de-AT"],
    ["the best of several", "cy,de", "fr", ["it"], "cy,de"],
    ["the page's", "auto", "fr-CH", ["it"], "fr-CH"],
    ["the browser's, in their order", "auto", null, ["cy", "it-CH", "en"], "cy,it-CH,en"],
    ["the browser's if the page's is empty", "auto", "", ["it"], "it"],
    ["the page's, as servers write it", "auto", "zh_Hant_TW", ["it"], "zh-Hant-TW"],
    ["the browser's if the page's is not a tag", "auto", "de DE", ["it"], "it"],
    ["the browser's first eight", "auto", null, many, many.slice(0, 8).join()],
    ["English if the browser has none", "auto", null, [], "en"],
    ["English if the browser's are not tags", "auto", null, ["en_US.UTF-8"], "en"],
  ])("is %s", (_, locale, lang, languages, tag) =>
    expect(requestedLocale(locale, lang, languages)).toBe(tag),
  );
});

describe("a frame of a private network over http", () => {
  it.each([
    ["http://192.168.1.20:4000/", "http://192.168.1.20:4001/", true],
    ["http://shop.local/", "http://pane.local/", true],
    ["https://shop.example/", "http://192.168.1.20:4001/", false],
    ["https://192.168.1.20/", "http://192.168.1.20:4001/", false],
    ["http://localhost:4000/", "http://192.168.1.20:4001/", false],
    // The frame itself refuses to start there, and the diagnosis says why.
    ["http://192.168.1.20:4000/", "http://pane.example/", true],
  ])("is accepted only for a page that is not secure itself: %s with %s", (page, src, isTaken) => {
    onPage(page);
    if (isTaken) expect(addressOf(src)).toContain(src);
    else expect(() => addressOf(src)).toThrow(expect.objectContaining({ code: "insecure_frame" }));
  });
});

describe("the frame's address [T-D7]", () => {
  it.each([
    ["https://pane.example/0.1.0/", "https://pane.example/0.1.0/frame?environment=live&locale=de"],
    ["https://pane.example/0.1.0", "https://pane.example/0.1.0/frame?environment=live&locale=de"],
    ["https://pane.example", `https://pane.example/${version}/frame?environment=live&locale=de`],
    ["//pane.example", `https://pane.example/${version}/frame?environment=live&locale=de`],
    [
      "https://pane.example/1.20.3-beta.1",
      "https://pane.example/1.20.3-beta.1/frame?environment=live&locale=de",
    ],
    ["https://pay.example/pane", `https://pay.example/pane/${version}/frame?environment=live&locale=de`],
    ["//pane.example/0.1.0/", "https://pane.example/0.1.0/frame?environment=live&locale=de"],
    ["https://pane.example/0.1.0/?x#y", "https://pane.example/0.1.0/frame?environment=live&locale=de"],
    ["http://127.0.0.1:4001/0.1.0/", "http://127.0.0.1:4001/0.1.0/frame?environment=live&locale=de"],
    ["http://127.1:4001/", `http://127.0.0.1:4001/${version}/frame?environment=live&locale=de`],
    ["http://localhost:4001/", `http://localhost:4001/${version}/frame?environment=live&locale=de`],
    ["http://pane.localhost/", `http://pane.localhost/${version}/frame?environment=live&locale=de`],
    ["http://[::1]:4001/", `http://[::1]:4001/${version}/frame?environment=live&locale=de`],
    [
      "https://localhost.evil.example/",
      `https://localhost.evil.example/${version}/frame?environment=live&locale=de`,
    ],
  ])("of %s is %s", (src, address) => expect(addressOf(src)).toBe(address));

  it.each([
    ["https://shop.example/0.1.0/", "same_origin"],
    ["/0.1.0/", "same_origin"],
    ["frame/", "same_origin"],
    ["http://pane.example/", "insecure_frame"],
    ["http://localhost.evil.example/", "insecure_frame"],
    ["http://127.evil.example/", "insecure_frame"],
    ["http://evil-localhost/", "insecure_frame"],
    ["http://10.0.0.1/", "insecure_frame"],
    ["javascript:alert(1)", "no_frame_url"],
    ["data:text/html,x", "no_frame_url"],
    ["blob:https://pane.example/x", "no_frame_url"],
    ["ftp://pane.example/", "insecure_frame"],
    ["http://[", "no_frame_url"],
    ["https://:80", "no_frame_url"],
    [null, "no_frame_url"],
  ])("of %s is refused: %s", (src, code) => {
    expect(() => addressOf(src)).toThrow(expect.objectContaining({ code }));
  });

  it.each(["Berlin", "", "https://shop.example/path", 7, null])(
    "does not depend on the page's own variable `origin`: %j",
    (own) => {
      vi.stubGlobal("origin", own);
      vi.stubGlobal("location", { origin: "https://shop.example" });
      expect(addressOf("https://pane.example/")).toContain("https://pane.example/");
      expect(() => addressOf("https://shop.example/")).toThrow(
        expect.objectContaining({ code: "same_origin" }),
      );
    },
  );

  it("is refused for a page with an opaque origin", () => {
    vi.stubGlobal("origin", "null");
    expect(() => addressOf("https://pane.example/")).toThrow(
      expect.objectContaining({ code: "opaque_origin" }),
    );
  });

  it("treats another port of the same host as another origin", () => {
    onPage("http://localhost:4000/");
    expect(addressOf("http://localhost:4001/")).toBe(
      `http://localhost:4001/${version}/frame?environment=live&locale=de`,
    );
    expect(() => addressOf("http://localhost:4000/")).toThrow(
      expect.objectContaining({ code: "same_origin" }),
    );
  });

  it("escapes the environment in its query", () => {
    expect(addressOf("https://pane.example/", "a&gateway=x#y")).toBe(
      `https://pane.example/${version}/frame?environment=a%26gateway%3Dx%23y&locale=de`,
    );
  });

  it("is derived from the script's own address if no option sets it", () => {
    useReleaseOf("https://pane.example/0.0.1/cardpane.js?v=1");
    expect(addressOf(null)).toBe("https://pane.example/0.0.1/frame?environment=live&locale=de");
    expect(addressOf("https://other.example/")).toBe(
      `https://other.example/${version}/frame?environment=live&locale=de`,
    );
    useReleaseOf("https://pane.example/latest/cardpane.js");
    expect(addressOf(null)).toBe("https://pane.example/latest/frame?environment=live&locale=de");
  });
});
