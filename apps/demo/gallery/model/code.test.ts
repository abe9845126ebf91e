/** The code to copy creates the same pane, and contains nothing that could end its script element. */
import type { CardPaneOptions } from "@cardpane/browser";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { htmlCode, jsCode, literal } from "./code.ts";

/** Runs copied code as a page would, and returns the options and calls that the pane received. */
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
  test("creates a form in one frame", () => {
    expect(run(jsCode(options, "whole"))).toEqual({ options, calls: ["#card"] });
  });

  test("creates fields in separate containers", () => {
    const { fields: _, ...others } = options;
    expect(run(jsCode({ ...options, expiry: "single" }, "split"))).toEqual({
      options: { ...others, expiry: "single" },
      calls: [
        ["number", "#number"],
        ["cvv?", "#cvv"],
      ],
    });
  });

  test("writes any value so that it is parsed unchanged and cannot end the script", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const code = literal(value);
        expect(code).not.toContain("<");
        // Compared as JSON, which turns -0 into 0 and treats `__proto__` as an ordinary name.
        expect(
          JSON.parse(JSON.stringify(new Function(`return ${code.replace(/__proto__/g, "proto")}`)())),
        ).toEqual(JSON.parse(JSON.stringify(value).replace(/__proto__/g, "proto")));
      }),
    );
  });
});

describe("HTML", () => {
  test("has attributes for options that have one, and a script for the rest", () => {
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

  test("has an element for each field of a split form", () => {
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
