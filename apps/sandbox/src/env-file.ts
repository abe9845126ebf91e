/** `--env <file>`: the settings of a shop, for `node --env-file`, Next and Vite. */
import { randomBytes } from "node:crypto";
import { accessSync, constants, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { SandboxError } from "./errors.ts";
import type { SandboxWithPane } from "./start-with-pane.ts";

/** First line of a file that the sandbox wrote, and may therefore overwrite. */
const mark = "# Written by @cardpane/sandbox at each start.";

/**
 * Checks, before the sandbox starts, that the file can be written and that nobody else wrote its content.
 *
 * @throws SandboxError `bad-setting`, naming the file and what to do.
 */
export function checkEnvFile(file: string): void {
  const path = resolve(file);
  const text = onDisk(path, () => readIfThere(path));
  if (text !== undefined && !text.startsWith(mark)) {
    throw new SandboxError(
      "bad-setting",
      `--env: ${path} was not written by the sandbox. Name another file.`,
    );
  }
  onDisk(path, () => accessSync(text === undefined ? dirname(path) : path, constants.W_OK));
}

/** The settings of a shop. The names are those of the examples in the documentation. */
export function envOf(
  { url, pane, merchant }: Pick<SandboxWithPane, "url" | "pane" | "merchant">,
  ipnSecret: string,
): Readonly<Record<string, string>> {
  return {
    GATEWAY_URL: url,
    GATEWAY_API_KEY: merchant.apiKey,
    SITE_ID: merchant.siteId,
    PANE_HOST: pane.url,
    PANE_ENVIRONMENT: pane.environment,
    // For the page's code: Vite exposes only names that begin with VITE_.
    VITE_PANE_HOST: pane.url,
    VITE_PANE_ENVIRONMENT: pane.environment,
    // The shop's own secret, for the addresses of its notifications: the sandbox does not know it.
    IPN_SECRET: ipnSecret,
  };
}

/**
 * Writes the file, readable by its owner only.
 *
 * @throws SandboxError `bad-setting`, naming the file and what to do.
 */
export function writeEnvFile(
  file: string,
  sandbox: Pick<SandboxWithPane, "url" | "pane" | "merchant">,
): void {
  const settings = envOf(sandbox, randomBytes(32).toString("base64"));
  const lines = [mark, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`), ""];
  const path = resolve(file);
  onDisk(path, () => writeFileSync(path, lines.join("\n"), { mode: 0o600 }));
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function onDisk<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw new SandboxError(
      "bad-setting",
      `--env: ${path} cannot be written (${String(codeOf(error))}). Name a file in a folder that exists and that you may write to.`,
    );
  }
}

function codeOf(error: unknown): unknown {
  return (Object(error) as { readonly code?: unknown }).code;
}
