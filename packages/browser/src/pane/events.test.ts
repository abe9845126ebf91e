import type { Snapshot } from "@cardpane/contract/messages";
import { describe, expect, it, vi } from "vitest";
import { emptyField, emptySnapshot } from "../testing/fake-frames.ts";
import { Emitter, eventsBetween } from "./events.ts";

const nothing: Snapshot = { ...emptySnapshot, fields: { number: emptyField, cvv: emptyField } };
const focused = (name: "number" | "cvv"): Snapshot => ({
  ...nothing,
  fields: { ...nothing.fields, [name]: { ...emptyField, focused: true } },
});

const visa: Snapshot = { ...nothing, brand: "visa", brands: ["visa"] };
const shared: Snapshot = { ...visa, brands: ["visa", "cartes-bancaires"] };

describe("between two snapshots", () => {
  it.each<[string, Snapshot | null, Snapshot, unknown[]]>([
    ["only a change", nothing, nothing, []],
    ["a field received the focus", nothing, focused("cvv"), [["fieldfocus", { field: "cvv" }]]],
    [
      "the focus moved to another field",
      focused("number"),
      focused("cvv"),
      [
        ["fieldblur", { field: "number" }],
        ["fieldfocus", { field: "cvv" }],
      ],
    ],
    ["the focus left the form", focused("cvv"), nothing, [["fieldblur", { field: "cvv" }]]],
    ["the focus stayed", focused("cvv"), focused("cvv"), []],
    ["the network became known", nothing, visa, [["brandchange", { brand: "visa", brands: ["visa"] }]]],
    ["the network became unknown", visa, nothing, [["brandchange", { brand: null, brands: [] }]]],
    [
      "another network shares the card",
      visa,
      shared,
      [["brandchange", { brand: "visa", brands: shared.brands }]],
    ],
    [
      "the shopper chose a network",
      shared,
      { ...shared, brand: "cartes-bancaires" },
      [["brandchange", { brand: "cartes-bancaires", brands: shared.brands }]],
    ],
    ["the networks stay", shared, { ...shared, brands: [...shared.brands] }, []],
    ["the first snapshot", null, nothing, []],
  ])("%s", (_what, before, after, events) => {
    expect(eventsBetween(before, after)).toEqual([...events, ["change", after]]);
  });
});

describe("listeners", () => {
  function setup() {
    const emitter = new Emitter();
    const { target } = emitter;
    const on: Emitter["on"] = (...args) => emitter.on(...args);
    const off: Emitter["off"] = (...args) => emitter.off(...args);
    const say = (brand: "visa" | null) =>
      target.dispatchEvent(new CustomEvent("brandchange", { detail: { brand, brands: [] } }));
    return { on, off, say };
  }

  it("receive the detail until they are removed: by the returned function, by off(), by a signal", () => {
    const { on, off, say } = setup();
    const listeners = [vi.fn(), vi.fn(), vi.fn(), vi.fn()] as const;
    const stop = on("brandchange", listeners[0]);
    on("brandchange", listeners[1]);
    const controller = new AbortController();
    on("brandchange", listeners[2], { signal: controller.signal });
    on("brandchange", listeners[3], { once: true });
    say("visa");
    stop();
    off("brandchange", listeners[1]);
    controller.abort();
    say(null);
    for (const listener of listeners) expect(listener.mock.calls).toEqual([[{ brand: "visa", brands: [] }]]);
  });

  it("are called once however often they are added, and only for their own event", () => {
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
