import { describe, expect, it } from "vitest";
import { framePath } from "../embed/index.ts";
import { type PaneMarkupOptions, paneMarkup } from "./index.ts";

const options = { src: "https://pane.example/0.1.0/", environment: "staging", locale: "de-CH,fr" };

describe("paneMarkup", () => {
  it("writes the element and its iframe with all required attributes", () => {
    expect(paneMarkup({ ...options, attributes: { name: "payment", bin: 6 } })).toBe(
      '<card-pane early src="https://pane.example/0.1.0/" environment="staging" locale="de-CH,fr" name="payment" bin="6">' +
        '<iframe slot="cardpane-frame" src="https://pane.example/0.1.0/frame?environment=staging&amp;locale=de-CH%2Cfr"' +
        ' sandbox="allow-scripts allow-same-origin allow-forms" referrerpolicy="strict-origin" inert></iframe></card-pane>',
    );
  });

  it("uses the environment `live` by default, and accepts a base address without a trailing slash", () => {
    const html = paneMarkup({ src: "https://pane.example/0.1.0", locale: "en" });
    expect(html).toContain('src="https://pane.example/0.1.0/frame?environment=live&amp;locale=en"');
  });

  it("escapes every value of an attribute", () => {
    const html = paneMarkup({ ...options, attributes: { match: `"'><script>&` } });
    expect(html).toContain('match="&quot;&#39;&gt;&lt;script&gt;&amp;"');
    expect(html).not.toContain("<script");
  });

  it("writes flags that are on as empty attributes, and no others", () => {
    const html = paneMarkup({
      ...options,
      attributes: { disabled: true, readonly: false, name: null, theme: undefined, class: "" },
    });
    expect(html).toMatch(/locale="de-CH,fr" disabled class=""><iframe/);
  });

  it.each<[string, Partial<PaneMarkupOptions>]>([
    ["src", { src: "pane.example/0.1.0/" }],
    ["src", { src: "https://pane.example" }],
    ["src", { src: "javascript:alert(1)" }],
    ["src", { src: "https://pane.example/0.1.0/?x" }],
    ["src", { src: "https://pane.example/ 0.1.0/" }],
    ["environment", { environment: "Live" }],
    ["environment", { environment: `l${"i".repeat(32)}` }],
    ["locale", { locale: "auto " }],
    ["locale", { locale: "" }],
    ["attributes.onclick", { attributes: { onclick: "alert(1)" } }],
    ["attributes.x><script", { attributes: { "x><script": "" } }],
    ["attributes.src", { attributes: { src: "https://other.example/" } }],
    ["attributes.early", { attributes: { early: false } }],
  ])("refuses an unfit %s: %j", (path, more) => {
    expect(() => paneMarkup({ ...options, ...more })).toThrow(`\`${path}\` must be`);
  });

  it("accepts an environment of 32 characters", () => {
    const environment = "l".repeat(32);
    expect(paneMarkup({ ...options, environment })).toContain(`environment=${environment}&amp;`);
  });
});

it("the path of a frame is encoded as URLSearchParams would", () => {
  expect(framePath({ environment: "live", locale: "de-CH,fr" })).toBe(
    "frame?environment=live&locale=de-CH%2Cfr",
  );
});
