/** The components of a software bill of materials (CycloneDX 1.6), from pnpm's list of installed packages. */

/** A package in the output of `pnpm list --json`. */
export interface ListedPackage {
  readonly from?: string;
  readonly version: string;
  readonly path?: string;
  readonly dependencies?: Readonly<Record<string, ListedPackage>>;
}

/** A project of the workspace in the output of `pnpm list --recursive --json`. */
export interface ListedProject {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, ListedPackage>>;
  readonly devDependencies?: Readonly<Record<string, ListedPackage>>;
}

/** A component in the format of CycloneDX. */
export interface Component {
  readonly type: "library";
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  /** `required`: delivered as a dependency of a package, or bundled into the frame. */
  readonly scope: "required" | "excluded";
  readonly hashes: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly licenses: readonly {
    readonly license?: { readonly name: string };
    readonly expression?: string;
  }[];
}

/** Projects that are not delivered. */
const internal = ["@cardpane/demo", "@cardpane/e2e", "@cardpane/tools", "cardpane-workspace"];
/** Bundled into the frame's script, so listed as development dependencies of its package. */
const builtIn = ["lit", "card-validator", "credit-card-type"];

/**
 * Every third-party package, listed once per name and version.
 *
 * @param delivered the list of production dependencies
 * @param all the list of all dependencies
 * @param lock the text of pnpm-lock.yaml, which has the hashes
 * @param readManifest reads the package.json of a folder
 */
export function componentsOf(
  delivered: readonly ListedProject[],
  all: readonly ListedProject[],
  lock: string,
  readManifest: (folder: string) => unknown,
): readonly Component[] {
  const required = new Set<string>();
  for (const { name, dependencies } of delivered)
    if (!internal.includes(name)) for (const found of walk(dependencies)) required.add(idOf(found));
  for (const { name, devDependencies = {} } of all) {
    if (name !== "@cardpane/frame") continue;
    const own = Object.entries(devDependencies).filter(([library]) => builtIn.includes(library));
    for (const found of walk(Object.fromEntries(own))) required.add(idOf(found));
  }
  const components = new Map<string, Component>();
  for (const project of all) {
    for (const found of walk({ ...project.dependencies, ...project.devDependencies })) {
      const [name, { version, path }] = found;
      const id = idOf(found);
      if (components.has(id)) continue;
      components.set(id, {
        type: "library",
        name,
        version,
        purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
        scope: required.has(id) ? "required" : "excluded",
        hashes: hashesOf(lock, id),
        licenses: path === undefined ? [] : licensesOf(path, readManifest),
      });
    }
  }
  return [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
}

type Found = readonly [name: string, found: ListedPackage];

function idOf([name, { version }]: Found): string {
  return `${name}@${version}`;
}

/** The packages of the registry in a tree of dependencies; those of the workspace are links. */
function* walk(dependencies: Readonly<Record<string, ListedPackage>> = {}): Generator<Found> {
  for (const [alias, found] of Object.entries(dependencies)) {
    if (!/^(link|file|workspace):/.test(found.version)) yield [found.from ?? alias, found];
    yield* walk(found.dependencies);
  }
}

function hashesOf(lock: string, id: string): Component["hashes"] {
  const at =
    lock.indexOf(`\n  '${id}':\n`) < 0 ? lock.indexOf(`\n  ${id}:\n`) : lock.indexOf(`\n  '${id}':\n`);
  const [, base64] = /^\s+'?[^\n]+\n\s+resolution: \{integrity: sha512-([^,}\s]+)/.exec(lock.slice(at)) ?? [];
  if (at < 0 || base64 === undefined) return [];
  return [{ alg: "SHA-512", content: Buffer.from(base64, "base64").toString("hex") }];
}

function licensesOf(folder: string, readManifest: (folder: string) => unknown): Component["licenses"] {
  let manifest: unknown;
  try {
    manifest = readManifest(folder);
  } catch {
    // The lock file also lists packages for other platforms, which are not installed.
    return [];
  }
  const { license } = Object(manifest) as { readonly license?: unknown };
  if (typeof license !== "string") return [];
  return / (OR|AND|WITH) /.test(license) ? [{ expression: license }] : [{ license: { name: license } }];
}
