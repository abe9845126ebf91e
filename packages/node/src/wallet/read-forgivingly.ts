/**
 * Reads an answer of the wallet. Money may have moved when it arrives: a field that only describes and does not fit must
 * not make the whole of it unreadable. So what does not fit becomes `null` where that may be, else is left out where that
 * may be, else what holds it is treated so (half a date is none). What decides (ids, type, price, currency, status) may be
 * neither, and an entry of a list is never left out.
 */
import type * as z from "zod";

/** Deeper than any answer is nested, each level treated in two ways. */
const mostRounds = 24;

/** The checked answer, or `undefined` where it cannot be read. */
export function readForgivingly<T>(schema: z.ZodType<T>, body: unknown): T | undefined {
  const stepsTaken = new Map<string, number>();
  for (let round = 0; round < mostRounds; round++) {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const next = new Map<string, Path>();
    for (const path of parsed.error.issues.flatMap(pathsOf)) {
      const place = placeOf(path, stepsTaken);
      next.set(nameOf(place), place);
    }
    // Once for each place, however many parts of it do not fit.
    for (const [name, place] of next) {
      const steps = stepsTaken.get(name) ?? 0;
      stepsTaken.set(name, steps + 1);
      put(body, place, steps === 0 ? null : undefined);
    }
  }
  return undefined;
}

type Path = readonly PropertyKey[];
const nameOf = (path: Path) => JSON.stringify(path);

/** Where the next step is taken: `null` first, then gone (an entry of a list never is), then the same for what holds it. */
function placeOf(path: Path, stepsTaken: ReadonlyMap<string, number>): Path {
  const most = /^\d+$/.test(String(path.at(-1))) ? 1 : 2;
  const isUsedUp = (stepsTaken.get(nameOf(path)) ?? 0) >= most;
  return isUsedUp && path.length > 0 ? placeOf(path.slice(0, -1), stepsTaken) : path;
}

/** Where an issue is; in a union, inside the variant that was meant. */
function pathsOf(issue: z.core.$ZodIssue): readonly Path[] {
  if (issue.code !== "invalid_union") return [issue.path];
  const meant = issue.errors.find(
    (issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0),
  );
  return meant?.flatMap(pathsOf).map((path) => [...issue.path, ...path]) ?? [issue.path];
}

function put(body: unknown, path: Path, value: null | undefined): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), body);
  const last = path.at(-1);
  if (!isObject(parent) || last === undefined) return;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}
