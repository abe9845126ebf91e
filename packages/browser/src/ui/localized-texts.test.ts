import { pageTexts } from "@cardpane/contract/page-texts";
import { afterEach, expect, it, vi } from "vitest";
import { localizedTexts } from "./localized-texts.ts";
import * as module from "./page-texts.ts";

afterEach(() => vi.useRealTimers());

it.each([
  ["de-AT", "de"],
  ["cy,es-MX,en", "es-419"],
  ["zh-Hant-HK", "zh-HK"],
  // The tag of another language that starts with `en`.
  ["enm,fr", "fr"],
  ["xx", "en"],
] as const)("the texts for %s are those of %s", async (tags, locale) => {
  const found = await localizedTexts(tags, async () => module);
  expect(found).toEqual({ locale, texts: pageTexts[locale] });
});

it.each(["en", "en-US", "EN-gb,de"])("English loads nothing: %s", async (tags) => {
  const load = vi.fn();
  expect(await localizedTexts(tags, load)).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
});

it("texts that cannot be loaded are English", async () => {
  expect(await localizedTexts("de", () => Promise.reject(new Error("no")))).toBeUndefined();
});

it("texts that are not loaded within 1.5 s are English", async () => {
  vi.useFakeTimers();
  let found: unknown = "none yet";
  localizedTexts("de", () => new Promise(() => {})).then((texts) => {
    found = texts;
  });
  await vi.advanceTimersByTimeAsync(1_499);
  expect(found).toBe("none yet");
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toBeUndefined();
});
