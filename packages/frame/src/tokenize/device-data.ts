/**
 * The browser's 3D Secure fields (section 2.5 of the interface), read when the card is tokenized. If the interface specifies only
 * a type and a length, the rules are an *assumption*.
 */
import type { DeviceData } from "@cardpane/contract/messages";

/** The properties of the browser that are read. */
export interface Browser {
  readonly language: string;
  readonly colorDepth: number;
  readonly screenHeight: number;
  readonly screenWidth: number;
  /** The current `Date.prototype.getTimezoneOffset()`: minutes, positive behind UTC. */
  readonly timezoneOffset: number;
}

/** The gateway accepts at most 8 characters. */
const maxLanguageLength = 8;
/** The values of `browserColorDepth` in EMV 3DS. */
const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1] as const;

/** The browser that this code runs in. */
export function thisBrowser(now: Date = new Date()): Browser {
  return {
    language: navigator.language,
    colorDepth: screen.colorDepth,
    screenHeight: screen.height,
    screenWidth: screen.width,
    timezoneOffset: now.getTimezoneOffset(),
  };
}

/** Converts the properties of a browser to the fields of the gateway. */
export function collectDeviceData(browser: Browser): DeviceData {
  return {
    // `navigator.javaEnabled()` returns false in every browser (HTML, `NavigatorPlugins`).
    browserJavaEnabled: false,
    browserLanguage: languageTag(browser.language),
    browserColorDepth: colorDepths.find((depth) => depth <= browser.colorDepth) ?? 1,
    browserScreenHeight: pixels(browser.screenHeight),
    browserScreenWidth: pixels(browser.screenWidth),
    browserTimezone: String(whole(browser.timezoneOffset, -9999, 9999)),
  };
}

/** A BCP 47 tag of at most 8 characters, cut between subtags: `zh-Hans-CN` -> `zh-Hans`. An invalid tag becomes `en`. */
export function languageTag(language: string): string {
  const [tag = ""] = (language ?? "").trim().split(/[,;]/);
  if (!/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag.trim())) return "en";
  const subtags = tag.trim().split("-");
  while (subtags.join("-").length > maxLanguageLength) subtags.pop();
  // A single-character subtag starts an extension and is invalid without one.
  while (subtags.length > 1 && subtags.at(-1)?.length === 1) subtags.pop();
  return subtags.join("-");
}

function pixels(value: number): number {
  return whole(value, 0, 1_000_000);
}

/** A whole number within bounds. Adding 0 turns `-0`, which some formatters print as `-0`, into `0`. */
function whole(value: number, min: number, max: number): number {
  if (!Number.isFinite(value)) return 0;
  return Math.min(max, Math.max(min, Math.round(value))) + 0;
}
