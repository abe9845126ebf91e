/** The texts around the frame: its name and the message of a failed load, in the shopper's language. */
import { pageTexts } from "@cardpane/contract/page-texts";
import { describe, expect, it } from "vitest";
import type { CardPaneOptions } from "../api/options.ts";
import { delivered } from "../testing/fake-frames.ts";
import { frame, host, iframe, mounted, ready, usePage } from "../testing/pane-fixture.ts";

usePage();

const { en, de, ar } = pageTexts;
const alert = () => host().querySelector<HTMLElement>("[role=alert]");

/** The message of a form that has sent nothing, with its button. */
const message = ({ failed, uncharged, retry }: typeof de) => `${failed} ${uncharged} ${retry}`;

/** A pane whose frame loads and never responds. */
async function failed(options: CardPaneOptions) {
  const bench = mounted(options);
  frame().hello();
  await frame().send({ type: "failed", code: "load_timeout" });
  return bench;
}

/** The message with the frame's texts. */
const localized = (locale: "de" | "ar") => ({ type: "localized", locale, texts: pageTexts[locale] }) as const;

describe("the name of the iframe", () => {
  it("is English, and marked as English, until the frame has sent it", () => {
    mounted({ locale: "de" });
    expect(iframe()).toMatchObject({ title: en.title, lang: "en" });
  });

  it("is in the language of the frame, and follows it", async () => {
    const { pane } = await ready({ locale: "de" });
    await frame().send(localized("de"));
    expect(iframe()).toMatchObject({ title: de.title, lang: "de" });
    pane.update({ locale: "ar" });
    await frame().send(localized("ar"));
    expect(iframe()).toMatchObject({ title: ar.title, lang: "ar" });
  });

  it("is the page's own if it has one, in the language of the page", async () => {
    await ready({ locale: "de", texts: { title: "Bezahlen" } });
    await frame().send(localized("de"));
    expect(iframe()?.title).toBe("Bezahlen");
    expect(iframe()?.hasAttribute("lang")).toBe(false);
  });

  it("is still in the shopper's language while another frame loads", async () => {
    const { pane } = await ready({ locale: "de" });
    await frame().send(localized("de"));
    pane.update({ environment: "staging" });
    expect(iframe()?.title).toBe(de.title);
  });

  it("ignores texts of a wrong shape", async () => {
    await ready({ locale: "de" });
    await frame().send({ ...localized("de"), texts: { ...de, title: "x".repeat(161) } });
    expect(iframe()?.title).toBe(en.title);
  });
});

describe("a failed load", () => {
  it("is shown at once in English if that is the language", async () => {
    await failed({ locale: "en-GB" });
    expect(alert()).toMatchObject({ textContent: message(en), lang: "en", dir: "auto" });
  });

  it.each(["de", "ar", "es-MX"] as const)("is shown in %s if no frame has responded", async (locale) => {
    await failed({ locale });
    const texts = pageTexts[locale === "es-MX" ? "es-419" : locale];
    await expect.poll(() => alert()?.textContent).toBe(message(texts));
    expect(alert()?.lang).toBe(locale === "es-MX" ? "es-419" : locale);
  });

  it("is shown at once in the texts that the frame sent before", async () => {
    await ready({ locale: "de" });
    await frame().send(localized("de"));
    await frame().send({ type: "failed", code: "frame_hijacked" });
    expect(alert()?.textContent).toContain(de.failed);
  });

  it("is shown again only when the language changes", async () => {
    const { pane } = await failed({ locale: "de" });
    await expect.poll(() => alert()?.textContent).toContain(de.failed);
    const button = alert()?.querySelector("button");
    pane.update({ disabled: true });
    document.documentElement.classList.add("other");
    await delivered();
    expect(alert()?.querySelector("button")).toBe(button);
    pane.update({ locale: "ar" });
    await expect.poll(() => alert()?.textContent).toBe(message(ar));
    pane.update({ locale: "en" });
    await expect.poll(() => alert()?.textContent).toBe(message(en));
  });

  it("is not shown when the pane loads again in the meantime", async () => {
    const { pane } = await failed({ locale: "de" });
    pane.retry();
    expect(pane.status).toBe("loading");
    await frame().start();
    await new Promise((resolve) => setTimeout(resolve));
    await delivered();
    expect(alert()?.textContent).toBe("");
    expect(pane.status).toBe("ready");
  });

  it("shows the page's own texts in every language", async () => {
    await failed({ locale: "ar", texts: { failed: "Not there.", retry: "Again" } });
    await expect.poll(() => alert()?.textContent).toBe("Not there. Again");
    expect(alert()?.hasAttribute("lang")).toBe(false);
  });
});
