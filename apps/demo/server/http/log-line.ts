/** What goes to the log: one event, one line of printable characters, whatever a stranger sent. */

/** Longest path in a line, in characters. */
const maxPathLength = 200;
/** Longest line, in characters: a stack trace fits. */
const maxLineLength = 4_000;

/** Control, format (bidirectional marks among them) and separator characters, and halves of a pair. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Path of a request as it is logged: percent-encoded, so that a blank in it cannot pass for the end of the path, and at most
 * 200 characters. Without the query, which may hold what came back from a bank.
 */
export function loggedPath(url: string): string {
  return cut(new URL(url).pathname, maxPathLength);
}

/** One line: what is not printable is written as `\u{1b}`, and what is longer than 4,000 characters is cut. */
export function logLine(text: string): string {
  // Cut first: escaping a megabyte to throw it away is work that a stranger could order.
  return cut(text, maxLineLength).replace(unprintable, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
