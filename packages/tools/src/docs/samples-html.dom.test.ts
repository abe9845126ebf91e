/// <reference types="vite/client" />
/** Every sample of HTML in the documentation and in the READMEs loads a pane. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useReleaseOf } from "../../../browser/src/connection/frame-url.ts";
import * as browser from "../../../browser/src/index.ts";
import { type FakePanes, installFakePanes } from "../../../browser/src/testing.ts";
import { paneMarkup } from "../../../contract/src/pane-markup/index.ts";
import { type Sample, samplesOf } from "./samples-of.ts";

/** HTML without a pane. */
const withoutPane: Readonly<Record<string, string>> = {
  "apps/docs/pages/accessibility.md": "the element for the summary, whose script is compiled",
  "apps/docs/pages/loading.md":
    "the early loader's tag: e2e/src/pane/early-iframe.spec.ts loads that of a release",
};

const texts = import.meta.glob<string>(
  // Without the site's pages that are generated from READMEs.
  [
    "/README.md",
    "/apps/*/README.md",
    "/packages/*/README.md",
    "/apps/docs/pages/{*,start/*,server/*,sandbox/*}.md",
    "!/apps/docs/pages/{hosting,security,threats,changelog}.md",
  ],
  { query: "?raw", import: "default", eager: true },
);
const samples = Object.entries(texts).flatMap(([path, text]) => samplesOf(path.slice(1), text));
const hasPane = ({ code }: Sample) => /<card-pane|createCardPane/.test(code);

describe("a sample of HTML", () => {
  const own = samples.filter(({ language }) => language === "html");
  let panes: FakePanes;
  let reported: unknown[];

  beforeEach(() => {
    panes = installFakePanes();
    browser.defineCardPane();
    // As the page's script does when it is loaded.
    useReleaseOf("https://pane.example/0.1.0/cardpane.js");
    reported = [];
    globalThis.reportError = (error) => reported.push(error);
  });
  afterEach(() => {
    document.body.innerHTML = "";
    panes.restore();
  });

  it("has a pane in it, but for those that are named", () => {
    const without = own.filter((sample) => !hasPane(sample)).map(({ file }) => file);
    expect([...new Set(without)]).toEqual(Object.keys(withoutPane));
    expect(own.length).toBeGreaterThan(without.length + 5);
  });

  const embeds = own.filter((sample) => hasPane(sample) && !sample.code.includes("<iframe"));
  it.each(embeds.map((sample) => [sample.file, sample.line, sample] as const))(
    "loads a pane: %s:%i",
    async (_file, _line, { code }) => {
      // A sample may refer to an input of the page, whose look is copied, and its script to a button.
      const body = code.replaceAll(/<script src[^>]*><\/script>/g, "");
      document.body.innerHTML = `<input id="email" />${body}`;
      const payButton = document.createElement("button");
      for (const { textContent } of document.querySelectorAll("script:not([src])")) {
        new Function("Cardpane", "payButton", textContent)(browser, payButton);
      }
      await expect.poll(() => panes.all.length).toBe(1);
      panes.last().becomeReady();
      for (const element of document.querySelectorAll<browser.CardPaneElement>("card-pane")) {
        expect(element.status).toBe("ready");
        const known = [...browser.CardPaneElement.observedAttributes, "name", "disabled", "early", "class"];
        expect(known).toEqual(expect.arrayContaining(element.getAttributeNames()));
      }
      expect(reported).toEqual([]);
    },
  );

  it("with the early iframe is what paneMarkup() writes for the sample before it", () => {
    const early = own.filter(({ code }) => code.includes("<iframe"));
    expect(early).toHaveLength(1);
    const markup = paneMarkup({
      src: "https://pane.example/0.1.0/",
      environment: "live",
      locale: "en",
      attributes: { name: "payment" },
    });
    const spaceless = (text = "") =>
      text
        .replaceAll(/\s+/g, " ")
        .replaceAll(/ ?([<>]) ?/g, "$1")
        .trim();
    expect(spaceless(early[0]?.code)).toBe(spaceless(markup));
  });
});
