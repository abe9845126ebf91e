import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Guard, Trace } from "../guards/guards.ts";
import { savedCard } from "../testing/index.ts";
import * as samples from "../testing/message-samples.ts";
import { claimsToOpen, parseGreet } from "./greet.ts";
import { parsePaneOptions } from "./options.ts";
import { parseOpen, parsePageToFrame } from "./to-frame.ts";
import { parseFrameToPage, parseHello } from "./to-page.ts";

// Node's: this package has no types of it.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** The number of random messages; `npm run nightly -- hostile` uses a million. */
const randomMessages = Number(process.env["RANDOM_MESSAGES"] ?? 100_000);

type Data = Record<string, unknown>;

const wellFormed: readonly (readonly [name: string, guard: Guard<unknown>, message: object])[] = [
  ["hello", parseHello, samples.hello],
  ["greet", parseGreet, samples.greet],
  ["open", parseOpen, samples.open],
  ...Object.entries(samples.pageToFrame).map(([name, message]) => [name, parsePageToFrame, message] as const),
  ...Object.entries(samples.frameToPage).map(([name, message]) => [name, parseFrameToPage, message] as const),
  ["tokenized, refused", parseFrameToPage, samples.refusedOutcome],
  ["tokenized, limited", parseFrameToPage, samples.limitedOutcome],
];

/** A copy with the value at a path replaced, for example `["options", "fields", 0, "name"]`. */
function withAt(message: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const copy = (Array.isArray(message) ? [...message] : { ...(message as Data) }) as Data;
  copy[first] = withAt(copy[first], rest, value);
  return copy;
}

/** Paths of objects with keys of the page's choice; the names of tokens are checked where they are used. */
const isOpen = (path: readonly (string | number)[]) => /appearance\.(tokens|dark)$/.test(path.join("."));

/** Every path in a message, to leaves and to the objects and lists that contain them. */
function pathsOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [path, ...[...keys].flatMap((key) => pathsOf((value as Data)[key], [...path, key]))];
}

describe.each(wellFormed)("a well-formed %s", (_name, guard, message) => {
  it("is read unchanged into fresh objects", () => {
    const given = JSON.parse(JSON.stringify(message)) as Data;
    const read = guard(given) as Data;
    expect(read).toEqual(message);
    for (const path of pathsOf(message)) {
      const [part, origin] = [read, given].map((from) =>
        path.reduce<unknown>((value, key) => (value as Data)[key], from),
      );
      if (typeof part === "object" && part !== null) expect(part, path.join(".")).not.toBe(origin);
    }
  });

  it("passes without a prototype, as some engines clone it", () => {
    expect(guard(Object.assign(Object.create(null), message))).toEqual(message);
  });

  it.each(Object.keys(message))("is refused without %s", (key) => {
    const { [key]: _, ...rest } = message as Data;
    expect(guard(rest)).toBeUndefined();
    expect(guard({ ...rest, [key]: undefined })).toBeUndefined();
  });

  it("is refused with an additional key at any place", () => {
    const holders = pathsOf(message).filter((path) => {
      const held = path.reduce<unknown>((value, key) => (value as Data)[key], message);
      return typeof held === "object" && held !== null && !Array.isArray(held) && !isOpen(path);
    });
    for (const path of holders) {
      expect(guard(withAt(message, [...path, "more"], 1)), path.join(".")).toBeUndefined();
    }
  });

  it("is refused with an own __proto__ key, and changes no prototype [T-M13]", () => {
    const text = JSON.stringify(message).replace("{", '{"__proto__":{"polluted":true},');
    expect(guard(JSON.parse(text))).toBeUndefined();
    expect(({} as Data)["polluted"]).toBeUndefined();
  });

  it("is refused with another prototype", () => {
    class Message {}
    expect(guard(Object.assign(new Message(), message))).toBeUndefined();
    expect(guard(Object.assign([], message))).toBeUndefined();
    expect(guard(new Map(Object.entries(message)))).toBeUndefined();
    expect(guard(Object.assign(Object.create({ inherited: 1 }), message))).toBeUndefined();
  });

  it("is refused when any part of it has another type", () => {
    for (const path of pathsOf(message)) {
      const strangers = [
        undefined,
        Number.NaN,
        Symbol("s"),
        () => 1,
        new Date(0),
        [[]],
        { a: isOpen(path) ? [] : 1 },
      ];
      for (const strange of strangers) {
        expect(guard(withAt(message, path, strange)), path.join(".")).toBeUndefined();
      }
    }
  });
});

const long = (length: number) => "x".repeat(length);
type Bound = readonly [path: string, accepted: readonly unknown[], refused: readonly unknown[]];

