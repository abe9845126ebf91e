/** Compares packages with records of known security holes in OSV's format (https://ossf.github.io/osv-schema). */
import { compare, valid } from "semver";

/** The parts of a record that are read. */
export interface OsvRecord {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly modified: string;
  readonly withdrawn?: string;
  readonly summary?: string;
  readonly affected?: readonly OsvAffected[];
}

interface OsvAffected {
  readonly package?: { readonly ecosystem: string; readonly name: string };
  readonly versions?: readonly string[];
  readonly ranges?: readonly { readonly type: string; readonly events: readonly OsvEvent[] }[];
}

interface OsvEvent {
  readonly introduced?: string;
  readonly fixed?: string;
  readonly last_affected?: string;
}

interface InstalledPackage {
  readonly name: string;
  readonly version: string;
}

/** A package with a known hole. */
export interface KnownHole<Package extends InstalledPackage> {
  readonly package: Package;
  readonly record: OsvRecord;
}

/** The known holes of packages; withdrawn records are ignored. */
export function knownHoles<Package extends InstalledPackage>(
  packages: readonly Package[],
  records: Iterable<OsvRecord>,
): readonly KnownHole<Package>[] {
  const byName = new Map<string, Package[]>();
  for (const found of packages) byName.set(found.name, [...(byName.get(found.name) ?? []), found]);
  return [...records].flatMap((record) =>
    record.withdrawn
      ? []
      : (record.affected ?? [])
          .filter((affected) => affected.package?.ecosystem === "npm")
          .flatMap((affected) =>
            (byName.get(affected.package?.name ?? "") ?? [])
              .filter(({ version }) => isAffected(version, affected))
              .map((found) => ({ package: found, record })),
          ),
  );
}

/** When the newest record was changed; `undefined` without a record. */
export function dateOf(records: readonly OsvRecord[]): Date | undefined {
  const [newest] = records.map(({ modified }) => modified).sort((one, other) => other.localeCompare(one));
  return newest === undefined ? undefined : new Date(newest);
}

function isAffected(version: string, { versions = [], ranges = [] }: OsvAffected): boolean {
  if (versions.includes(version)) return true;
  if (!valid(version)) return false;
  return ranges.some(({ type, events }) => type === "SEMVER" && isWithin(version, events));
}

/** Each `introduced` opens a range that the next `fixed` or `last_affected` ends; the events are in the order of their versions. */
function isWithin(version: string, events: readonly OsvEvent[]): boolean {
  let isInside = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === "0" || compare(version, introduced) >= 0))
      isInside = true;
    if (fixed !== undefined && compare(version, fixed) >= 0) isInside = false;
    if (last !== undefined && compare(version, last) > 0) isInside = false;
  }
  return isInside;
}
