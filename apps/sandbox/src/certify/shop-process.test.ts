import { expect, it } from "vitest";
import { certifyCommand } from "./command.ts";
import { ShopProcess } from "./shop-process.ts";

it("a shop that ends instead of answering is reported in its own words", async () => {
  const shop = new ShopProcess("echo no database >&2; exit 3", "http://127.0.0.1:9", {});
  await expect(shop.start()).rejects.toMatchObject({
    code: "bad-setting",
    message: expect.stringMatching(/^--restart: the shop ended\.\nno database/),
  });
});

it("what cannot run is printed as a sentence, with exit code 2", async () => {
  const printed: string[] = [];
  expect(await certifyCommand(["--shop", "localhost"], (line) => printed.push(line))).toBe(2);
  expect(printed).toEqual([expect.stringMatching(/^--shop must be the shop's origin/)]);
});
