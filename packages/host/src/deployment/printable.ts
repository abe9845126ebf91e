/** Replaces the control characters of a foreign text, for a terminal and a log, and cuts it. */
export function printable(text: string, maxLength: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "?");
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}