function checkBounds(guard: Guard<unknown>, message: unknown, bounds: readonly Bound[]): void {
  for (const [path, accepted, refused] of bounds) {
    const keys = path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    for (const value of accepted) {
      expect(guard(withAt(message, keys, value)), `${path} takes ${String(value)}`).toBeDefined();
    }
    for (const value of refused) {
      expect(guard(withAt(message, keys, value)), `${path} refuses ${String(value)}`).toBeUndefined();
    }
  }
}

describe("bounds of the handshake", () => {
  it("of hello and open", () => {
    const versions: Bound = ["version", [1, 2, 1_000_000], [0, -1, 1.5, 1_000_001, "1", null]];
    const nonces: Bound = [
      "frameNonce",
      [samples.nonce, "f".repeat(32)],
      ["", "f".repeat(31), "f".repeat(33), "F".repeat(32), `${"f".repeat(32)}\n`, "g".repeat(32), null],
    ];
    checkBounds(parseHello, samples.hello, [versions, nonces]);
    checkBounds(parseOpen, samples.open, [versions, nonces, ["pageNonce", nonces[1], nonces[2]]]);
  });

  it("recognizes a message of type open, however invalid the rest is", () => {
    expect(claimsToOpen(samples.open)).toBe(true);
    expect(claimsToOpen({ type: "cardpane:open" })).toBe(true);
    for (const other of [samples.hello, {}, null, "cardpane:open", undefined]) {
      expect(claimsToOpen(other)).toBe(false);
    }
  });
});

const named = (...names: readonly string[]) => names.map((name) => ({ name, required: true }));

describe("bounds of the options", () => {
  it.each<Bound>([
    [
      "fields",
      [[{ name: "cvv", required: true }], named("number", "expiryYear", "cvv"), named("expiry")],
      [
        [],
        "number",
        [{ name: "cvc", required: true }],
        [{ name: "cvv" }],
        Array(8).fill({ name: "cvv" }),
        named("expiry", "number", "expiryMonth"),
        named("expiryYear", "expiry"),
      ],
    ],
    ["expiry", ["single", "split", "select"], ["", "list", null]],
    [
      "locale",
      ["e", "en", "zh-Hant-TW", long(35), "cy,fr-CH,en", Array(8).fill(long(35)).join()],
      ["", long(36), "en_US", "en;q=1", "<b>", "en\n", "en,", ",en", "en, de", Array(9).fill("en").join()],
    ],
    ["texts", [{}, { labels: {} }], [null, [], "x", { title: "x" }, { failures: {} }]],
    ["texts.labels", [{ cvv: "CVC" }], [null, { cvc: "x" }, { number: "" }, { number: null }]],
    ["texts.placeholders", [{ expiryYear: "JJ" }], [{ value: "x" }, { expiry: 1 }]],
    [
      "texts.errors",
      [{ cvv: { required: "!" } }, { expiryMonth: {} }],
      [{ cvv: "x" }, { cvv: { Wrong: "x" } }],
    ],
    [
      "texts.savedCard",
      ["x", long(80), "😀".repeat(80), "a  b", "<b>&amp;</b>", "שלום \u200e/\u200e", " x "],
      [
        "",
        " ",
        "\u00a0",
        long(81),
        "a\nb",
        "a\u2028b",
        "a\u0000",
        "a\u202eb",
        "\u2066a",
        "\u009f",
        1,
        null,
        {},
      ],
    ],
    ["disabled", [true], [0, "true", null]],
    ["readOnly", [false], [0, "true", null]],
    [
      "values",
      [{}, { cardholder: "A" }],
      [
        null,
        [],
        "x",
        { number: "4242424242424242" },
        { cvv: "123" },
        { expiry: "12/31" },
        { expiryYear: "31" },
      ],
    ],
    ["values.cardholder", ["", long(64)], [long(65), 1, null]],
    ["values.postalCode", ["", long(16)], [long(17), 12345]],
    ["supportedBrands", [null, ["visa"]], [[], ["Visa"], ["visum"], "visa", [null]]],
    ["preferredNetworks", [[], ["cartes-bancaires", "visa"]], [null, "visa", ["CB"], Array(51).fill("visa")]],
    ["bin", [null, 6, 8], [7, "6", 0, true, undefined]],
    ["maskNumber", [true, false], [1, null]],
    ["autoAdvance", [true, false], [1, "true", null]],
    ["savedCard", [null], [{}, [], "card"]],
    [
      "savedCard.paymentAccountId",
      [savedCard.paymentAccountId.toUpperCase()],
      ["", "4242424242424242", `${savedCard.paymentAccountId} `],
    ],
    ["savedCard.consumerId", ["7", "4321", long(36)], ["", long(37), 12345]],
    ["savedCard.brand", [null, "mir"], ["", "Mir", "other"]],
    ["savedCard.lastFour", [null, "0000"], ["", "424", "42424", "424a", "4242\n", 4242]],
    ["appearance.scheme", ["light"], ["auto", ""]],
  ])("%s", (...bound) => checkBounds(parsePaneOptions, samples.options, [bound]));

  it("refuses a field that is listed twice", () => {
    const twice = [
      { name: "cvv", required: true },
      { name: "cvv", required: false },
    ];
    const trace: Trace = [];
    expect(parsePaneOptions({ ...samples.options, fields: twice }, trace)).toBeUndefined();
    expect(trace.expected).toEqual(["fields"]);
  });

  it("names the path of the invalid part, and never its value", () => {
    const path: string[] = [];
    parsePaneOptions(withAt(samples.options, ["fields", 1, "name"], "4242424242424242"), path);
    expect([...path]).toEqual(["fields", "1", "name"]);
  });
});

