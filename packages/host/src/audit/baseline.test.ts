import { describe, expect, it } from "vitest";
import { type Baseline, compareVisits, type Difference, readBaseline, updateBaseline } from "./baseline.ts";
import { evidencePage, notSeen } from "./evidence.ts";
import type { SeenScript, Visit } from "./visit.ts";

const hash = (letter: string) => `sha384-${letter.repeat(64)}`;
const script = (source: string, letter = "a", integrity = false): SeenScript => ({
  source,
  hash: hash(letter),
  integrity,
  allowed: "host",
});
const visit = (changed: Partial<Visit> = {}): Visit => ({
  scripts: [script("https://shop.example/a.js"), script("inline: let a = 1", "b")],
  frames: [{ source: "https://pane.example/0.1.0/frame", allowed: "host" }],
  headers: { "content-security-policy": "script-src 'self'", "x-frame-options": "DENY" },
  isCut: false,
  ...changed,
});
const page = "https://shop.example/checkout";
const justified = (baseline: Baseline): Baseline => ({
  ...baseline,
  scripts: baseline.scripts.map((one) => ({ ...one, justification: "pays", owner: "shop team" })),
});
const known = justified(updateBaseline(page, [visit()], undefined));
const others = visit().scripts.slice(1);

it.each<[string, readonly Visit[], readonly Partial<Difference>[]]>([
  ["nothing", [visit(), visit()], []],
  [
    "other bytes",
    [visit({ scripts: [script("https://shop.example/a.js", "c"), ...others] })],
    [{ kind: "changed", what: "script", expected: hash("a"), actual: hash("c") }],
  ],
  [
    "other bytes in one of three visits",
    [visit(), visit({ scripts: [script("https://shop.example/a.js", "c"), ...others] }), visit()],
    [{ kind: "changed", what: "script", source: "https://shop.example/a.js" }],
  ],
  [
    "an integrity attribute that is gone, with other bytes",
    [visit({ scripts: [script("https://shop.example/a.js", "c", true), ...others] })],
    [{ kind: "changed", what: "script", actual: `${hash("c")}, with integrity` }],
  ],
  [
    "a script on the third visit",
    [visit(), visit(), visit({ scripts: [...visit().scripts, script("https://evil.example/x.js")] })],
    [{ kind: "new", what: "script", source: "https://evil.example/x.js" }],
  ],
  [
    "an inline script with another text",
    [visit({ scripts: [script("https://shop.example/a.js"), script("inline: let a = 1", "d")] })],
    [{ kind: "changed", what: "script", source: "inline: let a = 1" }],
  ],
  [
    "a script that is gone",
    [visit({ scripts: others })],
    [{ kind: "gone", source: "https://shop.example/a.js" }],
  ],
  [
    "another frame, in each visit",
    [visit({ frames: [] }), visit({ frames: [{ source: "https://evil.example/", allowed: "nothing" }] })],
    [
      { kind: "new", what: "frame", source: "https://evil.example/" },
      { kind: "gone", what: "frame" },
    ],
  ],
  [
    "a header that is lost in one visit",
    [visit(), visit({ headers: { "content-security-policy": "script-src 'self'" } })],
    [{ kind: "gone", what: "header", source: "x-frame-options", expected: "DENY" }],
  ],
  [
    "a weaker policy and a new header",
    [
      visit({
        headers: { ...visit().headers, "content-security-policy": "script-src *", "x-xss-protection": "0" },
      }),
    ],
    [
      { kind: "changed", what: "header", expected: "script-src 'self'", actual: "script-src *" },
      { kind: "new", what: "header", source: "x-xss-protection", actual: "0" },
    ],
  ],
  ["more scripts than are kept", [visit({ isCut: true })], [{ kind: "new", what: "script" }]],
])("reports once, and nothing else: %s", (_, visits, differences) => {
  expect(compareVisits(known, visits)).toEqual(differences.map((one) => expect.objectContaining(one)));
});

it.each([
  ["justification", ""],
  ["justification", " \n"],
  ["owner", ""],
])("a script without %s (%j) is an error until a person fills it in", (key, text) => {
  const [first, ...rest] = known.scripts;
  const baseline = { ...known, scripts: [{ ...first, [key]: text }, ...rest] } as Baseline;
  const source = first?.source ?? "";
  expect(compareVisits(baseline, [visit()])).toEqual([{ kind: "unjustified", what: "script", source }]);
});

describe("an update", () => {
  it("keeps what a person wrote, and leaves the justification of a new script empty", () => {
    const scripts = [script("https://shop.example/a.js", "c"), script("https://new.example/b.js")];
    const updated = updateBaseline(page, [visit({ scripts })], known);
    expect(updated.scripts).toEqual([
      { ...script("https://new.example/b.js"), justification: "", owner: "" },
      { ...script("https://shop.example/a.js", "c"), justification: "pays", owner: "shop team" },
    ]);
  });

  it("keeps a pattern and an unchecked script, as long as the page has one", () => {
    const [first, second] = known.scripts;
    const baseline = {
      ...known,
      scripts: [
        { ...first, source: "https://shop.example/*.js", hash: "unchecked" },
        { ...second, hash: "unchecked" },
      ],
    } as Baseline;
    const chunks = ["1", "2"].map((name) => script(`https://shop.example/chunk-${name}.js`, name));
    const now = [visit({ scripts: [...chunks, script("inline: let a = 1", "x")] })];
    expect(compareVisits(baseline, now)).toEqual([]);
    expect(updateBaseline(page, now, baseline).scripts).toEqual(baseline.scripts);
    expect(
      compareVisits(baseline, [visit({ scripts: [script("https://shop.example.evil/a.js"), ...others] })]),
    ).toEqual([
      expect.objectContaining({ kind: "new", source: "https://shop.example.evil/a.js" }),
      expect.objectContaining({ kind: "gone", source: "https://shop.example/*.js" }),
    ]);
  });

  it("is read as it was written", () => {
    expect(readBaseline(JSON.stringify(known))).toEqual(known);
  });
});

it.each<[string, unknown, string]>([
  ["no object", [], "The file must be object."],
  ["another format", { ...known, format: 2 }, "format must be 1."],
  [
    "a misspelt key",
    { ...known, script: [] },
    "script is unknown; known are format, page, scripts, frames, headers.",
  ],
  [
    "no owner",
    { ...known, scripts: [{ ...known.scripts[0], owner: undefined }] },
    "scripts[0].owner must be text.",
  ],
  [
    "a hash that is none",
    { ...known, scripts: [{ ...known.scripts[0], hash: "any" }] },
    'scripts[0].hash must be a SHA-384 hash or "unchecked".',
  ],
  ["a header that is no text", { ...known, headers: { "x-a": 1 } }, "headers.x-a must be text."],
])("names what is wrong in the file: %s", (_, value, message) => {
  expect(() => readBaseline(JSON.stringify(value))).toThrow(new Error(message));
});

it("the evidence has time, address and limits, and runs nothing that a page has in its names", () => {
  const evil = '<img src=x onerror="alert(1)">';
  const html = evidencePage({
    ok: false,
    page: `${page}?${evil}`,
    time: "2026-11-28T20:00:00.000Z",
    visits: 3,
    differences: [{ kind: "new", what: "script", source: evil, actual: evil }],
    seen: { ...known, headers: { [evil]: evil } },
    notSeen,
  });
  expect(html).toContain("2026-11-28T20:00:00.000Z");
  for (const limit of notSeen) expect(html).toContain(limit);
  expect(html).toContain("shop team");
  expect(html).not.toContain("<img");
});
