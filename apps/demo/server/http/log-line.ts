/** Makes log lines safe: one event is one line of printable characters, whatever a client sent. */

const maxPathLength = 200;
/** The maximum length of a line, in characters: a stack trace fits. */
const maxLineLength = 4_000;

/** Control characters, format characters (including bidirectional marks), separators and unpaired surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * The path of a request for the log: percent-encoded, so that a blank in it cannot look like the end of the path, and at most
 * 200 characters. Without the query, which may hold data that a bank returned.
 */
export function loggedPath(url: string): string {
  return cut(new URL(url).pathname, maxPathLength);
}

/** One line: an unprintable character is written as `\u{1b}`, and text after 4,000 characters is cut. */
export function logLine(text: string): string {
  // Cut first: otherwise a client could make the shop escape a megabyte that it then discards.
  return cut(text, maxLineLength).replace(unprintable, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
