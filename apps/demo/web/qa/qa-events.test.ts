/** The panel's list of events: it is short, and each event has its page. */
import { expect, test } from "vitest";
import { endsPage, type SeenEvent, withEvent } from "./qa-events.ts";

const event = (name: string, loadedAt = 1, detail = "") => ({
  at: "12:00:00.000 UTC",
  name,
  detail,
  page: "/checkout",
  loadedAt,
});
const list = (...events: readonly ReturnType<typeof event>[]) =>
  events.reduce<readonly SeenEvent[]>((all, one) => withEvent(all, one, 100), []);

test("consecutive changes are one line with their count and the latest detail", () => {
  const events = list(event("ready"), event("change", 1, "a"), event("change", 1, "b"), event("token"));
  expect(events.map(({ name, count, detail }) => [name, count, detail])).toEqual([
    ["token", 1, ""],
    ["change", 2, "b"],
    ["ready", 1, ""],
  ]);
});

test("other consecutive events, and changes of two pages, are separate lines", () => {
  expect(list(event("token"), event("token"))).toHaveLength(2);
  expect(list(event("change", 1), event("change", 2))).toHaveLength(2);
});

test("the oldest events are removed if there are too many", () => {
  const two = [event("a"), event("b"), event("c")].reduce<readonly SeenEvent[]>(
    (all, one) => withEvent(all, one, 2),
    [],
  );
  expect(two.map(({ name }) => name)).toEqual(["c", "b"]);
});

test("a line marks a page change, but not below the first event", () => {
  const [newest, older] = list(event("ready", 1), event("ready", 2));
  if (!newest || !older) throw new Error("The events are missing.");
  expect(endsPage(newest, older)).toBe(true);
  expect(endsPage(older, undefined)).toBe(false);
  expect(endsPage(older, older)).toBe(false);
});
