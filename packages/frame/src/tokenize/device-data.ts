/**
 * The browser's 3D Secure fields (section 2.5 of the interface), taken when the card is tokenized. The rules are an
 * *assumption* where the interface gives only a type and a length.
 */
import type { DeviceData } from "@cardpane/contract/messages";

/** What is read of the browser. */
export interface Browser {
  readonly language: string;
  readonly javaEnabled?: (() => boolean) | undefined;
  readonly colorDepth: number;
  readonly screenHeight: number;
  readonly screenWidth: number;
  /** `Date.prototype.getTimezoneOffset()` of now: minutes, positive behind UTC. */
  readonly timezoneOffset: number;
}

/** The gateway takes at most 8 characters of a language. */
const maxLanguageLength = 8;
/** The depths that EMV 3DS knows (`browserColorDepth`). */
const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1] as const;

/** The browser that this code runs in. */
export function thisBrowser(now: Date = new Date()): Browser {
  return {
    language: navigator.language,
    javaEnabled: () => navigator.javaEnabled(),
    colorDepth: screen.colorDepth,
    screenHeight: screen.height,
    screenWidth: screen.width,
    timezoneOffset: now.getTimezoneOffset(),
  };
}

/** Reads the fields off a browser. */
export function readDevice(browser: Browser): DeviceData {
  return {
    browserJavaEnabled: javaEnabled(browser),
    browserLanguage: languageTag(browser.language),
    browserColorDepth: colorDepths.find((depth) => depth <= browser.colorDepth) ?? 1,
    browserScreenHeight: pixels(browser.screenHeight),
    browserScreenWidth: pixels(browser.screenWidth),
    browserTimezone: String(whole(browser.timezoneOffset, -9999, 9999)),
  };
}

/** A BCP 47 tag of at most 8 characters, cut between subtags: `zh-Hans-CN` -> `zh-Hans`. What is no tag becomes `en`. */
export function languageTag(language: string): string {
  const [tag = ""] = (language ?? "").trim().split(/[,;]/);
  if (!/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag.trim())) return "en";
  const subtags = tag.trim().split("-");
  while (subtags.join("-").length > maxLanguageLength) subtags.pop();
  // A singleton announces an extension, and means nothing without it.
  while (subtags.length > 1 && subtags.at(-1)?.length === 1) subtags.pop();
  return subtags.join("-");
}

function javaEnabled({ javaEnabled: ask }: Browser): boolean {
  try {
    return ask?.() === true;
  } catch {
    return false;
  }
}

function pixels(value: number): number {
  return whole(value, 0, 1_000_000);
}

/** A whole number within bounds; never `-0`, which prints as `0` here and as `-0` in other places. */
function whole(value: number, least: number, most: number): number {
  if (!Number.isFinite(value)) return 0;
  return Math.min(most, Math.max(least, Math.round(value))) + 0;
}
