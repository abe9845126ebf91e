/** The page receives one event with the names of all fields that autofill filled in; typing is not reported as autofill. */
import type { FieldName } from "@cardpane/contract/messages";
import { describe, expect, it, vi } from "vitest";
import { createAutofillBatch } from "./autofill-batch.ts";
import { goodCard, openTestForm, options } from "./testing.ts";

const autofilled = ({ posted }: ReturnType<typeof openTestForm>) =>
  posted.flatMap((message) => (message.type === "autofill" ? [message.fields] : []));

describe("autofill is reported to the page", () => {
  it("once for all fields of one batch, in the order of the form, after their change", () => {
    const test = openTestForm();
    for (const field of ["cvv", "number", "expiry", "number"] as const) {
      test.type(field, goodCard[field] ?? "", "autofill");
    }
    test.settle();
    expect(autofilled(test)).toEqual([["number", "expiry", "cvv"]]);
    expect(test.posted.map(({ type }) => type)).toEqual(["changed", "autofill"]);
  });

  it("again for another batch", () => {
    const test = openTestForm();
    test.type("number", "4242", "autofill");
    test.settle();
    test.type("number", "5555", "autofill");
    test.settle();
    expect(autofilled(test)).toEqual([["number"], ["number"]]);
  });

  it.each(["key", "other"] as const)("but not for a text from the source `%s`", (source) => {
    const test = openTestForm();
    test.type("number", "4242 4242 4242 4242", source);
    test.settle();
    expect(autofilled(test)).toEqual([]);
  });

  it("but not for fields that were emptied, or have been removed since", () => {
    const test = openTestForm();
    test.type("number", "", "autofill");
    test.type("cvv", "123", "autofill");
    test.form.handleMessage({
      type: "update",
      options: { ...options, fields: [{ name: "number", required: true }] },
    });
    test.settle();
    expect(autofilled(test)).toEqual([]);
  });

  it("but not when the form is closed", () => {
    const test = openTestForm();
    test.type("number", "4242", "autofill");
    test.form.close();
    test.settle();
    expect(autofilled(test)).toEqual([]);
  });
});

describe("a batch", () => {
  it("ends when no field was filled in for 100 ms, however long it took", () => {
    vi.useFakeTimers();
    const acts: FieldName[][] = [];
    const filled = createAutofillBatch(
      (run, ms) => setTimeout(run, ms),
      (fields) => acts.push([...fields]),
    );
    for (const field of ["number", "expiry", "cvv"] as const) {
      filled(field);
      vi.advanceTimersByTime(99);
    }
    expect(acts).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(acts).toEqual([["number", "expiry", "cvv"]]);
    filled("number");
    vi.runAllTimers();
    expect(acts.slice(1)).toEqual([["number"]]);
    vi.useRealTimers();
  });
});
