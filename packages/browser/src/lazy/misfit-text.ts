import type { Trace } from "@cardpane/contract/messages";

/** The words for each kind of value that a guard expects. */
const kinds: Readonly<Record<string, (...bounds: readonly unknown[]) => string>> = {
  list: (min, max) => `a list of ${min} to ${max} items`,
  object: () => "an object",
  choice: (values) => `one of ${(values as readonly unknown[]).join(", ")}`,
  text: (min, max) => `a text of ${min} to ${max} characters`,
  integer: (min, max) => `a whole number from ${min} to ${max}`,
  form: () => "a text of another form",
  line: (max) => `one line of 1 to ${max} characters`,
  announcement: () => "one line of at most 300 characters, or an empty text",
  tags: () => "auto, or BCP 47 tags with commas",
  id: () => "an id in lower case, up to 32 characters",
  token: () => "a finite number, or a text of up to 500 characters",
  fields: () => "each field once, the expiry in one field or in two",
  tokenizable: (missing) => `\`${missing}\`, too, unless \`savedCard\` is set`,
};

/** The maximum number of wrong letters in a misspelt name. */
const maxTypos = 2;

/** The message for an invalid option: ``Unknown option `labls`. Did you mean `labels`?`` */
export function misfitText(trace: Trace): string {
  const [kind = "", ...bounds] = trace.expected ?? [];
  const { known } = trace;
  const path = trace.join(".");
  if (!known) return `The option \`${path}\` does not fit. It takes ${kinds[kind]?.(...bounds) ?? kind}.`;
  const key = trace.at(-1) ?? "";
  const near = known.find((name) => isNear(key.toLowerCase(), name.toLowerCase(), maxTypos));
  return `Unknown option \`${path}\`. ${near ? `Did you mean \`${near}\`?` : "Remove it."}`;
}

/** Whether the edit distance is within a limit. The limit keeps the recursion small. */
function isNear(a: string, b: string, typos: number): boolean {
  if (typos < 0) return false;
  if (!a || !b) return a.length + b.length <= typos;
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return isNear(restOfA, restOfB, typos);
  return (
    isNear(restOfA, b, typos - 1) || isNear(a, restOfB, typos - 1) || isNear(restOfA, restOfB, typos - 1)
  );
}
