/** The gallery: the code to copy, and its pages from the server. */
import { optionKinds } from "@cardpane/browser/adapter";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openShop } from "../server/testing/shop.ts";
import { htmlCode, readJson } from "./code.ts";

describe("the code to copy", () => {
  const options = {
    environment: "sandbox",
    fields: "number cvv?",
    readOnly: "1",
    savedCard: '{"lastFour":"4242","brand":null}',
    tokens: '{"radius":2}',
    texts: '{"labels":{"cvv":"</script> & more"}}',
  };

  test("has attributes for options that have one, and a script for the rest", () => {
    expect(htmlCode(options, [])).toBe(
      [
        '<card-pane environment="sandbox" fields="number cvv?" readonly saved-card="{&quot;lastFour&quot;:&quot;4242&quot;,&quot;brand&quot;:null}"></card-pane>',
        "<script>",
        '  document.querySelector("card-pane").update({',
        '    tokens: {"radius":2},',
        '    texts: {"labels":{"cvv":"\\u003c/script> & more"}},',
        "  });",
        "</script>",
      ].join("\n"),
    );
  });

  test("has an element for each field of a split form, and only the option that makes lists of two", () => {
    expect(
      htmlCode({ fields: "number expiry?", expiry: "select" }, ["number", "expiryMonth?", "expiryYear?"]),
    ).toBe(
      [
        '<card-pane expiry="select">',
        '  <card-pane-field name="number"></card-pane-field>',
        '  <card-pane-field name="expiryMonth?"></card-pane-field>',
        '  <card-pane-field name="expiryYear?"></card-pane-field>',
        "</card-pane>",
      ].join("\n"),
    );
    expect(htmlCode({ expiry: "split" }, ["expiryMonth"])).not.toContain("expiry=");
  });

  test("holds any text of an address as data: it ends neither the attribute nor the script, and runs nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const code = htmlCode({ theme: text, tokens: text || "{}" }, []);
        const [element = "", script = ""] = code.split("\n<script>\n");
        expect(element).toMatch(/^<card-pane theme(="[^"<]*")?><\/card-pane>$/);
        const [, value = ""] =
          script.match(/^ {2}document.*\n {4}tokens: ([^<]*),\n {2}\}\);\n<\/script>$/) ?? [];
        expect(JSON.parse(value)).toEqual(JSON.parse(JSON.stringify(readJson(text || "{}"))));
      }),
    );
  });
});

test.each(["/gallery", "/gallery/wall"])(
  "%s has the pane's script and its own, and nothing inline",
  async (path) => {
    const page = await (await openShop().get(path)).text();
    expect(page).toContain("cardpane.js");
    expect(page).toMatch(/\/assets\/\w+\/gallery\.js" nonce=/);
    expect(page).not.toMatch(/\sstyle="|\son\w+="|<script(?![^>]* src=)|<style/);
  },
);

test("the page contains nothing of its address but the footer's return address, escaped", async () => {
  const hostile = `"><script>alert(1)</script>`;
  const shop = openShop();
  const query = `?texts=${encodeURIComponent(hostile)}&theme=${hostile}&${hostile}=1`;
  const page = await (await shop.get(`/gallery${query}`)).text();
  expect(page).toContain('id="gallery" lang="en" dir="ltr"');
  expect(page).not.toContain("alert(1)</script>");
  const footerless = (text: string) =>
    text.replace(/ nonce="[^"]*"/g, "").replace(/name="back" value="[^"]*"/g, "");
  expect(footerless(page)).toBe(footerless(await (await shop.get("/gallery")).text()));
});

test("the footer returns to the same address", async () => {
  const back = `/gallery?${new URLSearchParams({ fields: "number,cvv?", tokens: '{"radius":2}' })}`;
  const answer = await openShop().post("/preferences", { back, locale: "ar" });
  expect(answer.headers.get("Location")).toBe(`${back}#preferences`);
});

test("there is a control for each option of the pane", async () => {
  const page = await (await openShop().get("/gallery")).text();
  const { src: _, ...options } = optionKinds;
  const names = [...page.matchAll(/id="knob-(\w+)"[^>]* data-option/g)].map(([, name]) => name);
  expect(names.sort()).toEqual(Object.keys(options).sort());
  expect(await (await openShop().get("/")).text()).toContain('href="/gallery"');
});
