/**
 * Tests the packages as npm delivers them. Each is packed, installed alone into an empty project, imported, required if it has
 * CommonJS, and compiled against with `strict` and without `skipLibCheck`, by the oldest, a middle and the newest TypeScript.
 * Prints a table of packages and checks. `moduleResolution: node10` is not supported: it does not read `exports`.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pnpm } from "../run/pnpm.ts";
import { mustRun, root, run } from "../run/program.ts";
import { printTable } from "./table.ts";

interface Published {
  readonly folder: string;
  /** Code that uses the package. */
  readonly use: string;
  /** Packages of this repository that it depends on. */
  readonly with?: readonly string[];
  /** Further packages from the registry that a user has installed. npm installs peers by itself. */
  readonly beside?: readonly string[];
  /** Node.js can load the package, without a bundler or a framework's compiler. */
  readonly isForNode?: boolean;
  readonly hasCommonJs?: boolean;
}

const dom =
  "const pane = createCardPane({ src: 'https://pane.example' });\npane.on('ready', ({ valid }) => valid);";
const packages: readonly Published[] = [
  {
    folder: "packages/browser",
    use: `import { createCardPane } from "@cardpane/browser";\nimport { installFakePanes } from "@cardpane/browser/testing";\n${dom}\ninstallFakePanes;`,
    isForNode: true,
    hasCommonJs: true,
  },
  {
    folder: "packages/react",
    use: 'import { CardPane, useCardPane } from "@cardpane/react";\nCardPane; useCardPane;',
    with: ["packages/browser"],
    beside: ["@types/react@19"],
    isForNode: true,
    hasCommonJs: true,
  },
  {
    folder: "packages/vue",
    use: 'import { CardPane, CardPaneField } from "@cardpane/vue";\nCardPane; CardPaneField;',
    with: ["packages/browser"],
    isForNode: true,
    hasCommonJs: true,
  },
  {
    folder: "packages/svelte",
    use: 'import { CardPane, useCardPane } from "@cardpane/svelte";\nCardPane; useCardPane;',
    with: ["packages/browser"],
  },
  {
    folder: "packages/angular",
    use: 'import { CardPane, CardPaneField } from "@cardpane/angular";\nCardPane; CardPaneField;',
    with: ["packages/browser"],
  },
  {
    folder: "packages/node",
    use: 'import { createClient, type PaymentResult } from "@cardpane/node";\ncreateClient;\nexport const id = (result: PaymentResult) => result.payment.orderId;',
    isForNode: true,
    hasCommonJs: true,
  },
  {
    folder: "packages/host",
    use: 'import { createHost, startHost } from "@cardpane/host";\ncreateHost; startHost;',
    isForNode: true,
  },
  {
    folder: "apps/sandbox",
    use: 'import { startSandbox, startSandboxWithPane } from "@cardpane/sandbox";\nstartSandbox; startSandboxWithPane;',
    with: ["packages/host"],
    isForNode: true,
  },
];

const compilers = [
  ["5.5", "typescript-5.5"],
  ["6", "typescript"],
  ["7", "typescript-7"],
] as const;

const nameOf = (folder: string) => `@cardpane/${folder.split("/").at(-1)}`;

/** Runs all checks. @returns whether all have passed */
export async function testTarballs(): Promise<boolean> {
  const work = await mkdtemp(join(tmpdir(), "cardpane-tarballs-"));
  try {
    const tarballs = new Map<string, string>();
    for (const { folder } of packages) {
      const tarball = join(work, `${folder.replace("/", "-")}.tgz`);
      await mustRun("npx", [...pnpm, "-C", folder, "pack", "--out", tarball], { quiet: true });
      tarballs.set(folder, tarball);
    }
    const rows: (readonly string[])[] = [];
    for (const one of packages) {
      const project = join(work, one.folder.replace("/", "-"));
      const row = [nameOf(one.folder), ...(await check(one, project, tarballs))];
      // Shows the progress, since each package takes a while.
      console.log(row.join(" "));
      rows.push(row);
    }
    const kinds = compilers.flatMap(([version]) => [`TS ${version} node16`, `TS ${version} bundler`]);
    printTable([["", "install", "import", "require", ...kinds], ...rows]);
    return !rows.flat().includes("FAILED");
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function check(
  one: Published,
  project: string,
  tarballs: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const cell = async (command: string, args: readonly string[]) =>
    (await run(command, args, { quiet: true, env: { NODE_OPTIONS: "" } })).code === 0 ? "ok" : "FAILED";
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{ "name": "bare", "private": true, "type": "module" }\n');
  const given = [one.folder, ...(one.with ?? [])].map((folder) => tarballs.get(folder) ?? "");
  const more = ["@types/node@20", ...(one.beside ?? [])];
  const installed = await cell("npm", [
    "install",
    "--prefix",
    project,
    "--no-audit",
    "--no-fund",
    ...given,
    ...more,
  ]);
  if (installed === "FAILED") return [installed];
  await writeFile(join(project, "use.mjs"), `import "${nameOf(one.folder)}";\n`);
  await writeFile(join(project, "use.cjs"), `require("${nameOf(one.folder)}");\n`);
  await writeFile(join(project, "typed.mts"), `${one.use}\n`);
  if (one.hasCommonJs) await writeFile(join(project, "typed.cts"), `${one.use}\n`);
  const cells = [
    installed,
    one.isForNode ? await cell("node", [join(project, "use.mjs")]) : "-",
    one.hasCommonJs ? await cell("node", [join(project, "use.cjs")]) : "-",
  ];
  for (const [, compiler] of compilers) {
    const compile = (module: string, moduleResolution: string, file: string) =>
      compiles(compiler, { module, moduleResolution }, project, file);
    const isRight = await compile("node16", "node16", "typed.mts");
    // Compiled separately: the declarations of both module formats declare the elements' names globally.
    const isRightInCommonJs = !one.hasCommonJs || (await compile("node16", "node16", "typed.cts"));
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
