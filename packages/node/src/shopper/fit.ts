/**
 * Fits what browsers say to the bounds of section 2.5. *Assumption*, all of it: the interface gives bounds, not what to do
 * with a browser that passes them.
 */

/** `userAgent`: cut to 255 characters. */
export function fitUserAgent(userAgent: string): string {
  return userAgent.slice(0, 255);
}

const maxLanguage = 8;

/** `browserLanguage`: cut to 8 characters at a subtag, never inside one; `en` for what is no language tag. */
export function fitLanguage(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const [tag = ""] = value.trim().split(/\s*[,;]/, 1);
  if (!/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag)) return "en";
  const kept: string[] = [];
  for (const subtag of tag.split("-")) {
    if ([...kept, subtag].join("-").length > maxLanguage) break;
    kept.push(subtag);
  }
  // A tag must not end in a singleton ("de-x"), which only announces what was cut off.
  while (kept.length > 1 && kept.at(-1)?.length === 1) kept.pop();
  return kept.join("-");
}

const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1];

/** `browserColorDepth`: the next lower one that 3D Secure knows: 30 is 24. */
export function fitColorDepth(value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  return colorDepths.find((depth) => depth <= value);
}

/** `browserTimezone`: minutes, positive behind UTC, without `+` and never `-0`. */
export function fitTimezone(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^[+-]?\d{1,4}$/.test(text)) return undefined;
  const minutes = Number(text);
  return minutes === 0 ? "0" : String(minutes);
}
