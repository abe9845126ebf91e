import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { buildLibraries } from "./build-libraries.ts";
import { buildRelease } from "./build-release.ts";
import { root, run } from "./run.ts";

const host = `${root}packages/host/dist/`;
const browser = `${root}packages/browser/dist/`;

/** Runs a module under plain Node, without the sources' condition, as an npm user would. */
const runModule = (code: string) =>
  run("node", ["--input-type=module", "--eval", code], { quiet: true, env: { NODE_OPTIONS: "" } });

describe("the built libraries", () => {
  beforeAll(async () => {
    if (!existsSync(`${host}release/licences.txt`)) await buildRelease();
    if (!existsSync(`${host}index.js`) || !existsSync(`${browser}cjs/index.js`)) await buildLibraries();
  }, 120_000);

  it("serve the release that lies beside the built host", async () => {
    const { code, output } = await runModule(`
      import { createHost } from ${JSON.stringify(`${host}index.js`)};
      const host = createHost({ environments: { live: "https://gateway.example" }, parents: ["https://shop.example"] });
      const manifest = await (await host(new Request("https://pane.example/manifest.json"))).json();
      const document = await host(new Request("https://pane.example" + manifest.frame + "?environment=live"));
      console.log(manifest.version, document.status);
    `);
    expect([code, output.trim()]).toEqual([0, "0.1.0 200"]);
  });

  it("are CommonJS, too, for Jest: the elements, the fake and the adapter share their modules", async () => {
    const { code, output } = await run(
      "node",
      [
        "--eval",
        `const { createCardPane, CardpaneError } = require(${JSON.stringify(`${root}packages/browser/dist/cjs/index.js`)});
         const { installFakePanes } = require(${JSON.stringify(`${root}packages/browser/dist/cjs/testing.js`)});
         const { CardPane } = require(${JSON.stringify(`${root}packages/react/dist/cjs/index.js`)});
         console.log(typeof createCardPane, typeof CardpaneError, typeof installFakePanes, typeof CardPane);`,
      ],
      { quiet: true, env: { NODE_OPTIONS: "" } },
    );
    expect([code, output.trim()]).toEqual([0, "function function function object"]);
  });

  it("import on a server without a window", async () => {
    const { code, output } = await runModule(`
      import { createCardPane, CardPaneElement } from ${JSON.stringify(`${browser}index.js`)};
      console.log(typeof createCardPane, typeof CardPaneElement);
    `);
    expect([code, output.trim()]).toEqual([0, "function function"]);
  });
});
