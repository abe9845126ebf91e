/** The gallery's pages from the server: the same for every address query, with nothing inline. */
import { describe, expect, test } from "vitest";
import { openShop } from "../../server/testing/shop.ts";
import { knobs } from "../model/knobs.ts";
import { tokensOf } from "../model/token-groups.ts";

const paths = ["/gallery", "/gallery/theme", "/gallery/languages", "/gallery/looks"];

/** A text that an address must not inject into a page. */
const hostile = `"><script>alert(1)</script>`;

describe.each(paths)("%s", (path) => {
  test("has the pane's script and its own, and nothing inline", async () => {
    const page = await (await openShop().get(path)).text();
    expect(page).toContain("cardpane.js");
    expect(page).toMatch(/\/assets\/\w+\/gallery-(knobs|theme|wall)\.js" nonce=/);
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

test("there is a control for each knob and each token", async () => {
  const shop = openShop();
  const [page, editor] = await Promise.all(
    ["/gallery", "/gallery/theme"].map(async (path) => (await shop.get(path)).text()),
  );
  for (const name of Object.keys(knobs)) expect(page).toContain(`data-knob="${name}"`);
  for (const name of tokensOf("colors")) expect(editor).toContain(`data-token="${name}"`);
});

test("English text on an Arabic page is marked as English", async () => {
  const shop = openShop();
  const [page = "", looks = ""] = await Promise.all(
    ["/gallery", "/gallery/looks"].map(async (path) =>
      (await shop.get(path, { "Accept-Language": "ar" })).text(),
    ),
  );
  expect(page).toContain('<html lang="ar" dir="rtl"');
  const about = [...page.matchAll(/<p class="about" id="about-\w+" ([^>]*)>/g)];
  expect(about.map(([, attributes]) => attributes)).toEqual(
    Object.keys(knobs).map(() => 'lang="en" dir="ltr"'),
  );
  const controls = [...page.matchAll(/<(?:select|textarea|input type="(?:text|number)") id="knob-[^>]*>/g)];
  expect(controls.length).toBeGreaterThan(10);
  for (const [control] of controls) expect(control).toContain('lang="en" dir="ltr"');
  expect(looks).toContain('<option value="line" lang="en" dir="ltr">line</option>');
  expect(looks).toMatch(/<option value="all">[^<]*\p{Script=Arabic}/u);
});

test("the front page links to the gallery", async () => {
  expect(await (await openShop().get("/")).text()).toContain('href="/gallery"');
});
