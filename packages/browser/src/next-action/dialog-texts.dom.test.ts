import { pageTexts } from "@cardpane/contract/page-texts";
import { englishDialogTexts } from "@cardpane/contract/page-texts-en";
import { afterEach, describe, expect, it } from "vitest";
import { dialogTexts } from "./dialog-texts.ts";

const { de, fr } = pageTexts;
const load = () => import("../ui/page-texts.ts");

afterEach(() => document.documentElement.removeAttribute("lang"));

describe("the texts of the dialog", () => {
  it("are those that the frame of the pane has sent", async () => {
    const language = { tags: "de", texts: { locale: "fr", texts: fr } };
    expect(await dialogTexts({}, language, load)).toEqual({ texts: fr.dialog, lang: "fr" });
  });

  it("are loaded in the language of the pane if its frame sent none", async () => {
    expect(await dialogTexts({}, { tags: "de-CH" }, load)).toEqual({ texts: de.dialog, lang: "de" });
  });

  it("are in the language of the page if there is no pane", async () => {
    document.documentElement.lang = "de";
    expect(await dialogTexts({}, {}, load)).toEqual({ texts: de.dialog, lang: "de" });
    document.documentElement.lang = "en";
    expect(await dialogTexts({}, {}, load)).toEqual({ texts: englishDialogTexts, lang: "en" });
  });

  it("are the page's own if it passes any, and are marked as in the language of the page", async () => {
    const texts = await dialogTexts({ close: "Weg" }, { tags: "de" }, load);
    expect(texts).toEqual({ texts: { ...de.dialog, close: "Weg" }, lang: "" });
  });
});
