/** The gallery's pages from the server: the same for every address query, with nothing inline. */
import { describe, expect, test } from "vitest";
import { openShop } from "../../server/testing/shop.ts";
import { knobs } from "../model/knobs.ts";

const paths = ["/gallery", "/gallery/wall"];

/** A text that an address must not inject into a page. */
const hostile = `"><script>alert(1)</script>`;

describe.each(paths)("%s", (path) => {
  test("has the pane's script and its own, and nothing inline", async () => {
    const page = await (await openShop().get(path)).text();
    expect(page).toContain("cardpane.js");
    expect(page).toMatch(/\/assets\/\w+\/gallery-(knobs|wall)\.js" nonce=/);
    expect(page).not.toMatch(/\sstyle="|\son\w+="|<script(?![^>]* src=)|<style/);
  });

  test("contains nothing of its address but the footer's return address, escaped", async () => {
    const shop = openShop();
    const query = `?texts=${encodeURIComponent(hostile)}&theme=${hostile}&${hostile}=1`;
    const page = await (await shop.get(path + query)).text();
    expect(page).toContain('id="gallery"');
    expect(page).not.toContain("alert(1)</script>");
    const footerless = (text: string) =>
      text.replace(/ nonce="[^"]*"/g, "").replace(/name="back" value="[^"]*"/g, "");
    expect(footerless(page)).toBe(footerless(await (await shop.get(path)).text()));
  });

  test("the footer returns to the same address", async () => {
    const shop = openShop();
    const back = `${path}?fields=number,cvv?&tokens=radius:2;gap:4&texts=optional:+a%26b`;
    const answer = await shop.post("/preferences", { back, scheme: "dark" });
    expect(answer.headers.get("Location")).toBe(`${back}#preferences`);
  });
});

test("there is a control for each knob", async () => {
  const page = await (await openShop().get("/gallery")).text();
  for (const name of Object.keys(knobs)) expect(page).toContain(`data-knob="${name}"`);
});

test("is English on an Arabic page", async () => {
  const page = await (await openShop().get("/gallery", { "Accept-Language": "ar" })).text();
  expect(page).toContain('<html lang="ar" dir="rtl"');
  expect(page).toContain('id="gallery" lang="en" dir="ltr"');
});

test("the front page links to the gallery", async () => {
  expect(await (await openShop().get("/")).text()).toContain('href="/gallery"');
});
