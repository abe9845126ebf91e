import { expect, test } from "vitest";
import { createFindPane } from "./pane.ts";

const integrity = "sha384-c2NyaXB0";
const find = (manifest: unknown) =>
  createFindPane({
    paneUrl: "https://pane.example",
    now: () => 0,
    fetch: async () => Response.json(manifest),
  })();

test("the script's address is the host's own, with its hash", async () => {
  expect(await find({ script: "/0.1.0/cardpane.js", integrity, more: 1 })).toEqual({
    src: "https://pane.example/0.1.0/cardpane.js",
    integrity,
  });
});

test.each([
  { script: ".evil.example/x.js", integrity },
  { script: "//evil.example/x.js", integrity },
  { script: '/x.js" onerror="x', integrity },
  { script: "/x.js", integrity: "" },
  { script: "/x.js", integrity: 'sha384-x" x="' },
  { script: "/x.js" },
  null,
])("a manifest of another shape is none: %j", async (manifest) => {
  expect(await find(manifest)).toBeUndefined();
});
