import type { FieldSnapshot, Snapshot } from "@cardpane/contract/messages";
import { describe, expect, it, vi } from "vitest";
import { createEmitter, eventsBetween } from "./events.ts";

const field: FieldSnapshot = {
  empty: true,
  complete: false,
  valid: false,
  focused: false,
  error: null,
  errorText: null,
};
const nothing: Snapshot = {
  fields: { number: field, cvv: field },
  brand: null,
  empty: true,
  complete: false,
  valid: false,
};
const focused = (name: "number" | "cvv"): Snapshot => ({
  ...nothing,
  fields: { ...nothing.fields, [name]: { ...field, focused: true } },
});

describe("between two snapshots", () => {
  it.each<[string, Snapshot | null, Snapshot, unknown[]]>([
    ["nothing but a change", nothing, nothing, []],
    ["a field got the focus", nothing, focused("cvv"), [["fieldfocus", { field: "cvv" }]]],
    [
      "the focus went on",
      focused("number"),
      focused("cvv"),
      [
        ["fieldblur", { field: "number" }],
        ["fieldfocus", { field: "cvv" }],
      ],
    ],
    ["the focus left the form", focused("cvv"), nothing, [["fieldblur", { field: "cvv" }]]],
    ["the focus stayed", focused("cvv"), focused("cvv"), []],
    [
      "the network became known",
      nothing,
      { ...nothing, brand: "visa" },
      [["brandchange", { brand: "visa" }]],
    ],
    ["the network is open again", { ...nothing, brand: "visa" }, nothing, [["brandchange", { brand: null }]]],
    ["the first snapshot of all", null, nothing, []],
  ])("%s", (_what, before, after, events) => {
    expect(eventsBetween(before, after)).toEqual([...events, ["change", after]]);
  });
});

describe("listeners", () => {
  function setup() {
    const { on, off, target } = createEmitter();
    const say = (brand: "visa" | null) =>
      target.dispatchEvent(new CustomEvent("brandchange", { detail: { brand } }));
    return { on, off, say };
  }

  it("hear the detail until they are taken off, by their own answer, by off, by a signal", () => {
    const { on, off, say } = setup();
    const heard = [vi.fn(), vi.fn(), vi.fn(), vi.fn()] as const;
    const stop = on("brandchange", heard[0]);
    on("brandchange", heard[1]);
    const controller = new AbortController();
    on("brandchange", heard[2], { signal: controller.signal });
    on("brandchange", heard[3], { once: true });
    say("visa");
    stop();
    off("brandchange", heard[1]);
    controller.abort();
    say(null);
    for (const listener of heard) expect(listener.mock.calls).toEqual([[{ brand: "visa" }]]);
  });

  it("are heard once however often they are added, and only for their own event", () => {
    const { on, off, say } = setup();
    const listener = vi.fn();
    on("brandchange", listener);
    on("brandchange", listener);
    on("change", listener);
    say("visa");
    expect(listener).toHaveBeenCalledTimes(1);
    off("change", listener);
    say(null);
    expect(listener).toHaveBeenCalledTimes(2);
    off("brandchange", vi.fn());
    say("visa");
    expect(listener).toHaveBeenCalledTimes(3);
  });
});
