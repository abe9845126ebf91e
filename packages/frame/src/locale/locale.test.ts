import { describe, expect, it } from "vitest";
import { en } from "./en.ts";
import { locales, nearestLocale } from "./index.ts";
import { isLocale, loadLocale } from "./load.ts";
import { localeTags } from "./tags.ts";
import { errorText } from "./texts.ts";
import { fieldProblems } from "./types.ts";

/** Every text of a language with its path. */
function texts(value: unknown, path = ""): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, part]) => texts(part, path ? `${path}.${key}` : key));
}

describe.each(Object.entries(locales))("%s", (_, locale) => {
  it("has every key of English and no other, none of them empty", () => {
    expect(
      texts(locale)
        .map(([path]) => path)
        .sort(),
    ).toEqual(
      texts(en)
        .map(([path]) => path)
        .sort(),
    );
    for (const [path, text] of texts(locale)) expect(text.trim(), path).not.toBe("");
  });

  it("has the texts of a size that fits their line", () => {
    for (const [path, text] of texts(locale.errors)) {
      const isHalf = /^(expiry|cvv|postalCode)\./.test(path);
      expect(text.length, `${path}: ${text}`).toBeLessThanOrEqual(isHalf ? 18 : 36);
    }
  });

  it("names card and last four digits of a saved card", () => {
    expect(locale.endingIn).toContain("{brand}");
    expect(locale.endingIn).toContain("{lastFour}");
  });

  it("has the shape that a frame takes", () => {
    expect(isLocale(JSON.parse(JSON.stringify(locale)), en)).toBe(true);
  });

  it("has words for every error of every field", () => {
    for (const [field, codes] of Object.entries(fieldProblems)) {
      for (const code of codes) {
        expect(errorText(locale, field as keyof typeof fieldProblems, code)).not.toBe("");
      }
    }
    expect(errorText(locale, "cvv", "expired")).toBe(locale.errors.cvv.invalid);
  });
});

it.each([
  ["de", locales.de],
  ["ar", locales.ar],
])("%s says everything in its own words", (_, locale) => {
  const english = new Map(texts(en));
  const shared = texts(locale).filter(([path, text]) => english.get(path) === text);
  const paths = shared.map(([path]) => path).filter((path) => !/^(placeholders|dir|optional)/.test(path));
  expect(paths).toEqual([]);
});

it("there is a file for every tag", () => {
  expect(Object.keys(locales).sort()).toEqual([...localeTags].sort());
});

describe("the nearest language", () => {
  it.each([
    ["en", "en"],
    ["de", "de"],
    ["de-AT", "de"],
    ["DE-ch-1996", "de"],
    ["ar-EG", "ar"],
    ["fr-CH", "en"],
    ["", "en"],
    ["--", "en"],
    ["deu", "en"],
  ])("to %s is %s", (tag, nearest) => {
    expect(nearestLocale(tag)).toBe(nearest);
  });
});

describe("loading a language", () => {
  const base = "https://pane.example/0.1.0/frame?environment=live";
  const answering = (body: unknown, status = 200) => {
    const asked: string[] = [];
    const load: typeof fetch = async (url) => {
      asked.push(String(url));
      return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
    };
    return { asked, load };
  };

  it("asks the pane's own host, beside the document", async () => {
    const { asked, load } = answering(locales.de);
    expect(await loadLocale("de-AT", en, load, base)).toEqual({ tag: "de", texts: locales.de });
    expect(asked).toEqual(["https://pane.example/0.1.0/locale/de.json"]);
  });

  it.each([
    ["not found", "", 404],
    ["no JSON", "<html>", 200],
    ["a key missing", { ...locales.de, title: undefined }, 200],
    ["a text that is none", { ...locales.de, title: 1 }, 200],
    ["a text without end", { ...locales.de, title: "x".repeat(301) }, 200],
    ["no direction", { ...locales.de, dir: "down" }, 200],
    ["a part missing", { ...locales.de, errors: {} }, 200],
    ["nothing", null, 200],
  ])("keeps the one it has where there is %s", async (_, body, status) => {
    expect(await loadLocale("de", en, answering(body, status).load, base)).toBeUndefined();
  });

  it("keeps the one it has where nothing answers", async () => {
    expect(await loadLocale("de", en, () => Promise.reject(new TypeError("no")), base)).toBeUndefined();
  });
});
