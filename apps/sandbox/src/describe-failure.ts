/**
 * Describes a failure for the log: its class, an error code and the stack's places. The message is left out, because a
 * database's message repeats the values of the statement.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "a value that is no Error was thrown";
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = "code" in cause && typeof cause.code === "string" ? ` ${cause.code}` : "";
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [`${error.name}${code}`, ...places.slice(0, 8).map((line) => line.trim())].join(" | ");
}
