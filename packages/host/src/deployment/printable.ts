// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Replaces the control characters of a text from outside and shortens it, for a terminal or a log. */
export function printable(text: string, maxLength: number): string {
  const clean = text.replace(unprintable, "?");
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}
