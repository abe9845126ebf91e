/** The code to copy makes the same pane, and holds nothing that could end the script it stands in. */
import type { CardPaneOptions } from "@cardpane/browser";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cssCode, htmlCode, jsCode, literal, tokensCode } from "./code.ts";

/** Runs copied code as a page would, and returns what the pane got. */
function run(code: string): { readonly options: unknown; readonly calls: readonly unknown[] } {
  let options: unknown;
  const calls: unknown[] = [];
  const pane = {
    mount: (target: string) => calls.push(target),
    field: (name: string, target: string) => calls.push([name, target]),
  };
  new Function("createCardPane", code)((given: unknown) => {
    options = given;
    return pane;
  });
  return { options, calls };
}

const options = {
  environment: "sandbox",
  fields: ["number", "cvv?"],
  theme: "flat",
  tokens: { radius: 2, fontFamily: "'Times New Roman', serif" },
  texts: { labels: { cvv: 'Code "</script>" & more' } },
  savedCard: { paymentAccountId: "a", consumerId: "b", brand: null, lastFour: "4242" },
  maskNumber: true,
  bin: 6,
} as const satisfies CardPaneOptions;

describe("JavaScript", () => {
  test("of a form in one frame", () => {
    expect(run(jsCode(options, "whole"))).toEqual({ options, calls: ["#card"] });
  });

  test("of fields in places of their own", () => {
    const { fields: _, ...others } = options;
    expect(run(jsCode({ ...options, expiry: "single" }, "split"))).toEqual({
      options: { ...others, expiry: "single" },
      calls: [
        ["number", "#number"],
        ["cvv?", "#cvv"],
      ],
    });
  });

  test("any value is written so that it is read again, and ends no script", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const code = literal(value);
        expect(code).not.toContain("<");
        // What JSON holds: -0 is 0 there, and `__proto__` is a name like any other.
        expect(
          JSON.parse(JSON.stringify(new Function(`return ${code.replace(/__proto__/g, "proto")}`)())),
        ).toEqual(JSON.parse(JSON.stringify(value).replace(/__proto__/g, "proto")));
      }),
    );
  });
});

describe("HTML", () => {
  test("has an attribute for what has one, and a script for the rest", () => {
    expect(htmlCode(options, "whole")).toBe(
      [
        '<card-pane environment="sandbox" fields="number cvv?" theme="flat" saved-card="{&quot;paymentAccountId&quot;:&quot;a&quot;,&quot;consumerId&quot;:&quot;b&quot;,&quot;brand&quot;:null,&quot;lastFour&quot;:&quot;4242&quot;}" mask-number bin="6"></card-pane>',
        "<script>",
        '  document.querySelector("card-pane").update({',
        "    tokens: {",
        "      radius: 2,",
        "      fontFamily: \"'Times New Roman', serif\",",
        "    },",
        "    texts: {",
        "      labels: {",
        '        cvv: "Code \\"\\u003c/script>\\" & more",',
        "      },",
        "    },",
        "  });",
        "</script>",
      ].join("\n"),
    );
  });

  test("has the fields as elements where they are apart", () => {
    expect(htmlCode({ fields: ["number", "expiry?"], expiry: "select" }, "split")).toBe(
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

describe("tokens", () => {
  test("as options, those of the dark scheme apart", () => {
    expect(tokensCode({ radius: 2 }, {})).toBe("pane.update({\n  tokens: {\n    radius: 2,\n  },\n});");
    expect(tokensCode({}, { colorText: "#fff" })).toBe(
      'pane.update({\n  darkTokens: {\n    colorText: "#fff",\n  },\n});',
    );
  });

  test("as custom properties, with units where there are", () => {
    expect(cssCode({ radius: 2, lineHeight: 1.5, labelWeight: 600 }, { colorText: "#fff" })).toBe(
      [
        "card-pane {",
        "  --cardpane-radius: 2px;",
        "  --cardpane-line-height: 1.5;",
        "  --cardpane-label-weight: 600;",
        "}",
        "",
        "@media (prefers-color-scheme: dark) {",
        "  card-pane {",
        "    --cardpane-color-text: #fff;",
        "  }",
        "}",
      ].join("\n"),
    );
  });
});
