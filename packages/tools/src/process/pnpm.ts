/** The package manager of this repository, in the version that `package.json` names. */
import { readManifest, root } from "./program.ts";

/** Without the hash, which Corepack and pnpm check; npx checks that of the registry. */
const [packageManager] = String(readManifest(root).packageManager).split("+");

/**
 * The arguments of npx before those of pnpm: `run("npx", [...pnpm, "install"])`. The package is named separately from the
 * command, because otherwise npx would look for the command in the package of an outer npx (`npx --package=node@24 -- npm test`).
 */
export const pnpm: readonly string[] = ["-y", `--package=${packageManager}`, "--", "pnpm"];
