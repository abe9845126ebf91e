/**
 * Walks the README's first payment and those of the guides as a stranger does: takes each command and each file in the page's
 * order, runs and writes them in an empty folder, and pays with a test card. Only the ports differ from the page: they are free
 * ones. A page with a server of its own for the development is built and paid at the shop's server, too.
 */
import type { ChildProcess } from "node:child_process";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fillCard } from "@cardpane/sandbox/playwright";
import { chromium, expect } from "@playwright/test";
import { ensureChromium, ensureHeadlessShell } from "../env/chromium.ts";
import { complaintsOf } from "../env/complaints.ts";
import { hangMs } from "../process/hang.ts";
import { freePort } from "../process/ports.ts";
import { launch, lineOf, stop } from "../process/processes.ts";
import { root } from "../process/program.ts";
import type { Registry } from "./registry.ts";

const guides = "apps/docs/pages/start/";
const guide = `${guides}first-payment.md`;

/** Page, and heading of the section to walk. */
const walks = [
  ["README.md", "The first payment"],
  [guide, "Plain HTML"],
  [guide, "React"],
  [guide, "Next"],
  [`${guides}vue.md`, "From an empty folder"],
  [`${guides}svelte.md`, "From an empty folder"],
  [`${guides}svelte.md`, "SvelteKit"],
  [`${guides}angular.md`, "From an empty folder"],
] as const;

type Environment = Registry["env"];

/** A file to write, or a block of commands. */
export type Step =
  | { readonly file: string; readonly text: string }
  | { readonly commands: readonly string[] };

/** The steps below a heading of a page. A file has the last name in the text before it, or the name in its own first line. */
export function stepsOf(page: string, heading: string): readonly Step[] {
  return stepsIn(readFileSync(root + page, "utf8"), heading, dirname(page));
}

/** @param folder the page's, for its links to other pages */
export function stepsIn(markdown: string, heading: string, folder = ""): readonly Step[] {
  const [, ...sections] = markdown.split(/^## /m);
  const text = sections.find((section) => section.startsWith(`${heading}\n`));
  if (text === undefined) throw new Error(`The page has no section "${heading}".`);
  const steps: Step[] = [];
  let before = "";
  for (const part of text.split(/^(```[\s\S]*?^```)$/m)) {
    const [, language = "", code = ""] = /^```(\w*)[^\n]*\n([\s\S]*?)^```$/m.exec(part) ?? [];
    if (language === "sh") steps.push({ commands: code.trim().split("\n") });
    else if (language) steps.push({ file: fileIn(before, code), text: code });
    else {
      // "`server.js` is [the one from above](#plain-html)", also of another page
      for (const [, file, page, anchor] of part.matchAll(
        /`([\w./]+)` is \[[^\]]+\]\(([\w.-]*)#([\w-]+)\)/g,
      )) {
        const text = page ? readFileSync(join(root, folder, page), "utf8") : markdown;
        const other =
          text
            .split(/^## /m)
            .find((section) => slug(section) === anchor)
            ?.split("\n")[0] ?? "";
        steps.push(...stepsIn(text, other, folder).filter((step) => "file" in step && step.file === file));
      }
    }
    before = part;
  }
  return steps;
}

const slug = (section: string) => section.split("\n")[0]?.toLowerCase().replaceAll(" ", "-");

function fileIn(text: string, code: string): string {
  const named = /^\/\/ ([\w./+-]+\.\w+)\n/.exec(code)?.[1];
  const file = named ?? [...text.matchAll(/`([\w./+-]+\.\w+)`/g)].at(-1)?.[1];
  if (!file) throw new Error(`No file is named before its text: ${text.trim()}`);
  return file;
}

/** Walks all guides, below a folder. @returns whether every order was paid */
export async function walkGuides(below: string, registry: Registry): Promise<boolean> {
  let arePaid = true;
  for (const [page, heading] of walks) {
    const folder = mkdtempSync(join(below, "walk-"));
    const steps = stepsOf(page, heading);
    arePaid = (await walk(`${page}, ${heading}`, steps, folder, registry)) && arePaid;
  }
  return arePaid;
}

async function walk(
  heading: string,
  steps: readonly Step[],
  start: string,
  { env }: Registry,
): Promise<boolean> {
  const [shop, pane, gateway, dev] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const withPorts = (text: string) =>
    text.replaceAll(/\b3000\b/g, String(shop)).replaceAll(/\b4001\b/g, String(pane));
  const programs: ChildProcess[] = [];
  const printed: string[] = [];
  let folder = start;
  const served = `http://localhost:${shop}`;
  let address = served;
  console.log(`\n== ${heading}`);
  try {
    for (const step of steps) {
      if ("file" in step) {
        console.log(`   ${step.file}`);
        const path = join(folder, step.file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, withPorts(step.text));
        continue;
      }
      for (const command of step.commands.map(withPorts)) {
        console.log(`$  ${command}`);
        if (command.startsWith("npx @cardpane/sandbox")) {
          const parents = `--parent http://localhost:${shop} --parent http://localhost:${dev}`;
          const ports = `--port ${gateway} --pane-port ${pane}`;
          programs.push(await serve(`${command} ${ports} ${parents}`, folder, /API key/, env));
        } else if (command.startsWith("node ")) {
          programs.push(await serve(command, folder, /The shop is at/, { ...env, PORT: String(shop) }));
        } else if (command.startsWith("npm run dev")) {
          const hasPort = command !== "npm run dev";
          programs.push(
            await serve(hasPort ? command : `${command} -- --port ${dev}`, folder, /Local:/, env),
          );
          if (!hasPort) address = `http://localhost:${dev}`;
        } else {
          run(command, folder, env);
          const [, into] = /cd (\w+)$/.exec(command) ?? [];
          if (into) folder = join(folder, into);
        }
      }
    }
    for (const { stdout } of programs) stdout?.on("data", (text: Buffer) => printed.push(text.toString()));
    await pay(address);
    if (steps.some((step) => "file" in step && step.file === "server.js") && address !== served) {
      run("npm run build", folder, env);
      await pay(served);
    }
    await expect.poll(() => printed.join(""), { timeout: hangMs }).toContain("payment.succeeded");
    console.log(`ok      ${heading}: paid, and the notification came`);
    return true;
  } catch (error) {
    console.error(`failed  ${heading}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    for (const program of programs) stop(program);
  }
}

function run(command: string, cwd: string, env: Environment): void {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}.\n${stdout}\n${stderr}`);
}

async function serve(command: string, cwd: string, ready: RegExp, env: Environment): Promise<ChildProcess> {
  const program = launch("bash", ["-c", `cd '${cwd}' && exec ${command}`], { ...env, NODE_OPTIONS: "" });
  await lineOf(program, command, (line) => ready.test(line));
  return program;
}

async function pay(address: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await ensureHeadlessShell(await ensureChromium()),
  });
  try {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(hangMs);
    const complaints = complaintsOf(tab);
    await tab.goto(address);
    const form = tab.locator('iframe[src*="/frame?"]').contentFrame();
    await expect(form.getByRole("textbox").first()).toBeVisible({ timeout: hangMs });
    await fillCard(tab, "4242424242424242");
    await tab.getByRole("button", { name: /^Pay/ }).click();
    await expect(tab.getByText(/^paid/i).first()).toBeVisible({ timeout: hangMs });
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
}
