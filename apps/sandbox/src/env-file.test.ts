import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundleProgram } from "../../../packages/tools/src/testing/bundle-program.ts";
import { checkEnvFile, writeEnvFile } from "./env-file.ts";
import { demoMerchant } from "./merchant.ts";
import { settingSchemas } from "./settings.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/cardpane-env-`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const sandbox = {
  url: "http://127.0.0.1:4002",
  pane: {
    url: "http://127.0.0.1:4001",
    src: "http://127.0.0.1:4001/1/",
    script: "http://127.0.0.1:4001/1/cardpane.js",
    environment: "sandbox",
  },
  merchant: { ...demoMerchant, apiKey: "key_1" },
} as const;

describe("The file of --env", () => {
  it("contains a shop's settings, is readable by its owner only, and has a new secret each time", () => {
    const file = `${folder}/.env`;
    checkEnvFile(file);
    expect(existsSync(file)).toBe(false);
    writeEnvFile(file, sandbox);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const first = readFileSync(file, "utf8");
    expect(first).toContain("\nGATEWAY_URL=http://127.0.0.1:4002\nGATEWAY_API_KEY=key_1\n");
    checkEnvFile(file);
    writeEnvFile(file, sandbox);
    const secrets = [first, readFileSync(file, "utf8")].map(
      (text) => /^IPN_SECRET=(.{44})$/m.exec(text)?.[1],
    );
    expect(new Set(secrets).size).toBe(2);
    expect(secrets).not.toContain(undefined);
  });

  it("shares only the pane's environment with the sandbox's own settings, with the same value", () => {
    const file = `${folder}/.env`;
    writeEnvFile(file, sandbox);
    const names = [...readFileSync(file, "utf8").matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(names.filter((name) => Object.keys(settingSchemas).includes(String(name)))).toEqual([
      "PANE_ENVIRONMENT",
    ]);
  });

  it.each([
    ["missing/.env", "cannot be written .ENOENT.. Name a file in a folder that exists"],
    ["file/.env", "cannot be written .ENOTDIR.. Name a file in a folder"],
    ["folder", "cannot be written .EISDIR.. Name a file in a folder"],
    ["file", "was not written by the sandbox. Name another file."],
    ["empty", "was not written by the sandbox. Name another file."],
    [`${"x".repeat(256)}`, "cannot be written .ENAMETOOLONG.. Name a file"],
  ])("is refused where it cannot be written: %s", (name, words) => {
    mkdirSync(`${folder}/folder`);
    writeFileSync(`${folder}/file`, "GATEWAY_URL=https://live.example\n");
    writeFileSync(`${folder}/empty`, "");
    expect(() => checkEnvFile(`${folder}/${name}`)).toThrow(
      expect.objectContaining({
        code: "bad-setting",
        message: expect.stringMatching(new RegExp(`^--env: ${folder}/${name} .*${words}`)) as string,
      }),
    );
  });

  // Root can write everywhere.
  it.skipIf(process.getuid?.() === 0)("is refused if the folder or the existing file is not writable", () => {
    mkdirSync(`${folder}/closed`);
    writeEnvFile(`${folder}/closed/.env`, sandbox);
    chmodSync(`${folder}/closed/.env`, 0o400);
    chmodSync(`${folder}/closed`, 0o500);
    const refused = expect.objectContaining({
      message: expect.stringContaining("that you may write to") as string,
    }) as Error;
    expect(() => checkEnvFile(`${folder}/closed/.env`)).toThrow(refused);
    expect(() => checkEnvFile(`${folder}/closed/other`)).toThrow(refused);
  });

  it("is refused with an explanation if it can no longer be written after the sandbox has started", () => {
    expect(() => writeEnvFile(`${folder}/gone/.env`, sandbox)).toThrow(
      /^--env: .* cannot be written \(ENOENT\)/,
    );
  });

  it("is refused by the command before anything starts, with exit code 1", async () => {
    const { exitCode, output } = await runCommand("--port", "0", "--env", `${folder}/missing/.env`);
    expect([exitCode, output.split("\n")[0], output.trim().split("\n").at(-1)]).toEqual([
      1,
      "Starting the gateway and the pane's host",
      `--env: ${folder}/missing/.env cannot be written (ENOENT). Name a file in a folder that exists and that you may write to.`,
    ]);
  });
});

it.each(["--port", "--pane-port"])(
  "a port that is taken is refused by %s before anything starts",
  async (option) => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { exitCode, output } = await runCommand("--port", "0", "--pane-port", "0", option, String(port));
    expect([exitCode, output.trim().split("\n").at(-1)]).toEqual([
      1,
      `Port ${port} is taken. Stop what uses it, or give ${option}.`,
    ]);
    server.close();
  },
);

async function runCommand(...args: readonly string[]) {
  const child = spawn(
    process.execPath,
    ["--conditions=source", await bundleProgram(new URL("cli.ts", import.meta.url)), ...args],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, output };
}
