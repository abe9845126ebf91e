import { expect, it } from "vitest";
import { componentsOf, type ListedProject } from "./components.ts";

const hono = { from: "hono", version: "4.0.0", path: "/hono" };
const server = { from: "@hono/node-server", version: "2.0.0", path: "/server", dependencies: { hono } };
const lit = { from: "lit", version: "3.0.0", path: "/lit" };
const vitest = { from: "vitest", version: "4.0.0", path: "/gone" };
const host = { name: "@cardpane/host", dependencies: { "@hono/node-server": server } };
const frame = { name: "@cardpane/frame", devDependencies: { lit, vitest } };
const demo = {
  name: "@cardpane/demo",
  dependencies: {
    "@cardpane/host": { version: "link:../../packages/host" },
    pg: { from: "pg", version: "8.0.0", path: "/pg" },
  },
};
const all: readonly ListedProject[] = [host, frame, demo];
const lock =
  "packages:\n\n  '@hono/node-server@2.0.0':\n    resolution: {integrity: sha512-AQID}\n\n  lit@3.0.0:\n    resolution: {integrity: sha512-BAUG}\n";
const licenses: Readonly<Record<string, string>> = {
  "/hono": "MIT",
  "/server": "(MIT OR Apache-2.0)",
  "/lit": "BSD-3-Clause",
  "/pg": "MIT",
};

const components = componentsOf([host, demo], all, lock, (folder) => {
  if (!licenses[folder]) throw new Error("There is no such folder.");
  return { license: licenses[folder] };
});

it("a bill of materials has every package of the registry once, the delivered ones marked", () => {
  expect(components.map(({ purl, scope }) => [purl, scope])).toEqual([
    ["pkg:npm/%40hono/node-server@2.0.0", "required"],
    ["pkg:npm/hono@4.0.0", "required"],
    ["pkg:npm/lit@3.0.0", "required"],
    ["pkg:npm/pg@8.0.0", "excluded"],
    ["pkg:npm/vitest@4.0.0", "excluded"],
  ]);
});

it("a bill of materials has hashes and licences, and names none that it does not know", () => {
  const [first, second, third, , last] = components;
  expect(first).toMatchObject({
    hashes: [{ alg: "SHA-512", content: "010203" }],
    licenses: [{ expression: "(MIT OR Apache-2.0)" }],
  });
  expect(second).toMatchObject({ hashes: [], licenses: [{ license: { name: "MIT" } }] });
  expect(third).toMatchObject({ hashes: [{ content: "040506" }] });
  expect(last).toMatchObject({ hashes: [], licenses: [] });
});
