// @vitest-environment happy-dom
import { pageTexts } from "@cardpane/contract/page-texts";
import { afterEach, describe, expect, it } from "vitest";
import { dialogTexts } from "./dialog-texts.ts";
import { englishTexts } from "./read-input.ts";

const { de, fr } = pageTexts;

afterEach(() => document.documentElement.removeAttribute("lang"));

describe("the texts of the dialog", () => {
  it("are those of the pane's frame", async () => {
    const language = { tags: "de", texts: { locale: "fr", texts: fr } };
    expect(await dialogTexts({}, language)).toEqual({ texts: fr.dialog, lang: "fr" });
  });

  it("are loaded for the pane's language, where its frame sent none", async () => {
    expect(await dialogTexts({}, { tags: "de-CH" })).toEqual({ texts: de.dialog, lang: "de" });
  });

  it("are in the page's language without a pane", async () => {
    document.documentElement.lang = "de";
    expect(await dialogTexts({}, {})).toEqual({ texts: de.dialog, lang: "de" });
    document.documentElement.lang = "en";
    expect(await dialogTexts({}, {})).toEqual({ texts: englishTexts, lang: "en" });
  });

  it("are the page's own where it gives any, which are in no other language than the page's", async () => {
    const texts = await dialogTexts({ close: "Weg" }, { tags: "de" });
    expect(texts).toEqual({ texts: { ...de.dialog, close: "Weg" }, lang: "" });
  });

  it("are English in the code as in the table", () => {
    expect(englishTexts).toEqual(pageTexts.en.dialog);
  });
});
