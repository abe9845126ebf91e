/** The gallery: its address, the options and the code that it makes of it, and its pages from the server. */
import { type CardPaneOptions, createCardPane } from "@cardpane/browser";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openShop } from "../server/testing/shop.ts";
import { htmlCode, jsCode, literal } from "./code.ts";
import {
  addressOf,
  everyOption,
  isValue,
  type KnobName,
  knobNames,
  knobs,
  optionKnobs,
  optionsOf,
  placesOf,
  readAddress,
  type State,
  withoutInitials,
} from "./knobs.ts";

/** A value for each knob, other than the initial one. */
const turned: Readonly<Record<KnobName, string>> = {
  fields: "cvv,number?,expiry,cardholder?",
  expiry: "select",
  disabled: "1",
  readOnly: "1",
  autoAdvance: "1",
  values: "both",
  theme: "line",
  scheme: "dark",
  labels: "floating",
  rows: "inline",
  density: "spacious",
  match: "rounded",
  tokens: '{"radius":2,"shadowField":"0 1px 2px rgb(0 0 0 / .5), 0 0 1px #000"}',
  darkTokens: '{"fontFamily":"\'Times New Roman\', serif"}',
  locale: "fr-CH,de",
  texts: '{"labels":{"cvv":"Code & more; <b>"},"errors":{"cvv":{"required":"Please?"}}}',
  supportedBrands: "mastercard,visa",
  preferredNetworks: "cartes-bancaires",
  bin: "8",
  maskNumber: "1",
  savedCard: "amex",
  environment: "staging",
  loadTimeoutMs: "1",
  debug: "1",
  form: "split",
  width: "280",
  page: "dark",
  dir: "rtl",
  lang: "ar",
};

