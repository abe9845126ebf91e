/** The check of known holes finds affected versions and only those, and says how old its data are. */
import { expect, it } from "vitest";
import { dateOf, knownHoles, type OsvRecord } from "./known-holes.ts";

const record = (affected: object, more: Partial<OsvRecord> = {}): OsvRecord => ({
  id: "GHSA-test",
  modified: "2026-11-20T10:00:00Z",
  affected: [{ package: { ecosystem: "npm", name: "lit" }, ...affected }],
  ...more,
});
const semver = (...events: object[]) => record({ ranges: [{ type: "SEMVER", events }] });

it.each<[version: string, record: OsvRecord, isFound: boolean]>([
  ["1.9.9", semver({ introduced: "0" }, { fixed: "2.0.0" }), true],
  ["2.0.0-rc.1", semver({ introduced: "0" }, { fixed: "2.0.0" }), true],
  ["2.0.0", semver({ introduced: "0" }, { fixed: "2.0.0" }), false],
  ["10.0.0", semver({ introduced: "9.0.0" }), true],
  ["8.0.0", semver({ introduced: "9.0.0" }), false],
  ["1.5.0", semver({ introduced: "1.0.0" }, { last_affected: "1.5.0" }), true],
  ["1.5.1", semver({ introduced: "1.0.0" }, { last_affected: "1.5.0" }), false],
  [
    "3.1.0",
    semver({ introduced: "1.0.0" }, { fixed: "2.0.0" }, { introduced: "3.0.0" }, { fixed: "3.2.0" }),
    true,
  ],
  [
    "2.1.0",
    semver({ introduced: "1.0.0" }, { fixed: "2.0.0" }, { introduced: "3.0.0" }, { fixed: "3.2.0" }),
    false,
  ],
  ["1.0.0", record({ versions: ["1.0.0"] }), true],
  ["1.0.0", record({ versions: ["1.0.0"] }, { withdrawn: "2026-11-21T10:00:00Z" }), false],
  ["1.0.0", record({ package: { ecosystem: "PyPI", name: "lit" }, versions: ["1.0.0"] }), false],
  ["1.0.0", record({ package: { ecosystem: "npm", name: "lit-html" }, versions: ["1.0.0"] }), false],
  ["1.0.0", { id: "empty", modified: "2026-11-20T10:00:00Z" }, false],
])("lit %s in %j: %s [T-S28]", (version, found, isFound) => {
  const packages = [
    { name: "lit", version },
    { name: "vite", version },
  ];
  expect(knownHoles(packages, [found])).toEqual(isFound ? [{ package: packages[0], record: found }] : []);
});

it("the data have the date of their newest record", () => {
  const records = ["2026-11-20T10:00:00Z", "2026-11-22T10:00:00Z", "2026-11-21T10:00:00Z"].map((modified) =>
    record({}, { modified }),
  );
  expect(dateOf(records)).toEqual(new Date("2026-11-22T10:00:00Z"));
  expect(dateOf([])).toBeUndefined();
});
