/** The package manager of this repository, of the version that `package.json` names. */
import { readManifest, root } from "./run.ts";

const { packageManager } = readManifest(root);

/**
 * What stands before pnpm's own arguments: `run("npx", [...pnpm, "install"])`. The package is named separately from the
 * command, or an outer npx (`npx --package=node@24 -- npm test`) would have its own package looked into.
 */
export const pnpm: readonly string[] = ["-y", `--package=${packageManager}`, "--", "pnpm"];
