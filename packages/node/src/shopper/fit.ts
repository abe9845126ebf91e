/**
 * Fits values of browsers to the bounds of section 2.5. *Assumption* throughout: the interface defines bounds, but not how to
 * handle a browser's value that exceeds them.
 */

/** Truncates `userAgent` to 255 characters. */
export function fitUserAgent(userAgent: string): string {
  return userAgent.slice(0, 255);
}

const maxLanguage = 8;

/**
 * Truncates `browserLanguage` to 8 characters, at the end of a subtag; `en` for a text that is not a language tag, `undefined` for
 * one of more than 64 characters, which no browser has.
 */
export function fitLanguage(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 64) return undefined;
  const tag = (value.split(/[,;]/, 1)[0] ?? "").trim();
  if (!/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag)) return "en";
  const kept: string[] = [];
  for (const subtag of tag.split("-")) {
    if ([...kept, subtag].join("-").length > maxLanguage) break;
    kept.push(subtag);
  }
  // A tag must not end in a singleton ("de-x"), which only introduces the removed subtags.
  while (kept.length > 1 && kept.at(-1)?.length === 1) kept.pop();
  return kept.join("-");
}

const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1];

/** Rounds `browserColorDepth` down to a depth that 3D Secure defines: 30 becomes 24. */
export function fitColorDepth(value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  return colorDepths.find((depth) => depth <= value);
}

/** Formats `browserTimezone`: minutes, positive behind UTC, without `+` and never `-0`. */
export function fitTimezone(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^[+-]?\d{1,4}$/.test(text)) return undefined;
  const minutes = Number(text);
  return minutes === 0 ? "0" : String(minutes);
}
