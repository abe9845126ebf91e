/** Runs `certify` as a merchant does, by its command, on a shop of shops.ts. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@cardpane/tools/process/ports";
import { bundleProgram } from "@cardpane/tools/testing/bundle-program";
import { chromium } from "@playwright/test";

const program = new URL("../../../apps/sandbox/src/cli.ts", import.meta.url);

/** The configuration of pay-server with the page of plain-html. */
const payServerConfig = {
  checkout: "/",
  pay: "#pay",
  reference: { response: "/api/order" },
  orders: "/api/orders/{reference}",
};

export interface Certified {
  readonly code: number;
  readonly output: string;
  /** Names of the scenarios by their status. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  /** The files of the report by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Certifies the shop that a command starts. */
export async function certifyShop(
  restart: string,
  { only, config = payServerConfig }: { readonly only?: readonly string[]; readonly config?: object } = {},
): Promise<Certified> {
  const folder = mkdtempSync(join(tmpdir(), "cardpane-certify-"));
  const configFile = join(folder, "certify.json");
  writeFileSync(configFile, JSON.stringify(config));
  const browser =
    process.env["HEADLESS_SHELL_PATH"] || process.env["CHROMIUM_PATH"] || chromium.executablePath();
  const shop = `http://localhost:${await freePort()}`;
  const args = [
    "--shop",
    shop,
    "--config",
    configFile,
    "--restart",
    restart,
    "--browser",
    browser,
    "--report",
    folder,
  ];
  const child = spawn(
    process.execPath,
    [
      "--conditions=source",
      await bundleProgram(program),
      "certify",
      ...args,
      ...(only ? ["--only", only.join(",")] : []),
    ],
    {
      env: { ...process.env, GATEWAY_PORT: "0", PANE_PORT: "0", DATABASE_URL: "" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += String(chunk);
    });
  }
  const [code] = await once(child, "close");
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), "utf8");
    } catch {
      return "";
    }
  };
  const files = Object.fromEntries(
    ["report.html", "report.json", "junit.xml"].map((name) => [name, read(name)]),
  );
  rmSync(folder, { recursive: true });
  const { scenarios = [] } = JSON.parse(files["report.json"] || "{}") as {
    readonly scenarios?: readonly { readonly name: string; readonly status: string }[];
  };
  const named = (status: string) => scenarios.filter((one) => one.status === status).map(({ name }) => name);
  return { code, output, files, passed: named("passed"), failed: named("failed"), skipped: named("skipped") };
}
