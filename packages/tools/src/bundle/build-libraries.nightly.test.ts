import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { root, run } from "../process/program.ts";
import { buildLibraries } from "./build-libraries.ts";
import { buildRelease } from "./build-release.ts";

const host = `${root}packages/host/dist/`;
const browser = `${root}packages/browser/dist/`;
const sandbox = `${root}apps/sandbox/dist/`;
const svelte = `${root}packages/svelte/dist/`;
const angular = `${root}packages/angular/`;

/** Runs a module under plain Node, without the sources' condition, as an npm user would. */
const runModule = (code: string) =>
  run("node", ["--input-type=module", "--eval", code], { quiet: true, env: { NODE_OPTIONS: "" } });

describe("the built libraries", () => {
  beforeAll(async () => {
    if (!existsSync(`${host}release/licences.txt`)) await buildRelease();
    const built = [
      `${host}index.js`,
      `${browser}cjs/index.js`,
      `${sandbox}index.js`,
      `${svelte}index.js`,
      `${angular}dist/index.js`,
    ];
    if (!built.every((file) => existsSync(file))) await buildLibraries();
  });

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

  it.each(["packages/browser", "packages/react", "packages/vue", "packages/host", "apps/sandbox"])(
    "have declarations without the code of a source: %s",
    (name) => {
      const folder = `${root}${name}/dist/`;
      const files = readdirSync(folder).filter((name) => name.endsWith(".d.ts"));
      expect(files).toContain("index.d.ts");
      for (const name of files) {
        const text = readFileSync(folder + name, "utf8");
        const values = ts
          .createSourceFile(name, text, ts.ScriptTarget.ES2022)
          .statements.filter(ts.isVariableStatement)
          .flatMap(({ declarationList }) => declarationList.declarations)
          .filter(({ initializer }) => initializer && !ts.isLiteralExpression(initializer));
        expect(
          values.map((value) => text.slice(value.name.pos, value.name.end)),
          name,
        ).toEqual([]);
      }
    },
  );

  it("are CommonJS, too, for Jest: the elements, the fake and the adapters share their modules", async () => {
    const { code, output } = await run(
      "node",
      [
        "--eval",
        `const { createCardPane, CardpaneError } = require(${JSON.stringify(`${root}packages/browser/dist/cjs/index.js`)});
         const { installFakePanes } = require(${JSON.stringify(`${root}packages/browser/dist/cjs/testing.js`)});
         const { CardPane } = require(${JSON.stringify(`${root}packages/react/dist/cjs/index.js`)});
         const vue = require(${JSON.stringify(`${root}packages/vue/dist/cjs/index.js`)});
         console.log(typeof createCardPane, typeof CardpaneError, typeof installFakePanes, typeof CardPane, typeof vue.CardPane);`,
      ],
      { quiet: true, env: { NODE_OPTIONS: "" } },
    );
    expect([code, output.trim()]).toEqual([0, "function function function object object"]);
  });

  it("are linked by Angular's compiler: an input for each option, an output for each event, by a name that is no event's", async () => {
    const modules = `${angular}node_modules/@angular/`;
    const { code, output } = await runModule(`
      import ${JSON.stringify(`${modules}compiler/fesm2022/compiler.mjs`)};
      import { reflectComponentType } from ${JSON.stringify(`${modules}core/fesm2022/core.mjs`)};
      import * as components from ${JSON.stringify(`${angular}dist/index.js`)};
      import { eventNames, optionKinds } from ${JSON.stringify(`${browser}adapter.js`)};
      const [pane, field] = [components.CardPane, components.CardPaneField].map((it) => reflectComponentType(it));
      const names = (list) => list.map(({ templateName }) => templateName).sort();
      console.log(JSON.stringify({
        selectors: [pane, field].map(({ selector, isStandalone }) => isStandalone && selector),
        inputs: names(pane.inputs),
        options: [...Object.keys(optionKinds), "name", "early", "reservedHeight"].sort(),
        outputs: names(pane.outputs).map((name) => name.toLowerCase()).sort(),
        events: eventNames.map((name) => "pane" + name).sort(),
        field: names(field.inputs),
      }));
    `);
    expect(code).toBe(0);
    const found = JSON.parse(output);
    expect(found.selectors).toEqual(["card-pane", "card-pane-field"]);
    expect(found.inputs).toEqual(found.options);
    expect(found.outputs).toEqual(found.events);
    expect(found.field).toEqual(["name"]);
    // Partial: what an application's compiler completes.
    expect(readFileSync(`${angular}dist/index.js`, "utf8")).toContain("ɵɵngDeclareComponent");
  });

  it("leave Svelte's runes and components to the merchant's own Svelte, and import files that are there", () => {
    const files = readdirSync(svelte);
    const imports = files.flatMap((name) =>
      [...readFileSync(svelte + name, "utf8").matchAll(/from "\.\/([^"]+)"/g)].map(([, file = ""]) =>
        name.endsWith(".d.ts") ? file.replace(/\.js$/, ".d.ts") : file,
      ),
    );
    expect(imports).toEqual(expect.arrayContaining(["CardPane.svelte", "CardPane.svelte.d.ts"]));
    expect(files).toEqual(expect.arrayContaining(imports));
    const module = readFileSync(`${svelte}use-card-pane.svelte.js`, "utf8");
    expect(module).toContain("$state.raw(");
    expect(module).not.toMatch(/svelte\/internal|interface |: CardPaneOptions/);
  });

  it("import on a server without a window", async () => {
    const { code, output } = await runModule(`
      import { createCardPane, CardPaneElement } from ${JSON.stringify(`${browser}index.js`)};
      console.log(typeof createCardPane, typeof CardPaneElement);
    `);
    expect([code, output.trim()]).toEqual([0, "function function"]);
  });

  it("start a gateway and a pane by one command, which prints their addresses in one line of JSON and writes a shop's settings", async () => {
    const folder = await mkdtemp(`${tmpdir()}/cardpane-`);
    const file = `${folder}/.env`;
    // It may write its own file anew.
    await writeFile(file, "# Written by @cardpane/sandbox at each start.\nOLD=1\n");
    const program = spawn(
      process.execPath,
      [`${sandbox}cli.js`, "--json", "--port", "0", "--pane-port", "0", "--env", file],
      {
        env: { ...process.env, NODE_OPTIONS: "" },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    try {
      let printed = "";
      for await (const chunk of program.stdout) {
        printed += String(chunk);
        if (printed.includes("\n")) break;
      }
      const started = JSON.parse(printed) as Readonly<
        Record<"gateway" | "script" | "src" | "apiKey", string>
      >;
      const script = await fetch(started.script);
      expect([script.status, await script.text()]).toEqual([200, expect.stringContaining("card-pane")]);
      const frame = await fetch(`${started.src}frame?environment=sandbox`);
      expect(frame.headers.get("Content-Security-Policy")).toContain(`connect-src 'self' ${started.gateway}`);
      expect(frame.headers.get("Content-Security-Policy")).toContain("http://localhost:5173");
      const token = await fetch(`${started.gateway}/tokenize`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          number: "4242424242424242",
          expirationMonth: "12",
          expirationYear: "39",
          cvv: "123",
        }),
      });
      expect(token.status).toBe(201);
      expect((await readFile(file, "utf8")).split("\n")).toEqual([
        "# Written by @cardpane/sandbox at each start.",
        `GATEWAY_URL=${started.gateway}`,
        `GATEWAY_API_KEY=${started.apiKey}`,
        "SITE_ID=demo-site",
        `PANE_HOST=${new URL(started.src).origin}`,
        "PANE_ENVIRONMENT=sandbox",
        `VITE_PANE_HOST=${new URL(started.src).origin}`,
        "VITE_PANE_ENVIRONMENT=sandbox",
        expect.stringMatching(/^IPN_SECRET=[\w+/]{43}=$/),
        "",
      ]);
    } finally {
      program.kill();
      await once(program, "exit");
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    [["--port", "x"], "GATEWAY_PORT"],
    [["--pane-port", "70000"], "--pane-port must be a port"],
    [["--port", "0", "--parent", "shop.example"], "parents[0]"],
    [["--colour"], "--colour"],
    [["--env", `${root}LICENSE`], "was not written by the sandbox"],
  ])("refuse wrong options: %j", async (args, message) => {
    const { code, output } = await run("node", [`${sandbox}cli.js`, ...args], {
      quiet: true,
      env: { NODE_OPTIONS: "" },
    });
    expect([code, output]).toEqual([1, expect.stringContaining(message)]);
  });
});