describe("the address", () => {
  test("any combination of changed knobs is read back unchanged", () => {
    for (const [name, text] of Object.entries(turned)) {
      const state = { [name]: text };
      expect(readAddress(addressOf(state))).toEqual({ state, problems: [] });
    }
    fc.assert(
      fc.property(fc.subarray(Object.entries(turned)), (entries) => {
        const state: State = Object.fromEntries(entries);
        expect(readAddress(addressOf(withoutInitials(state)))).toEqual({ state, problems: [] });
      }),
    );
  });

  test("a knob with its initial value is left out, and is not a problem", () => {
    for (const name of knobNames) {
      const found = readAddress(`?${new URLSearchParams({ [name]: knobs[name].initial })}`);
      expect([name, found]).toEqual([name, { state: {}, problems: [] }]);
    }
    expect(addressOf({})).toBe("");
  });

  test.each([
    ["theme", "Classic", /Use: classic, /],
    ["theme", "toString"],
    ["match", "constructor"],
    ["bin", "7"],
    ["disabled", "true", /Use: 1$/],
    ["fields", "number,number", /Use: number,expiry,cvv, /],
    ["fields", "expiry,expiryMonth"],
    ["fields", "pin"],
    ["supportedBrands", "visa,visa"],
    ["supportedBrands", "visa,"],
    ["tokens", '{"radius":49}'],
    ["tokens", "radius", /Use: {"radius":2/],
    ["tokens", '{"colorText":"red","radius":4}'],
    ["tokens", '{"__proto__":4}'],
    ["tokens", "[]"],
    ["tokens", "null"],
    ["texts", '{"labels":{"pin":"PIN"}}'],
    ["texts", `{"labels":{"cvv":"${"x".repeat(81)}"}}`],
    ["texts", `{"failed":"${"x".repeat(301)}"}`],
    ["texts", '{"__proto__":{"cvv":"x"}}'],
    ["texts", '{"labels":"x"}'],
    ["texts", '{"optional":"\u202ex"}'],
    ["locale", "de_AT"],
    ["loadTimeoutMs", "0"],
    ["loadTimeoutMs", "1e3"],
    ["environment", "Live"],
    ["width", "100000"],
    ["lang", "xx"],
  ] as const)("%s=%s is left out and reported with the valid values", (name, text, fits = /Use: /) => {
    const query = `?${new URLSearchParams({ [name]: text, density: "compact" })}`;
    expect(readAddress(query)).toEqual({
      state: { density: "compact" },
      problems: [expect.stringMatching(fits)],
    });
  });

  test.each(["colour", "__proto__", "constructor", "src", "<img src=x onerror=alert(1)>"])(
    "an unknown name is reported: %s",
    (name) => {
      const found = readAddress(`?${encodeURIComponent(name)}=1`);
      expect(found).toEqual({ state: {}, problems: [`"${name}" is not an option`] });
    },
  );

  test("long names are cut, the number of reports is limited, and names of the QA panel are ignored", () => {
    const query = new URLSearchParams(Array.from({ length: 100 }, (_, i) => [`${i}${"x".repeat(99)}`, ""]));
    const { problems } = readAddress(`?${query}`);
    expect(problems).toHaveLength(8);
    for (const problem of problems) expect(problem.length).toBeLessThan(70);
    expect(readAddress("?qa=1&challenge=dialog")).toEqual({ state: {}, problems: [] });
  });

  test("the bounds of a range are valid values", () => {
    for (const [name, text] of [
      ["loadTimeoutMs", "1"],
      ["tokens", '{"radius":48,"letterSpacing":-1}'],
      ["texts", `{"labels":{"cvv":"${"x".repeat(80)}"},"failed":"${"x".repeat(300)}"}`],
    ] as const)
      expect(isValue(name, text), text.slice(0, 30)).toBe(true);
  });
});

describe("the options", () => {
  test("an address becomes options; its environment overrides the shop's", () => {
    const { state } = readAddress(
      '?theme=flat&fields=number,cvv?&bin=6&savedCard=visa&match=underlined&tokens={"radius":2}&texts={"labels":{"cvv":"Code"}}&maskNumber=1&width=280',
    );
    expect(optionsOf(state, "sandbox")).toEqual({
      environment: "sandbox",
      fields: ["number", "cvv?"],
      theme: "flat",
      match: "#email",
      tokens: { radius: 2 },
      texts: { labels: { cvv: "Code" } },
      bin: 6,
      maskNumber: true,
      savedCard: expect.objectContaining({ brand: "visa", lastFour: "4242" }),
    });
    expect(optionsOf({ environment: "nowhere" }, "sandbox")).toEqual({ environment: "nowhere" });
  });

  test("every option is present, so that one without a value is reset to its default", () => {
    const every = everyOption({ theme: "flat" });
    expect(Object.keys(every).sort()).toEqual(Object.keys(optionKnobs).sort());
    expect(every).toEqual({ theme: "flat" });
  });

  test("no address creates options that the pane refuses", () => {
    const name = fc.constantFrom(...knobNames);
    const word = fc.constantFrom(
      ..."classic line none visa mastercard number expiry cvv? cvv 6 8 1 split select auto".split(" "),
      ...['{"radius":4}', '{"colorText":"#123456"}', '{"labels":{"cvv":"x"}}', '{"optional":"\u2066"}'],
      ...['{"radius":99}', '{"labels":{}}', "{}", "[]", "null", ",", "\n", ""],
    );
    const text = fc.oneof(
      fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(",")),
      word,
      fc.string(),
      fc.json(),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text), { maxLength: 8 }), (pairs) => {
        const { state } = readAddress(`?${new URLSearchParams(pairs)}`);
        taken += Object.keys(state).length;
        createCardPane(everyOption(optionsOf(state, "sandbox"))).destroy();
      }),
      { numRuns: 1_000 },
    );
    // Some are accepted: about a hundred.
    expect(taken).toBeGreaterThan(30);
  });

  test.each([
    [{}, ["number", "expiry", "cvv"]],
    [{ fields: ["expiry?", "number"], expiry: "split" }, ["expiryMonth?", "expiryYear?", "number"]],
    [{ fields: [{ name: "expiry", required: true }], expiry: "select" }, ["expiryMonth", "expiryYear"]],
    [{ fields: ["expiryMonth", { name: "cvv", required: false }] }, ["expiryMonth", "cvv?"]],
  ] as const)("the fields of a split form: %j", (options, places) => {
    expect(placesOf(options)).toEqual(places);
  });
});

