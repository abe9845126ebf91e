/** The published packages, and what their manifests say about where they come from: npm's provenance compares it. */
import { readManifest, root } from "../process/program.ts";

const repository = "https://github.com/cardpane/cardpane";

interface Published {
  readonly folder: string;
  /** Its page on the site, which npm's page links to. */
  readonly guide: string;
  /** Whether it can be imported from ES modules only, or in every way: a profile of `attw`. */
  readonly profile: "node16" | "esm-only";
  /** For npm's search. */
  readonly keywords: readonly string[];
}

const page = ["credit-card", "payment-form", "hosted-fields", "iframe", "pci"];
const server = ["payments", "credit-card", "payment-gateway"];

/** In the order in which they are published: each after those that it depends on. */
export const published: readonly Published[] = [
  {
    folder: "packages/browser",
    guide: "start/html",
    profile: "node16",
    keywords: [...page, "web-components", "custom-elements"],
  },
  { folder: "packages/react", guide: "start/react", profile: "node16", keywords: [...page, "react"] },
  { folder: "packages/vue", guide: "start/vue", profile: "node16", keywords: [...page, "vue"] },
  { folder: "packages/svelte", guide: "start/svelte", profile: "esm-only", keywords: [...page, "svelte"] },
  { folder: "packages/angular", guide: "start/angular", profile: "esm-only", keywords: [...page, "angular"] },
  {
    folder: "packages/host",
    guide: "hosting",
    profile: "esm-only",
    keywords: [...page, "server", "content-security-policy"],
  },
  {
    folder: "packages/node",
    guide: "server/express",
    profile: "node16",
    keywords: [...server, "client", "webhooks"],
  },
  {
    folder: "apps/sandbox",
    guide: "sandbox/guide",
    profile: "esm-only",
    keywords: [...server, "sandbox", "testing", "test-cards"],
  },
];

/** The fields of a package's manifest that its folder and its keywords determine. */
export function originOf({ folder, guide, keywords }: Published) {
  return {
    keywords,
    homepage: `${readManifest(root).homepage}${guide}`,
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
