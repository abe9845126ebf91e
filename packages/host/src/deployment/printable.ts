/** Replaces the control characters of a text from outside and shortens it, for a terminal or a log. */
export function printable(text: string, maxLength: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "?");
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}
