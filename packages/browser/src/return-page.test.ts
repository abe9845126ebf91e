import { describe, expect, it } from "vitest";
import file from "../return.html?raw";
import { returnPageHtml, returnPagePolicy } from "./return-page.ts";

const script = (html: string) => html.match(/<script>(.*?)<\/script>/)?.[1] ?? "";

describe("the return page", () => {
  it("is the same as a file", () => {
    expect(file).toBe(returnPageHtml());
  });

  it("has the script that its policy names, and nothing else that the policy would stop", async () => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script(returnPageHtml())));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    expect(returnPagePolicy).toContain(`script-src 'sha256-${hash}'`);
    expect(returnPageHtml()).not.toMatch(/<style|style=|src=|\son\w+=/);
  });

  it("takes texts as texts", () => {
    const html = returnPageHtml({ lang: '"><x', text: "<b>&", link: "'", href: '"onclick="x' });
    expect(html).not.toMatch(/<b>|<x|"onclick/);
    expect(html).toContain("&#60;b&#62;&#38;");
  });

  it("reads in the direction of its texts", () => {
    expect(returnPageHtml({ lang: "ar", text: "يمكنك العودة إلى المتجر الآن." })).toContain(
      '<body dir="auto">',
    );
  });

  it.each([
    ["in a frame", true, [[{ type: "cardpane:returned", query: "?code=0" }, "https://shop.example"]]],
    ["by itself", false, []],
  ])("%s tells its own origin alone: %s", (_, isFramed, expected) => {
    const told: unknown[] = [];
    const self = { postMessage: (...message: unknown[]) => told.push(message) };
    const parent = isFramed ? { ...self } : self;
    // What the page's script sees, in place of a browser's globals.
    const location = { search: "?code=0", origin: "https://shop.example" };
    new Function("parent", "window", "location", script(returnPageHtml()))(parent, self, location);
    expect(told).toEqual(expected);
  });
});