describe("bounds of the page's messages", () => {
  const of = (type: keyof typeof samples.pageToFrame) => samples.pageToFrame[type];

  it("of requests", () => {
    checkBounds(parsePageToFrame, of("tokenize"), [
      ["requestId", ["1", long(64), "a-Z-0"], ["", long(65), "a b", "é", 1, "1\n"]],
      ["timeoutMs", [1, 600_000], [0, 600_001, 1.5, -1, Number.POSITIVE_INFINITY, "1"]],
      ["extra", [null, {}, { postalCode: "1" }], ["x", [], { zip: "1" }]],
      ["extra.cardholder", ["", long(64)], [long(65), null]],
      ["extra.postalCode", ["", long(16)], [long(17), 12345]],
    ]);
  });

  it("of what is announced: one line of text, or none", () => {
    checkBounds(parsePageToFrame, of("announce"), [
      [
        "text",
        ["", "x", long(300), "<b>Paid</b>", "שולם"],
        [" ", long(301), "a\nb", "a\u2028b", "\u202ea", "\u2069", "\u0007", 1, null],
      ],
    ]);
  });

  it("of focus", () => {
    checkBounds(parsePageToFrame, of("focus"), [
      ["field", ["number", "expiry", "cvv", "cardholder", "postalCode", null], ["cvc", "", 0, "__proto__"]],
    ]);
  });

  it.each(["hello", "toString", "__proto__", "constructor", "hasOwnProperty", "", "CLOSE", "ready"])(
    "knows no word %j",
    (type) => expect(parsePageToFrame({ type })).toBeUndefined(),
  );
});

