import { readFile } from "node:fs/promises";
import { type LocaleTag, localeTags } from "@cardpane/contract/locales";
import { type FieldErrorCode, parseFrameToPage } from "@cardpane/contract/messages";
import { pageTexts } from "@cardpane/contract/page-texts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FailureCode, failureCodes } from "../tokenize/failure.ts";
import { en } from "./en.ts";
import { locales, nearestLocale } from "./index.ts";
import { loadLocale } from "./load-locale.ts";
import { errorText, failureText, placeholderText, waitText } from "./messages.ts";
import { localeVariant, withOwnTexts } from "./overrides.ts";
import { type FieldWithTexts, fieldProblems, type Locale, type ServedLocale } from "./types.ts";

/** Languages in which the phrase for "in 30 seconds" also means "within 30 seconds". */
const withinPhrases: readonly string[] = ["ar", "pt", "id"];

/** Every text of a language with its path. */
function texts(value: unknown, path = ""): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, part]) => texts(part, path ? `${path}.${key}` : key));
}

/** Words are inflected, so a text uses a word when it has its stem. Words of two letters or fewer are articles and prepositions. */
function stemsOf(label: string): readonly string[] {
  return label
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .flatMap((word) => (word.length > 2 ? [word.slice(0, Math.max(3, word.length - 3))] : []));
}

/** Stems that a label does not have in this form. */
const ownStems: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  ar: { cardholder: ["الاسم"], postalCode: ["بريدي"] },
  fi: { month: ["kuuka", "kk"], year: ["vuo", "vv"] },
  he: { cardholder: ["השם"], year: ["שנה", "שנת"] },
  hr: { number: ["broj"] },
  hu: { cardholder: ["neve"] },
  ja: { cardholder: ["名義人"] },
  ko: { cardholder: ["이름"], year: ["년", "연도"] },
  ro: { cardholder: ["numele"] },
  sl: { number: ["števil"] },
  th: { cardholder: ["ชื่อ"] },
  tr: { cardholder: ["adı"] },
  uk: { cardholder: ["ім’я"] },
  zh: { cardholder: ["姓名"] },
  "zh-HK": { cardholder: ["姓名"] },
  "zh-TW": { cardholder: ["姓名"] },
};

/**
 * The stems that name a field in a language: the whole label, which is enough where words are not separated, and those of its
 * words that no label of another field has.
 */
function termsOf(tag: LocaleTag, name: FieldWithTexts): readonly string[] {
  const { labels } = locales[tag];
  const others = fieldsWithTexts
    .filter((other) => other !== name)
    .map((other) => labels[other].toLowerCase());
  const distinct = stemsOf(labels[name]).filter((stem) => !others.some((other) => other.includes(stem)));
  return [labels[name].toLowerCase(), ...distinct, ownStems[tag]?.[name] ?? []].flat();
}

const fieldsWithTexts = Object.keys(fieldProblems) as FieldWithTexts[];

/** The stem of a unit of time in a language, without the Arabic article. */
function unitOf(tag: LocaleTag, unit: "month" | "year"): readonly string[] {
  const name = new Intl.DisplayNames(tag, { type: "dateTimeField" }).of(unit)?.replace(/^ال/, "") ?? "";
  return ownStems[tag]?.[unit] ?? [stemsOf(name)[0] ?? name];
}

function expectUse(text: string, stems: readonly string[], where: string): void {
  expect(
    stems.filter((stem) => text.toLowerCase().includes(stem)),
    `${where}: ${text}, ${stems}`,
  ).not.toEqual([]);
}

/** The approximate width of a text in letters: East Asian characters count as two, combining marks as none. */
function widthOf(text: string): number {
  return [...text].reduce(
    (width, sign) =>
      width +
      (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60]/.test(sign) ? 2 : /\p{M}/u.test(sign) ? 0 : 1),
    0,
  );
}

