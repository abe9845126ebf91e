/** What a guard writes into a trace, for the messages about a page's options; guards.test.ts of messages/ tests what they accept. */
import { describe, expect, it } from "vitest";
import {
  array,
  exact,
  type Guard,
  integer,
  oneOf,
  partial,
  pattern,
  type Trace,
  text,
  withoutUndefined,
} from "./guards.ts";

function traced(guard: Guard<unknown>, value: unknown): Trace {
  const trace: Trace = [];
  expect(guard(value, trace)).toBeUndefined();
  return trace;
}

it.each<[Guard<unknown>, unknown, readonly unknown[]]>([
  [text(1, 80), "", ["text", 1, 80]],
  [integer(0, 9), 10, ["integer", 0, 9]],
  [oneOf(["a", "b"]), "c", ["choice", ["a", "b"]]],
  [array(text(1, 2), 1, 3), [], ["list", 1, 3]],
  [exact({}), null, ["object"]],
  [pattern(/^x$/, "line", 80), "y", ["line", 80]],
])("an invalid value has the kind and the bounds of the valid ones", (guard, value, expected) => {
  const trace = traced(guard, value);
  expect([[...trace], trace.expected]).toEqual([[], expected]);
});

it("the path of an invalid value begins outside", () => {
  const guard = exact({ fields: array(partial({ label: text(1, 80) }), 0, 9) });
  const trace = traced(guard, { fields: [{ label: "a" }, { label: "" }] });
  expect([...trace]).toEqual(["fields", "1", "label"]);
  expect([trace.expected, trace.known]).toEqual([["text", 1, 80], undefined]);
});

it("an unknown key has the known ones beside it", () => {
  const trace = traced(exact({ look: partial({ theme: text(1, 9), mode: text(1, 9) }) }), {
    look: { colour: 1 },
  });
  expect([[...trace], trace.known, trace.expected]).toEqual([
    ["look", "colour"],
    ["theme", "mode"],
    undefined,
  ]);
});

it("a list has its bounds included", () => {
  const guard = array(integer(0, 9), 1, 2);
  expect([[], [1], [1, 2], [1, 2, 3]].map((list) => guard(list))).toEqual([
    undefined,
    [1],
    [1, 2],
    undefined,
  ]);
});

describe("keys that are undefined", () => {
  it("are missing, at every depth of an option, also in lists", () => {
    const given = { a: undefined, b: { c: undefined, d: [{ e: undefined, f: null }] }, g: 0 };
    expect(withoutUndefined(given)).toStrictEqual({ b: { d: [{ f: null }] }, g: 0 });
  });

  it("stay below the deepest option, so that a circular object ends", () => {
    const circular: Record<string, unknown> = { none: undefined };
    circular["self"] = circular;
    let value = withoutUndefined(circular) as Record<string, unknown>;
    for (let depth = 0; depth < 5; depth += 1) {
      expect(Object.keys(value)).toEqual(["self"]);
      value = value["self"] as Record<string, unknown>;
    }
    expect(value).toBe(circular);
  });

  it("end in a list that contains itself, too", () => {
    const list: unknown[] = [];
    list.push({ list, none: undefined });
    expect(() => JSON.stringify(withoutUndefined(list))).toThrow(/circular/i);
  });

  it("stay in an instance of a class, which is no option", () => {
    const date = new Date(0);
    expect(withoutUndefined(date)).toBe(date);
    expect(withoutUndefined("text")).toBe("text");
  });
});
