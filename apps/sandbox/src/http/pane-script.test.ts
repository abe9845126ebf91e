import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findPaneScript } from "./pane-script.ts";

const integrity = `sha384-${"A".repeat(64)}`;
let manifest: unknown;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((_, response) => response.end(JSON.stringify(manifest)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const find = (answer: unknown) => {
  manifest = answer;
  return findPaneScript({ url, environment: "sandbox" });
};

it("the pane's script is the one in its host's manifest, with its integrity", async () => {
  expect(await find({ script: "/0.1.0/cardpane.js", integrity })).toEqual({
    url,
    environment: "sandbox",
    integrity,
    src: `${url}/0.1.0/cardpane.js`,
  });
});

it.each([
  // Appended to an origin, this makes another host.
  ["a path without a slash", ".evil.example/cardpane.js"],
  ["a user name before another host", "@evil.example/cardpane.js"],
  ["another origin", "https://evil.example/cardpane.js"],
  ["a host of its own", "//evil.example/cardpane.js"],
  ["a query", "/cardpane.js?x"],
  ["the end of the attribute", '/cardpane.js"onload="x'],
  ["a line break", "/cardpane.js\n"],
  ["no text", 7],
  ["nothing", undefined],
])("a manifest whose script is %s is not used [T-D6]", async (_, script) => {
  expect(await find({ script, integrity })).toBeUndefined();
});

it.each([
  ["no hash", "x"],
  ["the end of the attribute", `${integrity}"`],
  ["nothing", undefined],
])("a manifest whose integrity is %s is not used", async (_, wrong) => {
  expect(await find({ script: "/0.1.0/cardpane.js", integrity: wrong })).toBeUndefined();
});

it.each([null, [], "text", 7])("a manifest that is %j is not used", async (answer) => {
  expect(await find(answer)).toBeUndefined();
});