describe("the code", () => {
  const options = {
    environment: "sandbox",
    fields: ["number", "cvv?"],
    theme: "flat",
    tokens: { radius: 2, fontFamily: "'Times New Roman', serif" },
    texts: { labels: { cvv: 'Code "</script>" & more' } },
    savedCard: { paymentAccountId: "a", consumerId: "b", brand: null, lastFour: "4242" },
    maskNumber: true,
    readOnly: true,
    bin: 6,
  } as const satisfies CardPaneOptions;

  /** Runs copied code as a page would, and returns the options and calls that the pane received. */
  function run(code: string): { readonly options: unknown; readonly calls: readonly unknown[] } {
    let received: unknown;
    const calls: unknown[] = [];
    const pane = {
      mount: (target: string) => calls.push(target),
      field: (name: string, target: string) => calls.push([name, target]),
    };
    new Function("createCardPane", code)((given: unknown) => {
      received = given;
      return pane;
    });
    return { options: received, calls };
  }

  test("JavaScript creates a form in one frame, or fields in containers of their own", () => {
    expect(run(jsCode(options, false))).toEqual({ options, calls: ["#card"] });
    const { fields: _, ...others } = options;
    const calls = [
      ["number", "#number"],
      ["cvv?", "#cvv"],
    ];
    expect(run(jsCode(options, true))).toEqual({ options: others, calls });
  });

  test("writes any value so that it is parsed unchanged and cannot end the script", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(literal(value)).not.toContain("<");
        expect(JSON.parse(literal(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("HTML has attributes for options that have one, and a script for the rest", () => {
    expect(htmlCode(options, false)).toBe(
      [
        '<card-pane environment="sandbox" fields="number cvv?" theme="flat" saved-card="{&quot;paymentAccountId&quot;:&quot;a&quot;,&quot;consumerId&quot;:&quot;b&quot;,&quot;brand&quot;:null,&quot;lastFour&quot;:&quot;4242&quot;}" mask-number readonly bin="6"></card-pane>',
        "<script>",
        '  document.querySelector("card-pane").update({',
        '  "tokens": {',
        '    "radius": 2,',
        '    "fontFamily": "\'Times New Roman\', serif"',
        "  },",
        '  "texts": {',
        '    "labels": {',
        '      "cvv": "Code \\"\\u003c/script>\\" & more"',
        "    }",
        "  }",
        "});",
        "</script>",
      ].join("\n"),
    );
    expect(htmlCode({ fields: ["number", "expiry?"], expiry: "select" }, true)).toBe(
      [
        '<card-pane expiry="select">',
        '  <card-pane-field name="number"></card-pane-field>',
        '  <card-pane-field name="expiryMonth?"></card-pane-field>',
        '  <card-pane-field name="expiryYear?"></card-pane-field>',
        "</card-pane>",
      ].join("\n"),
    );
  });
});

describe.each(["/gallery", "/gallery/wall"])("%s", (path) => {
  test("has the pane's script and its own, and nothing inline", async () => {
    const page = await (await openShop().get(path)).text();
    expect(page).toContain("cardpane.js");
    expect(page).toMatch(/\/assets\/\w+\/gallery(-wall)?\.js" nonce=/);
    expect(page).not.toMatch(/\sstyle="|\son\w+="|<script(?![^>]* src=)|<style/);
  });

  test("contains nothing of its address but the footer's return address, escaped", async () => {
    const hostile = `"><script>alert(1)</script>`;
    const shop = openShop();
    const query = `?texts=${encodeURIComponent(hostile)}&theme=${hostile}&${hostile}=1`;
    const page = await (await shop.get(path + query)).text();
    expect(page).toContain('id="gallery" lang="en" dir="ltr"');
    expect(page).not.toContain("alert(1)</script>");
    const footerless = (text: string) =>
      text.replace(/ nonce="[^"]*"/g, "").replace(/name="back" value="[^"]*"/g, "");
    expect(footerless(page)).toBe(footerless(await (await shop.get(path)).text()));
  });

  test("the footer returns to the same address", async () => {
    const back = path + addressOf({ fields: "number,cvv?", tokens: '{"radius":2}' });
    const answer = await openShop().post("/preferences", { back, scheme: "dark" });
    expect(answer.headers.get("Location")).toBe(`${back}#preferences`);
  });
});

test("there is a control for each knob, and the front page links to the gallery", async () => {
  const page = await (await openShop().get("/gallery")).text();
  for (const name of knobNames) expect(page).toContain(`id="knob-${name}"`);
  expect(await (await openShop().get("/")).text()).toContain('href="/gallery"');
});
