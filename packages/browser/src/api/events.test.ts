import type { Snapshot } from "@cardpane/contract/messages";
import { describe, expect, it, vi } from "vitest";
import { Pane } from "../pane/pane.ts";
import { emptyField, emptySnapshot } from "../testing/fake-frames.ts";
import { CardpaneError } from "./errors.ts";
import { eventsBetween } from "./events.ts";

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
  const [first, second] = (["timeout", "network"] as const).map((code) => new CardpaneError(code)) as [
    CardpaneError,
    CardpaneError,
  ];

  it("receive the detail until they are removed: by the returned function, or by a signal", () => {
    const pane = new Pane();
    const listeners = [vi.fn(), vi.fn(), vi.fn()] as const;
    const stop = pane.on("tokenerror", listeners[0]);
    const controller = new AbortController();
    pane.on("tokenerror", listeners[1], { signal: controller.signal });
    pane.on("tokenerror", listeners[2], { once: true });
    pane.refuseToken(first);
    stop();
    controller.abort();
    pane.refuseToken(second);
    for (const listener of listeners) expect(listener.mock.calls).toEqual([[first]]);
  });

  it("are called only for their own event", () => {
    const pane = new Pane();
    const listener = vi.fn();
    pane.on("tokenerror", listener);
    pane.on("change", listener);
    pane.refuseToken(first);
    expect(listener.mock.calls).toEqual([[first]]);
  });
});
