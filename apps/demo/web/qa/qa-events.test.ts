/** The panel's list of events: it is short, and each page is named. */
import { expect, test } from "vitest";
import { type SeenEvent, withEvent } from "./qa-events.ts";

const event = (name: string, detail = "") => ({ at: "12:00:00.000 UTC", name, detail });
const list = (...events: readonly ReturnType<typeof event>[]) =>
  events.reduce<readonly SeenEvent[]>((all, one) => withEvent(all, one, 100), []);

test("consecutive changes are one line with their count and the latest detail", () => {
  const events = list(event("ready"), event("change", "a"), event("change", "b"), event("token"));
  expect(events.map(({ name, count, detail }) => [name, count, detail])).toEqual([
    ["token", 1, ""],
    ["change", 2, "b"],
    ["ready", 1, ""],
  ]);
});

test("other consecutive events, and changes of two pages, are separate lines", () => {
  expect(list(event("token"), event("token"))).toHaveLength(2);
  expect(list(event("change"), event("/checkout"), event("change"))).toHaveLength(3);
});

test("the oldest events are removed if there are too many", () => {
  const two = [event("a"), event("b"), event("c")].reduce<readonly SeenEvent[]>(
    (all, one) => withEvent(all, one, 2),
    [],
  );
  expect(two.map(({ name }) => name)).toEqual(["c", "b"]);
});
