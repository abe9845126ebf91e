/**
 * Searches all exports of a package for secrets. Calls every function and method with secrets in its arguments, and prints every
 * result, error and console output in each way in which a log, a console or a crash reporter prints it. New exports are called
 * without a change here.
 */
import { inspect } from "node:util";

/** The secrets to search for, and the arguments for calls. */
export interface WalkOptions {
  readonly secrets: readonly string[];
  /** Every function is called with each of these lists. */
  readonly argumentLists: readonly (readonly unknown[])[];
  /** Further arguments by the path of an export, with which its call succeeds. */
  readonly working?: Readonly<Record<string, readonly (readonly unknown[])[]>>;
  /** Asked after each call: whether to make it once more, because a server has another answer to it. @default never */
  readonly isRepeated?: () => boolean;
  /** Paths of functions that may repeat their arguments, each with the reason. */
  readonly repeatsInput?: Readonly<Record<string, string>>;
}

/** The result of a walk. */
export interface Walked {
  /** Where a secret was found: path and secret. */
  readonly found: readonly string[];
  /** Paths of the functions that were called. */
  readonly called: ReadonlySet<string>;
}

const maxDepth = 5;

/** Walks over a module's exports. */
export async function walkExports(
  exports: Readonly<Record<string, unknown>>,
  { secrets, argumentLists, working = {}, isRepeated = () => false, repeatsInput = {} }: WalkOptions,
): Promise<Walked> {
  const found = new Set<string>();
  const called = new Set<string>();
  const seen = new Set<unknown>();
  const written = captureConsole();
  // Stack traces hold no values, and Vitest takes a millisecond for each.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;

  function look(path: string, value: unknown): void {
    for (const secret of secretsIn(value, secrets)) found.add(`${path}: ${secret}`);
  }

  async function visit(path: string, value: unknown, depth: number): Promise<void> {
    if (isPrimitive(value) || depth === 0 || seen.has(value) || isBuiltIn(value)) return;
    seen.add(value);
    for (const key of membersOf(value)) {
      const at = `${path}.${key}`;
      let member: unknown;
      try {
        member = (value as Record<string, unknown>)[key];
      } catch (error) {
        look(`${at} throws`, error);
        continue;
      }
      if (typeof member === "function") await call(at, member as Callable, value, depth);
      else await visit(at, member, depth - 1);
    }
  }

  async function call(path: string, callee: Callable, self: unknown, depth: number): Promise<void> {
    called.add(path);
    const lookAt = Object.hasOwn(repeatsInput, path) ? () => undefined : look;
    for (const given of [...argumentLists, ...(working[path] ?? [])]) {
      const results: unknown[] = [];
      do {
        try {
          results.push(await run(callee, self, given));
        } catch (error) {
          lookAt(`${path} throws`, error);
        }
      } while (isRepeated());
      for (const result of results) {
        lookAt(path, result);
        await visit(`${path}()`, result, depth - 1);
      }
    }
  }

  try {
    for (const [name, value] of Object.entries(exports)) {
      look(name, value);
      if (typeof value === "function") await call(name, value as Callable, undefined, maxDepth);
      else await visit(name, value, maxDepth);
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    look("the console", written.end());
  }
  return { found: [...found], called };
}

/** The secrets that a value contains when it is printed in any way. */
export function secretsIn(value: unknown, secrets: readonly string[]): readonly string[] {
  const text = printed(value);
  return secrets.filter((secret) => text.includes(secret));
}

/** Captures all output to the console, standard output and standard error until `end`, which returns it. */
export function captureConsole(): { end(): string } {
  const parts: string[] = [];
  const ends: (() => void)[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const { write } = stream;
    stream.write = (chunk: string | Uint8Array) => {
      parts.push(typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk));
      return true;
    };
    ends.push(() => {
      stream.write = write;
    });
  }
  for (const level of ["debug", "error", "info", "log", "trace", "warn"] as const) {
    const { [level]: write } = console;
    console[level] = (...given: unknown[]) => {
      parts.push(...given.map((one) => (typeof one === "string" ? one : inspect(one, everything))));
    };
    ends.push(() => {
      console[level] = write;
    });
  }
  return {
    end() {
      for (const end of ends) end();
      return parts.join("\n");
    },
  };
}

type Callable = (...given: readonly unknown[]) => unknown;

const everything = {
  depth: 20,
  showHidden: true,
  getters: true,
  maxArrayLength: 1_000,
  maxStringLength: 1e6,
};

/** A value in every way in which a log, a console or a crash reporter prints it. */
function printed(value: unknown): string {
  const seen = new Set<unknown>();
  const parts: string[] = [];
  const links = [value];
  for (const link of links) {
    if (seen.has(link)) continue;
    seen.add(link);
    parts.push(
      inspect(link, everything),
      attempt(() => JSON.stringify(link)),
      attempt(() => String(link)),
    );
    if (!(link instanceof Error)) continue;
    parts.push(
      link.stack ?? "",
      link.message,
      attempt(() => JSON.stringify(Object.entries(link))),
    );
    links.push(link.cause);
    if (link instanceof AggregateError) links.push(...(link.errors as readonly unknown[]));
  }
  return parts.join("\n");
}

function attempt(print: () => string | undefined): string {
  try {
    return print() ?? "";
  } catch {
    // A circular value, or one that cannot be converted to text, cannot be printed in this way.
    return "";
  }
}

/** Calls a function, or creates an instance of a class. Reads the first element of an asynchronous list. */
async function run(callee: Callable, self: unknown, given: readonly unknown[]): Promise<unknown> {
  const isClass = /^class[\s{]/.test(Function.prototype.toString.call(callee));
  const answer: unknown = isClass
    ? Reflect.construct(callee, given)
    : await (Reflect.apply(callee, self, given) as unknown);
  const list = answer as AsyncIterable<unknown> | undefined;
  if (typeof answer !== "object" || !list || !(Symbol.asyncIterator in list)) return answer;
  return list[Symbol.asyncIterator]().next();
}

/** Names of own and inherited members, without those that every object or class has. */
function membersOf(value: unknown): readonly string[] {
  const names = new Set<string>();
  for (let one: unknown = value; one && !isBuiltInPrototype(one); one = Object.getPrototypeOf(one)) {
    for (const name of Object.getOwnPropertyNames(one)) names.add(name);
  }
  names.delete("constructor");
  return [...names];
}

const builtIns = [Object, Function, Array, Error, Map, Set, Promise, RegExp, Date, Uint8Array, ArrayBuffer];

function isBuiltInPrototype(value: unknown): boolean {
  return builtIns.some(({ prototype }) => prototype === value);
}

/** Whether a value is an object of the platform: its methods do not belong to the package. */
function isBuiltIn(value: unknown): boolean {
  return [...builtIns.slice(2), Response, Request, Headers, URL].some((one) => value instanceof one);
}

function isPrimitive(value: unknown): boolean {
  return value === null || (typeof value !== "object" && typeof value !== "function");
}