describe("bounds of the frame's messages", () => {
  const of = (type: keyof typeof samples.frameToPage) => samples.frameToPage[type];

  it("of heights", () => {
    const heights: Bound = ["heightPx", [0, 100_000], [-1, 100_001, 0.5, Number.NaN, "289"]];
    checkBounds(parseFrameToPage, of("ready"), [heights]);
    checkBounds(parseFrameToPage, of("resized"), [heights]);
  });

  it("of the texts around the frame", () => {
    const line: readonly [unknown[], unknown[]] = [
      ["x", long(160), "<b>x</b>"],
      ["", long(161), 1, null],
    ];
    checkBounds(parseFrameToPage, of("localized"), [
      ["locale", ["de", "es-419", "a".repeat(35)], ["", "a".repeat(36), "de_AT", "de de", null]],
      ["texts", [], [null, [], {}, "x"]],
      ...["title", "failed", "uncharged", "retry"].map((name): Bound => [`texts.${name}`, ...line]),
      ["texts.dialog", [{ title: "x" }], [null, [], { titleOfPage: "x" }, { title: 1 }]],
      ...["title", "close", "loading", "scan", "code", "copy", "copied", "open", "done"].map(
        (name): Bound => [`texts.dialog.${name}`, ...line],
      ),
    ]);
  });

  it("of snapshots", () => {
    checkBounds(parseFrameToPage, of("changed"), [
      ["snapshot.fields", [{}], [null, [], { value: {} }]],
      ["snapshot.brand", [null, "elo"], ["Visa", ""]],
      ["snapshot.brands", [[], ["elo"]], [null, "elo", [null], ["Visa"], Array(51).fill("elo")]],
      ["snapshot.fields.number.error", [null, "expired"], ["Other", "", "other"]],
      ["snapshot.fields.number.label", ["A", long(300)], ["", long(301), null]],
      ["snapshot.fields.number.errorText", [null, "", long(300)], [long(301), 1]],
      ["snapshot.fields.number.empty", [true], [1, null]],
    ]);
  });

  it("of autofilled fields: at least one name", () => {
    checkBounds(parseFrameToPage, of("autofill"), [
      ["fields", [["cvv"], ["number", "cardholder"]], [[], ["cvc"], [null], "cvv", Array(8).fill("cvv")]],
    ]);
  });

  it("of a focus change to another frame", () => {
    checkBounds(parseFrameToPage, of("advanced"), [
      ["from", ["number", "postalCode", null], ["cvc", "", undefined]],
      ["to", ["expiryMonth"], ["toString", 1, undefined]],
    ]);
  });

  it("of the first digits: six or eight, and nothing more", () => {
    checkBounds(parseFrameToPage, of("binchange"), [
      [
        "bin",
        [null, "424242", "42424242"],
        ["", "42424", "4242424", "424242424", "4242424242424242", "42424a", "424242\n", 424242],
      ],
    ]);
  });

  it("of outcomes", () => {
    checkBounds(parseFrameToPage, of("tokenized"), [
      ["outcome.ok", [true], [false, 1]],
      ["outcome.token", [savedCard.paymentAccountId], ["", long(36), "4242424242424242"]],
      ["outcome.expireAt", [0, Number.MAX_SAFE_INTEGER], [-1, 1.5, "1", 2 ** 53]],
      ["outcome.device.browserLanguage", ["e", long(8)], ["", long(9)]],
      ["outcome.device.browserColorDepth", [1, 48], [0, 49]],
      ["outcome.device.browserScreenWidth", [0, 1_000_000], [-1, 1_000_001]],
      ["outcome.device.browserTimezone", ["0", "-1440", "1440"], ["", "+60", "14400", "1.5"]],
      ["outcome.card.lastFour", [null, "4242"], ["42424242", "4242 "]],
    ]);
    checkBounds(parseFrameToPage, samples.refusedOutcome, [
      [
        "outcome.code",
        ["network", "load_blocked", "new_one", "a".repeat(30)],
        ["", "no", "toString", "a b", "a".repeat(31)],
      ],
      ["outcome.text", ["", long(300)], [long(301), null]],
      ["outcome.fields", [[], ["cvv", "number"]], [["cvc"], Array(8).fill("cvv"), "cvv", [undefined]]],
    ]);
    checkBounds(parseFrameToPage, samples.limitedOutcome, [
      ["outcome.retryAfterSeconds", [1, 900], [0, 901, 1.5, "30", null]],
      ["outcome.code", ["rate_limited"], ["network"]],
    ]);
  });
});

describe("random messages", () => {
  const guards = [parseHello, parseOpen, parsePageToFrame, parseFrameToPage, parsePaneOptions];
  const messages = wellFormed.map(([, , message]) => message);
  const strange = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, "", 0, -0, 1e9, Number.NaN, "__proto__", [], {}, true, false),
    fc.string({ maxLength: 40 }),
    fc.integer(),
    fc.double(),
    fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 8 }), fc.integer(), { maxKeys: 3 }),
  );
  /** Messages that are well-formed except in one place, where guards are most likely to fail. */
  const nearly = fc
    .constantFrom(...messages)
    .chain((message) => fc.tuple(fc.constant(message), fc.constantFrom(...pathsOf(message)), strange))
    .map(([message, path, value]) => withAt(message, path, value));

  function neverMore(message: unknown): void {
    for (const guard of guards) {
      const read = guard(message);
      // A message that passes is equal to the input: nothing is dropped, added or changed.
      if (read !== undefined) expect(read).toEqual(message);
    }
  }

  it("never throw, and pass only unchanged: with one place replaced [T-M14]", () => {
    fc.assert(fc.property(nearly, neverMore), { numRuns: randomMessages });
  });

  it("never throw, and pass only unchanged: with any content", () => {
    const anything = fc.anything({ withNullPrototype: true, withMap: true, withDate: true, maxDepth: 3 });
    fc.assert(fc.property(anything, neverMore), { numRuns: randomMessages / 10 });
  });

  it("never pass with the type of one message and the members of another", () => {
    const types = [...Object.keys(samples.pageToFrame), ...Object.keys(samples.frameToPage)];
    fc.assert(
      fc.property(fc.constantFrom(...messages), fc.constantFrom(...types), (message, type) => {
        const { type: _, ...rest } = message as Data;
        const mixed = { ...rest, type };
        for (const guard of [parsePageToFrame, parseFrameToPage]) {
          if (guard(mixed) !== undefined) expect(Object.keys(rest).sort()).toEqual(keysOf(type));
        }
      }),
      { numRuns: process.env["NIGHTLY"] ? 5_000 : 500 },
    );
  });

  function keysOf(type: string): string[] {
    const { type: _, ...rest } = { ...samples.pageToFrame, ...samples.frameToPage }[
      type as "blur"
    ] as unknown as Data;
    return Object.keys(rest).sort();
  }
});
