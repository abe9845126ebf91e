/** The picture of README and docs shows the shop as it is. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openShop } from "../../../apps/demo/server/testing/shop.ts";
import { textsOf } from "./texts.ts";

const demo = new URL("../../../apps/demo/", import.meta.url);

test("the texts in the picture are the checkout's: if not, take it again with e2e/src/picture/main.ts", async () => {
  const shop = openShop();
  await shop.order();
  // The picture's shopper is in Germany.
  await shop.post("/preferences", { country: "DEU" });
  const page = await (await shop.get("/checkout")).text();
  expect(JSON.parse(readFileSync(new URL("picture.json", demo), "utf8"))).toEqual(textsOf(page));
});

test("the picture has two pixels for each of the page's", () => {
  const png = readFileSync(new URL("picture.png", demo));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2560, 1846]);
});
