import type { Trace } from "@cardpane/contract/messages";

/** The maximum number of wrong letters in a misspelt name. */
const maxTypos = 2;

/** The message for an invalid option: ``Unknown option `labls`. Did you mean `labels`?`` */
export function misfitText(trace: Trace): string {
  const { expected, known } = trace;
  const path = trace.join(".");
  if (!known) return `The option \`${path}\` does not fit. It takes ${expected}.`;
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