describe.each(Object.entries(locales) as [LocaleTag, ServedLocale][])("%s", (tag, locale) => {
  it("has every key of English and no other, none of them empty", () => {
    expect(
      texts(locale)
        .map(([path]) => path)
        .sort(),
    ).toEqual(
      texts(locales.en)
        .map(([path]) => path)
        .sort(),
    );
    for (const [path, text] of texts(locale)) {
      // Hong Kong and Macao have no postal codes, so the placeholder is empty.
      if (tag === "zh-HK" && path === "placeholders.postalCode") expect(text).toBe("");
      else expect(text.trim(), path).not.toBe("");
    }
  });

  it("has labels and placeholders of one line, and errors of two lines of a narrow field at most", () => {
    const isHalf = (path: string) => /^(expiry|cvv|postalCode)/.test(path);
    for (const [path, text] of [...texts(locale.labels), ...texts(locale.placeholders)])
      expect(widthOf(text), `${path}: ${text}`).toBeLessThanOrEqual(isHalf(path) ? 18 : 36);
    for (const [path, text] of texts(locale.errors))
      expect(widthOf(text), `${path}: ${text}`).toBeLessThanOrEqual(isHalf(path) ? 36 : 46);
    for (const text of Object.values(locale.failures)) expect(text.length).toBeLessThanOrEqual(160);
    for (const [path, text] of texts(locale.page)) expect(widthOf(text), path).toBeLessThanOrEqual(60);
  });

  it("uses a word of the label in each error of a field, and the words for month and year in those of a date", () => {
    const { labels, errors, failures } = locale;
    const { holds_card_number: numberInName, ...cardholder } = errors.cardholder;
    const { unsupported_brand: _, ...number } = errors.number;
    const { required, refused, incomplete, invalid, too_far } = errors.expiry;
    const uses: Readonly<Record<FieldWithTexts, object>> = {
      number: { ...number, numberInName },
      expiry: { required, refused },
      cvv: errors.cvv,
      cardholder: { ...cardholder, both: failures.extra_invalid },
      postalCode: { ...errors.postalCode, both: failures.extra_invalid },
    };
    for (const name of fieldsWithTexts)
      for (const [where, text] of texts(uses[name])) expectUse(text, termsOf(tag, name), `${name} ${where}`);
    for (const text of [labels.expiryMonth, invalid, incomplete])
      expectUse(text, unitOf(tag, "month"), "month");
    for (const text of [labels.expiryYear, too_far, incomplete]) expectUse(text, unitOf(tag, "year"), "year");
  });

  it("never uses one word for the security code and the postal code", () => {
    const codes = ["cvv", "postalCode"] as const;
    for (const [name, other] of [codes, codes.toReversed()] as const)
      for (const [path, text] of texts(locale.errors[name]))
        for (const stem of termsOf(tag, other)) expect(text.toLowerCase(), path).not.toContain(stem);
  });

  it("has the direction of its script, with the date as it is printed on cards", () => {
    const { dir, placeholders } = locale;
    expect(dir).toBe(["ar", "he"].includes(tag) ? "rtl" : "ltr");
    expect(texts(locale).filter(([, text]) => /[\u200e\u200f\u061c]/.test(text))).toEqual([]);
    if (dir === "rtl") expect([placeholders.expiryMonth, placeholders.expiryYear]).toEqual(["MM", "YY"]);
  });

  it("has texts for the page that the contract accepts", () => {
    expect(parseFrameToPage({ type: "localized", locale: tag, texts: locale.page })).toEqual({
      type: "localized",
      locale: tag,
      texts: locale.page,
    });
    expect(locale.page).toEqual(pageTexts[tag]);
  });

  it("uses typographic punctuation, and has no white space at its ends", () => {
    for (const [path, text] of texts(locale)) {
      expect(text, path).not.toMatch(/['"`]|\.\.\.|\s{2}|^\s|\s$|[\p{Cc}<>]/u);
      // In Unicode normal form C, so that a search finds the text.
      expect(text, path).toBe(text.normalize("NFC"));
    }
  });

  it("ends sentences with a full stop, and labels without one", () => {
    const { failed, uncharged, ...page } = locale.page;
    for (const [path, text] of texts({ ...locale.failures, failed, uncharged })) {
      // Thai does not mark the end of a sentence.
      if (locale !== locales.th) expect(text, path).toMatch(/[.。]$/);
    }
    for (const [path, text] of texts({ ...locale.labels, ...locale.errors, ...page })) {
      expect(text, path).not.toMatch(/[.。!?:]$/);
    }
  });

  it("names card and last four digits of a saved card, and the networks of a choice", () => {
    const gaps = ({ endingIn, chooseNetwork, networkSelected, failures }: Locale) =>
      [endingIn, chooseNetwork, networkSelected, failures.rate_limited].map((text) =>
        text.match(/\{\w+\}/g)?.sort(),
      );
    expect(gaps(locale)).toEqual([
      ["{brand}", "{lastFour}"],
      ["{networks}"],
      ["{network}"],
      [withinPhrases.includes(tag) ? "{duration}" : "{time}"],
    ]);
  });

  it("names the time of the next attempt in its own language", () => {
    for (const [seconds, unit, count] of [
      [1, "second", 1],
      [89, "second", 89],
      [90, "minute", 2],
      [900, "minute", 15],
    ] as const)
      expect(waitText(locale, seconds, tag)).toContain(
        withinPhrases.includes(tag)
          ? new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(count)
          : new Intl.RelativeTimeFormat(tag).format(count, unit),
      );
  });

  it("has a distinct text for each error that a field can have", () => {
    for (const [field, codes] of Object.entries(fieldProblems) as [
      FieldWithTexts,
      readonly FieldErrorCode[],
    ][]) {
      const own: Readonly<Partial<Record<FieldErrorCode, string>>> = locale.errors[field];
      expect(Object.keys(own).sort(), field).toEqual([...codes].sort());
      for (const code of codes) expect(errorText(locale, field, code), `${field} ${code}`).toBe(own[code]);
    }
  });

  it("uses the texts of the expiry for month and year, and one that names the year for an invalid year", () => {
    const { expiry } = locale.errors;
    for (const code of fieldProblems.expiry) {
      expect(errorText(locale, "expiryMonth", code), code).toBe(expiry[code]);
      const ofYear = code === "invalid" ? expiry.too_far : expiry[code];
      expect(errorText(locale, "expiryYear", code), code).toBe(ofYear);
    }
    expect(expiry.too_far).not.toBe(expiry.invalid);
  });

  it("has the text for an invalid entry for each error without a text of its own", () => {
    for (const [field, code] of [
      ["number", "refused"],
      ["cvv", "refused"],
      ["cardholder", "refused"],
      ["postalCode", "refused"],
      ["postalCode", "incomplete"],
      ["postalCode", "holds_card_number"],
    ] as const)
      expect(errorText(locale, field, code)).toBe(locale.errors[field].invalid);
  });

  it("has a text for each failure, and five failures share the text of another", () => {
    const shown = new Map(failureCodes.map((code) => [code, failureText(locale, code)]));
    expect(new Set(shown.values())).toEqual(new Set(Object.values(locale.failures)));
    for (const [code, text] of Object.entries(locale.failures))
      expect(shown.get(code as FailureCode), code).toBe(text);
    const { gateway_error, network, not_allowed } = locale.failures;
    const sharing = ["bad_answer", "frame_gone", "timeout", "options_invalid", "pane_disabled"] as const;
    expect(sharing.map((code) => shown.get(code))).toEqual([
      gateway_error,
      gateway_error,
      network,
      not_allowed,
      not_allowed,
    ]);
  });
});

const english: readonly string[] = ["en", "en-AU", "en-CA", "en-GB", "en-NZ", "en-US"];

it.each(Object.entries(locales).filter(([tag]) => !english.includes(tag)))(
  "%s shares no text with English",
  (tag, locale) => {
    const inEnglish = new Map(texts(locales.en));
    const shared = texts(locale).filter(([path, text]) => inEnglish.get(path) === text);
    const paths = shared.map(([path]) => path).filter((path) => !/^(placeholders|dir|optional)/.test(path));
    // Filipino banks use the English "security code" and "postal code".
    expect(paths).toEqual(tag === "fil" ? ["labels.cvv", "labels.postalCode"] : []);
  },
);

it.each([
  ["es-ES", "es"],
  ["fr-FR", "fr"],
  ["it-IT", "it"],
  ["nb", "no"],
] as const)("%s is %s", (tag, same) => {
  expect(locales[tag]).toEqual(locales[same]);
});

it("a region overrides some texts, and does not change its base language", () => {
  const before = JSON.stringify(en);
  const texas = localeVariant(en, {
    labels: { postalCode: "ZIP" },
    errors: { cvv: { invalid: "Check it" } },
  });
  expect(texas.labels).toEqual({ ...en.labels, postalCode: "ZIP" });
  expect(texas.errors).toEqual({ ...en.errors, cvv: { ...en.errors.cvv, invalid: "Check it" } });
  expect(JSON.stringify(en)).toBe(before);
});

describe("a page's own texts", () => {
  const own = withOwnTexts(en, {
    labels: { cvv: "CVC" },
    placeholders: { expiryMonth: "Month" },
    errors: {
      cvv: { refused: "Ask your bank", invalid: "Wrong" },
      expiry: { expired: "Too old" },
      expiryYear: { too_far: "Too new" },
    },
    endingIn: "{lastFour}",
  });

  it("replace ours; all other texts stay", () => {
    expect(own.labels).toEqual({ ...en.labels, cvv: "CVC" });
    // A page's placeholder for the month does not change the date's.
    expect(placeholderText(own, "expiry")).toBe("MM / YY");
    expect(own).toMatchObject({
      endingIn: "{lastFour}",
      cvvHint: en.cvvHint,
      failures: en.failures,
    });
    expect(withOwnTexts(en, {})).toEqual(en);
  });

  it.each([
    ["cvv", "refused", "Ask your bank"],
    ["cvv", "invalid", "Wrong"],
    ["cvv", "required", en.errors.cvv.required],
    ["cvv", "expired", "Wrong"],
    ["expiry", "expired", "Too old"],
    ["expiryYear", "expired", "Too old"],
    ["expiryYear", "too_far", "Too new"],
    ["expiryMonth", "too_far", en.errors.expiry.too_far],
    ["expiryMonth", "invalid", en.errors.expiry.invalid],
  ] as const)("show the text for %s with the error %s: %s", (field, code, text) => {
    expect(errorText(own, field, code)).toBe(text);
  });
});

it("the documentation states for each language how reliable its texts are", async () => {
  const path = "../../../../apps/docs/pages/languages.md";
  const page = await readFile(new URL(path, import.meta.url), "utf8");
  const rows = page.matchAll(
    /^\| (?:confident|fairly sure|judged in part|could not be judged) +\| ([^|]+) \|/gm,
  );
  const listed = [...rows].flatMap(([, names = ""]) =>
    names.replace("and their regions", "").trim().split(" "),
  );
  expect(new Set(listed).size).toBe(listed.length);
  for (const name of listed) expect(localeTags).toContain(name);
  // A region without its own entry is covered by its language; `nb` is another name of `no`.
  const missing = localeTags.filter(
    (tag) => !listed.includes(tag) && !listed.includes(tag.replace(/-.*/, "").replace("nb", "no")),
  );
  expect(missing).toEqual([]);
});

describe("the nearest language", () => {
  it.each([
    ["en", "en"],
    ["de", "de"],
    ["de-AT", "de"],
    ["DE-ch-1996", "de"],
    ["ar-EG", "ar"],
    ["fr-CH", "fr"],
    ["fr-ca", "fr-CA"],
    ["it-CH", "it"],
    ["en-US", "en-US"],
    ["en-us-posix", "en-US"],
    ["en-PR", "en-US"],
    ["en-IE", "en"],
    ["en-PH", "en"],
    ["en-gb-oxendict", "en-GB"],
    ["en-UK", "en-GB"],
    ["en-JE", "en-GB"],
    ["pt-PT", "pt"],
    ["pt-AO", "pt"],
    ["pt-BR", "pt-BR"],
    ["es", "es"],
    ["es-ES", "es-ES"],
    ["es-MX", "es-419"],
    ["es-us", "es-419"],
    ["es-PR", "es-419"],
    ["es-GQ", "es"],
    ["es-Latn-MX", "es"],
    ["zh-CN", "zh"],
    ["zh-SG", "zh"],
    ["zh-Hans", "zh"],
    ["zh-Hans-HK", "zh"],
    ["zh-Hant", "zh-TW"],
    ["zh-Hant-TW", "zh-TW"],
    ["zh-Hant-HK", "zh-HK"],
    ["zh-Hant-MO", "zh-HK"],
    ["zh-MO", "zh-HK"],
    ["zh-HK", "zh-HK"],
    ["zh-TW", "zh-TW"],
    ["yue", "zh-HK"],
    ["yue-Hans-CN", "zh"],
    ["cmn", "zh"],
    ["cmn-Hant", "zh-TW"],
    ["nn-NO", "no"],
    ["nb-NO", "nb"],
    ["gsw-CH", "de"],
    ["iw-IL", "he"],
    ["in", "id"],
    ["tl-PH", "fil"],
    ["mo", "ro"],
    // The tag of an unsupported language that starts with a supported tag.
    ["ine", "en"],
    ["tlh", "en"],
    ["frr", "en"],
    ["", "en"],
    ["-", "en"],
    ["--", "en"],
    ["deu", "en"],
    ["constructor", "en"],
  ])("to %s is %s", (tag, nearest) => {
    expect(nearestLocale(tag)).toBe(nearest);
  });

  it.each([
    ["cy,de-AT,en", "de"],
    ["xx, FR-ch", "fr"],
    ["en-US,de", "en-US"],
    ["cy,eu", "en"],
    [",,sv", "sv"],
  ])("of a list %j is %s: the first supported one", (list, nearest) => {
    expect(nearestLocale(list)).toBe(nearest);
  });

  it("is found quickly, however long the requested list is", () => {
    const before = process.cpuUsage();
    expect(nearestLocale(`de${"-a".repeat(100_000)}`)).toBe("de");
    expect(nearestLocale(`${"xx,".repeat(100_000)}de`)).toBe("en");
    expect(nearestLocale(`${"xx,".repeat(7)}de,fr`)).toBe("de");
    // The processor's time, which other programs on the machine do not change.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it("of each tag is the tag itself, in any case", () => {
    for (const tag of localeTags) {
      for (const written of [tag, tag.toLowerCase(), tag.toUpperCase()])
        expect(nearestLocale(written)).toBe(tag);
    }
  });

  it("is always a supported one, whatever is requested", () => {
    const subtag = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/);
    const tag = fc
      .tuple(
        fc.constantFrom(...localeTags, "iw", "zh-Hant", "cmn", "no-such"),
        fc.array(subtag, { maxLength: 4 }),
      )
      .map(([known, more]) => [known, ...more].join("-"));
    fc.assert(
      fc.property(
        fc.oneof(tag, fc.array(tag).map(String), fc.string(), fc.string({ unit: "grapheme" })),
        (wanted) => {
          const nearest = nearestLocale(wanted);
          expect(localeTags).toContain(nearest);
          expect(nearestLocale(nearest)).toBe(nearest);
        },
      ),
      { numRuns: process.env["NIGHTLY"] ? 5_000 : 500 },
    );
  });

  it("has the language of the requested tag if we support it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...localeTags), fc.stringMatching(/^[A-Za-z]{2}$/), (known, region) => {
        const language = (tag: string) => tag.split("-")[0];
        expect(language(nearestLocale(`${known}-${region}`))).toBe(language(known));
      }),
    );
  });
});

describe("loading a language", () => {
  const base = "https://pane.example/0.1.0/frame?environment=live";
  const answering = (body: unknown, status = 200) => {
    const wanted: string[] = [];
    const load: typeof fetch = async (url) => {
      wanted.push(String(url));
      return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
    };
    return { wanted, load };
  };

  it("requests it from the pane's own host, in the folder of the document", async () => {
    const german = { tag: "de", texts: locales.de };
    const { wanted, load } = answering(german);
    expect(await loadLocale("cy,de-AT", load, base)).toEqual(german);
    expect(wanted).toEqual(["https://pane.example/0.1.0/texts?locale=cy%2Cde-AT"]);
  });

  it.each([
    ["the status 404", "", 404],
    ["no JSON", "<html>", 200],
    ["no locale", { error: "busy" }, 200],
    ["no object", "null", 200],
  ])("keeps the current locale when the response has %s", async (_, body, status) => {
    expect(await loadLocale("de", answering(body, status).load, base)).toBeUndefined();
  });

  it("keeps the current locale without a response", async () => {
    expect(await loadLocale("de", () => Promise.reject(new TypeError("no")), base)).toBeUndefined();
  });
});
