/** The published packages, and what their manifests say about where they come from: npm's provenance compares it. */
import { readManifest, root } from "../process/program.ts";

const repository = "https://github.com/cardpane/cardpane";

interface Published {
  readonly folder: string;
  /** Whether it can be imported from ES modules only, or in every way: a profile of `attw`. */
  readonly profile: "node16" | "esm-only";
  /** For npm's search. */
  readonly keywords: readonly string[];
}

const page = ["credit-card", "payment-form", "hosted-fields", "iframe", "pci"];
const server = ["payments", "credit-card", "payment-gateway"];

/** In the order in which they are published: each after those that it depends on. */
export const published: readonly Published[] = [
  { folder: "packages/browser", profile: "node16", keywords: [...page, "web-components", "custom-elements"] },
  { folder: "packages/react", profile: "node16", keywords: [...page, "react"] },
  { folder: "packages/vue", profile: "node16", keywords: [...page, "vue"] },
  { folder: "packages/svelte", profile: "esm-only", keywords: [...page, "svelte"] },
  { folder: "packages/angular", profile: "esm-only", keywords: [...page, "angular"] },
  { folder: "packages/host", profile: "esm-only", keywords: [...page, "server", "content-security-policy"] },
  { folder: "packages/node", profile: "node16", keywords: [...server, "client", "webhooks"] },
  { folder: "apps/sandbox", profile: "esm-only", keywords: [...server, "sandbox", "testing", "test-cards"] },
];

/** The fields of a package's manifest that its folder and its keywords determine. */
export function originOf({ folder, keywords }: Published) {
  return {
    keywords,
    homepage: `${repository}/tree/main/${folder}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: "git", url: `git+${repository}.git`, directory: folder },
  };
}

/** The version that all packages have. @throws Error if they differ */
export function currentVersion(): string {
  const versions = new Set(published.map(({ folder }) => readManifest(`${root}${folder}/`).version));
  const [version, ...others] = versions;
  if (version === undefined || others.length > 0)
    throw new Error(`The packages have several versions: ${[...versions].join(", ")}.`);
  return version;
}
