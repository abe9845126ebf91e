import { localeTags } from "@cardpane/contract/locales";
import { describe, expect, it, vi } from "vitest";
import file from "../return.html?raw";
import { returnPageHtml, returnPagePolicy } from "./return-page.ts";
import { returnPageTexts } from "./return-page-texts.ts";

const script = (html: string) => html.match(/<script>(.*?)<\/script>/)?.[1] ?? "";

describe("the return page", () => {
  it("equals the file in the release", () => {
    expect(file).toBe(returnPageHtml());
  });

  it("has the script that its policy allows, and nothing that the policy would block", async () => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script(returnPageHtml())));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    expect(returnPagePolicy).toContain(`script-src 'sha256-${hash}'`);
    expect(returnPageHtml()).not.toMatch(/<style|style=|src=|\son\w+=/);
  });

  it("escapes texts", () => {
    const html = returnPageHtml({ lang: '"><x', text: "<b>&", link: "'", href: '"onclick="x' });
    expect(html).not.toMatch(/<b>|<x|"onclick/);
    expect(html).toContain("&lt;b&gt;&amp;");
  });

  it.each([
    ["de-AT", "de", "Zurück zum Shop"],
    ["ar", "ar", "العودة إلى المتجر"],
    ["cy,pt-BR", "pt-BR", "Voltar para a loja"],
    ["cy", "en", "Back to the shop"],
  ])("has its default texts in the language nearest to %s: %s", (lang, tag, link) => {
    const html = returnPageHtml({ lang });
    expect(html).toContain(`<html lang="${tag}">`);
    expect(html).toContain(`>${link}</a>`);
  });

  it("has the language of texts that are passed, even if the pane does not have it", () => {
    expect(returnPageHtml({ lang: "cy", text: "Ewch yn ôl.", link: "Siop" })).toContain('<html lang="cy">');
  });

  it("has its texts in every language, and each differs from the others of that language", () => {
    expect(Object.keys(returnPageTexts).sort()).toEqual([...localeTags].sort());
    for (const [tag, { text, link }] of Object.entries(returnPageTexts)) {
      if (!tag.startsWith("en")) expect(text, tag).not.toBe(returnPageTexts.en.text);
      expect(link, tag).not.toBe(text);
      expect(`${text}${link}`, tag).not.toMatch(/['"`<>]|\.\.\.|^\s|\s$/);
    }
  });

  it("has the direction of its texts", () => {
    expect(returnPageHtml({ lang: "ar", text: "يمكنك العودة إلى المتجر الآن." })).toContain(
      '<body dir="auto">',
    );
  });

  /** Runs the page's script with fakes of the browser's globals. */
  function run(isFramed: boolean) {
    const messages: unknown[] = [];
    const self = { postMessage: (...message: unknown[]) => messages.push(message) };
    const page = { hidden: false };
    const names = {
      parent: isFramed ? { ...self } : self,
      window: self,
      location: { search: "?code=0", origin: "https://shop.example" },
      document: { documentElement: page },
    };
    new Function(...Object.keys(names), script(returnPageHtml()))(...Object.values(names));
    return { messages, page };
  }

  it.each([
    ["in a frame", true, [[{ type: "cardpane:returned", query: "?code=0" }, "https://shop.example"]]],
    ["by itself", false, []],
  ])("%s sends its message only to its own origin: %s", (_, isFramed, expected) => {
    expect(run(isFramed).messages).toEqual(expected);
  });

  it("in a frame is hidden until the dialog had time to close; as a top-level page it is shown at once", () => {
    vi.useFakeTimers();
    expect(run(false).page.hidden).toBe(false);
    const { page } = run(true);
    vi.advanceTimersByTime(1_999);
    expect(page.hidden).toBe(true);
    vi.advanceTimersByTime(1);
    expect(page.hidden).toBe(false);
    vi.useRealTimers();
  });
});
