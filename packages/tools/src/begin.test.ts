import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { root } from "./process/program.ts";

const path = `${root}packages/tools/src/begin.js`;
const { complaint } = (await import(path)) as { complaint(machine: object): string | undefined };
const machine = { version: "22.11.0", folder: root, megabytes: 8_000, taken: [] };

it.each([
  ["all is well", {}, undefined],
  ["the oldest Node", { version: "20.19.0" }, undefined],
  ["an older minor", { version: "20.18.3" }, /^Node\.js 20\.18\.3 is too old: install 20\.19 or later/],
  ["an older major", { version: "18.20.4" }, /^Node\.js 18\.20\.4 is too old/],
  ["little memory", { megabytes: 612.4 }, /^Only 612 MB of memory are free, and 1000 are needed: close/],
  [
    "a port",
    { taken: ["PANE_PORT"] },
    /^The port of PANE_PORT is taken: stop what uses it, or set PANE_PORT/,
  ],
] as const)("one sentence with the cure: %s", (_, difference, expected) => {
  const found = complaint({ ...machine, ...difference });
  if (expected) expect(found).toMatch(expected);
  else expect(found).toBeUndefined();
});

it.skipIf(process.getuid?.() === 0)("one sentence with the cure: a folder that cannot be written", () => {
  const folder = `${mkdtempSync(join(tmpdir(), "begin-"))}/`;
  chmodSync(folder, 0o500);
  expect(complaint({ ...machine, folder })).toContain(`${folder} cannot be written: run this as its owner`);
});

it("a port that is taken ends npm start before anything is installed", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, SHOP_PORT: "0", PANE_PORT: "0", GATEWAY_PORT: String(port) };
  const child = spawn(process.execPath, [path, "packages/tools/src/run/start.ts"], { env });
  const ended = once(child, "close");
  expect(await text(child.stderr)).toBe(
    "The port of GATEWAY_PORT is taken: stop what uses it, or set GATEWAY_PORT to another.\n",
  );
  expect(await ended).toEqual([1, null]);
  server.close();
});
