/** Reads the configuration of a deployment from a file: JSON, or a module with a default export. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Assets } from "../assets.ts";
import type { HostConfig } from "../config.ts";
import { HostConfigError, messageOf } from "../error.ts";
import { readAssets } from "../read-assets.ts";

/** The configuration of a host and the releases that it serves. */
export interface DeploymentConfig extends HostConfig {
  /**
   * Folders of releases, relative to this file, the current release first: `dist/release` of installed versions of
   * `@cardpane/host`. `"current"` is the release of this package.
   * @default ["current"]
   */
  readonly releases?: readonly string[];
}

/** A configuration with resolved paths, and its loaded releases. */
export interface LoadedConfig {
  readonly config: HostConfig;
  readonly releases: readonly Assets[];
  /** The fonts and releases that it names, as it names them. */
  readonly files: readonly string[];
}

/** The file that is read if the command line names none. */
export const defaultConfigFile = "cardpane.config.json";

/**
 * Reads a configuration file.
 *
 * @throws HostConfigError which names the file or the invalid option
 */
export async function readConfigFile(path: string): Promise<LoadedConfig> {
  const value = path.endsWith(".json") ? readJson(path) : await importDefault(path);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HostConfigError(`${path} must contain an object: { "environments": …, "parents": … }.`);
  }
  const { releases = ["current"], ...config } = value as DeploymentConfig;
  const folder = dirname(path);
  if (!Array.isArray(releases) || !releases.every((entry) => typeof entry === "string")) {
    throw new HostConfigError('releases must be a list of folders: ["current", "releases/0.1.0"].');
  }
  return {
    config: { ...config, ...(config.fonts ? { fonts: resolveFonts(config.fonts, folder) } : {}) },
    files: [
      ...releases.filter((entry) => entry !== "current"),
      ...(config.fonts ?? []).flatMap(({ file }) => (typeof file === "string" ? [file] : [])),
    ],
    releases: releases.map((entry, index) => readRelease(entry, `releases[${index}]`, folder)),
  };
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new HostConfigError(`${path} cannot be read. Create it, or pass another file with --config.`, {
      cause,
    });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HostConfigError(`${path} is not valid JSON: ${messageOf(cause)}`, { cause });
  }
}

async function importDefault(path: string): Promise<unknown> {
  try {
    return ((await import(pathToFileURL(path).href)) as { default?: unknown }).default;
  } catch (cause) {
    throw new HostConfigError(`${path} cannot be loaded: ${messageOf(cause)}`, { cause });
  }
}

function resolveFonts(fonts: NonNullable<HostConfig["fonts"]>, folder: string) {
  if (!Array.isArray(fonts)) throw new HostConfigError("fonts must be a list.");
  return (fonts as NonNullable<HostConfig["fonts"]>).map((font) => ({
    ...font,
    file: typeof font.file === "string" ? resolve(folder, font.file) : font.file,
  }));
}

function readRelease(entry: string, at: string, folder: string): Assets {
  if (entry === "current") return readAssets();
  try {
    return readAssets(pathToFileURL(`${resolve(folder, entry)}/`));
  } catch (cause) {
    throw new HostConfigError(`${at}: ${messageOf(cause)}`, { cause });
  }
}
