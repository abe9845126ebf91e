/**
 * Tests the packages as a stranger gets them from the registry. Each is installed alone into an empty project, imported, required
 * if it has CommonJS, and compiled against with `strict` and without `skipLibCheck`, by the oldest and the newest TypeScript.
 * Prints a table of packages and checks. `moduleResolution: node10` is not supported: it does not read `exports`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readManifest, root, run } from "../process/program.ts";
import { printTable } from "../process/table.ts";
import { published } from "./packages.ts";
import type { Registry } from "./registry.ts";

interface Use {
  /** Code that uses the package. */
  readonly code: string;
  /** Further packages that a user has installed. npm installs peers by itself. */
  readonly beside?: readonly string[];
  /** Only a bundler or a framework's compiler can load the package, and not Node.js. */
  readonly isForBundlers?: true;
}

const dom =
  "const pane = createCardPane({ src: 'https://pane.example' });\npane.on('ready', ({ valid }) => valid);";
const uses: Readonly<Record<string, Use>> = {
  "@cardpane/browser": {
    code: `import { createCardPane } from "@cardpane/browser";\nimport { installFakePanes } from "@cardpane/browser/testing";\n${dom}\ninstallFakePanes;`,
  },
  "@cardpane/react": {
    code: 'import { CardPane, useCardPane } from "@cardpane/react";\nCardPane; useCardPane;',
    beside: ["@types/react@19"],
  },
  "@cardpane/vue": {
    code: 'import { CardPane, CardPaneField } from "@cardpane/vue";\nCardPane; CardPaneField;',
  },
  "@cardpane/svelte": {
    code: 'import { CardPane, useCardPane } from "@cardpane/svelte";\nCardPane; useCardPane;',
    isForBundlers: true,
  },
  "@cardpane/angular": {
    code: 'import { CardPane, CardPaneField } from "@cardpane/angular";\nCardPane; CardPaneField;',
    isForBundlers: true,
  },
  "@cardpane/node": {
    code: 'import { createClient, type PaymentResult } from "@cardpane/node";\ncreateClient;\nexport const id = (result: PaymentResult) => result.payment.orderId;',
  },
  "@cardpane/host": {
    code: 'import { createHost, startHost } from "@cardpane/host";\ncreateHost; startHost;',
  },
  "@cardpane/sandbox": {
    code: 'import { startSandbox, startSandboxWithPane } from "@cardpane/sandbox";\nstartSandbox; startSandboxWithPane;',
  },
};

const compilers = [
  ["5.5", "typescript-5.5"],
  ["7", "typescript-7"],
] as const;

/** Runs all checks, in projects below a folder. @returns whether all have passed */
export async function testConsumers(below: string, registry: Registry): Promise<boolean> {
  const rows: (readonly string[])[] = [];
  for (const { folder, profile } of published) {
    const { name } = readManifest(`${root}${folder}/`);
    const project = join(below, folder.replace("/", "-"));
    const row = [name, ...(await check(name, profile === "node16", project, registry))];
    // Shows the progress, since each package takes a while.
    console.log(row.join(" "));
    rows.push(row);
  }
  const kinds = compilers.flatMap(([version]) => [`TS ${version} node16`, `TS ${version} bundler`]);
  printTable([["", "install", "import", "require", ...kinds], ...rows]);
  return !rows.flat().includes("FAILED");
}

async function check(
  name: string,
  hasCommonJs: boolean,
  project: string,
  registry: Registry,
): Promise<readonly string[]> {
  const { code, beside = [], isForBundlers = false } = uses[name] ?? { code: "" };
  const env = { ...registry.env, NODE_OPTIONS: "" };
  const cell = async (command: string, args: readonly string[]) =>
    (await run(command, args, { quiet: true, env })).code === 0 ? "ok" : "FAILED";
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{ "name": "bare", "private": true, "type": "module" }\n');
  const options = ["--prefix", project, "--no-audit", "--no-fund"];
  const installed = await cell("npm", ["install", ...options, name, "@types/node@20", ...beside]);
  if (installed === "FAILED") return [installed];
  await writeFile(join(project, "use.mjs"), `import "${name}";\n`);
  await writeFile(join(project, "use.cjs"), `require("${name}");\n`);
  await writeFile(join(project, "typed.mts"), `${code}\n`);
  if (hasCommonJs) await writeFile(join(project, "typed.cts"), `${code}\n`);
  const cells = [
    installed,
    isForBundlers ? "-" : await cell("node", [join(project, "use.mjs")]),
    hasCommonJs ? await cell("node", [join(project, "use.cjs")]) : "-",
  ];
  for (const [, compiler] of compilers) {
    const compile = (module: string, moduleResolution: string, file: string) =>
      compiles(compiler, { module, moduleResolution }, project, file);
    const isRight = await compile("node16", "node16", "typed.mts");
    // Compiled separately: the declarations of both module formats declare the elements' names globally.
    const isRightInCommonJs = !hasCommonJs || (await compile("node16", "node16", "typed.cts"));
    cells.push(isRight && isRightInCommonJs ? "ok" : "FAILED");
    cells.push((await compile("esnext", "bundler", "typed.mts")) ? "ok" : "FAILED");
  }
  return cells;
}

/** Whether our declarations and their use compile. Errors in a framework's declarations are ignored. */
async function compiles(compiler: string, options: object, project: string, file: string): Promise<boolean> {
  const config = join(project, "tsconfig.json");
  const usual = { noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
  const compilerOptions = { ...usual, target: "es2022", lib: ["es2023", "dom"], types: ["node"], ...options };
  await writeFile(config, JSON.stringify({ compilerOptions, files: [file] }));
  const tsc = `${root}packages/tools/node_modules/${compiler}/bin/tsc`;
  const { code, output } = await run("node", [tsc, "-p", config, "--pretty", "false"], { quiet: true });
  const ours = output
    .split("\n")
    .filter(
      (line) => /error TS/.test(line) && (!line.includes("node_modules") || line.includes("@cardpane")),
    );
  if (ours.length > 0) console.error([...ours.slice(0, 5), `${ours.length} errors`].join("\n"));
  return ours.length === 0 && (code === 0 || /node_modules.* error TS/.test(output));
}
