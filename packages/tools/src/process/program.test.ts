import { expect, it } from "vitest";
import { checkEach } from "./program.ts";

it.each([
  ["all pass", [1, 2, 3, 4, 5], true],
  ["the first one fails", [-1, 2, 3], false],
  ["the last one fails", [1, 2, -3], false],
  ["there is none", [], true],
])("each item is checked once, two at a time: %s", async (_, items, passes) => {
  const checked: number[] = [];
  let running = 0;
  let maxRunning = 0;
  const ok = await checkEach(items, async (item) => {
    checked.push(item);
    maxRunning = Math.max(maxRunning, ++running);
    await new Promise((resolve) => setTimeout(resolve));
    running -= 1;
    return item > 0;
  });
  expect([ok, checked, maxRunning]).toEqual([passes, items, Math.min(2, items.length)]);
});
