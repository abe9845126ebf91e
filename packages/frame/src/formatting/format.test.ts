import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CardIdentifier } from "../card/identify-card.ts";
import { afterChange, type Edit, type EditKind, type Formatter, type Shown } from "./edit.ts";
import { formatDigits, formatMonth, formatYear } from "./format-digits.ts";
import { formatExpiry } from "./format-expiry.ts";
import { formatNumber as createNumberFormatter } from "./format-number.ts";

const formatNumber = createNumberFormatter(new CardIdentifier());

/** A text with its caret written as `|`. */
const withCaret = ({ text, caret }: Shown) => `${text.slice(0, caret)}|${text.slice(caret)}`;

/** Edits a text as a browser does, then formats it. */
function perform(format: Formatter, shown: Shown, action: Action): Shown {
  const { text, caret } = shown;
  const edit = (next: string, at: number, kind: EditKind, collapsed = true): Edit => ({
    text: next,
    caret: at,
    kind,
    before: collapsed ? text : null,
  });
  switch (action.do) {
    case "type":
      return format(
        edit(text.slice(0, caret) + action.text + text.slice(caret), caret + action.text.length, "insert"),
      );
    case "back":
      if (caret === 0) return shown;
      return format(edit(text.slice(0, caret - 1) + text.slice(caret), caret - 1, "delete-backward"));
    case "del":
      if (caret === text.length) return shown;
      return format(edit(text.slice(0, caret) + text.slice(caret + 1), caret, "delete-forward"));
    case "move":
      return { text, caret: Math.min(action.to, text.length) };
    case "replace": {
      const from = Math.min(action.from, text.length);
      const to = Math.min(Math.max(action.to, from), text.length);
      const next = text.slice(0, from) + action.text + text.slice(to);
      return format(
        edit(next, from + action.text.length, action.text ? "insert" : "delete-backward", from === to),
      );
    }
    default:
      return action satisfies never;
  }
}

type Action =
  | { do: "type"; text: string }
  | { do: "back" }
  | { do: "del" }
  | { do: "move"; to: number }
  | { do: "replace"; from: number; to: number; text: string };

/** Types a text key by key; `<` is Backspace, `>` is Delete. */
function keys(format: Formatter, typed: string, from = "|"): string {
  let shown: Shown = { text: from.replace("|", ""), caret: from.indexOf("|") };
  for (const key of typed) {
    const action: Action =
      key === "<" ? { do: "back" } : key === ">" ? { do: "del" } : { do: "type", text: key };
    shown = perform(format, shown, action);
  }
  return withCaret(shown);
}

/** Pastes a text over the selection between `[` and `]`, or at the caret. */
function paste(format: Formatter, text: string, into = "|"): string {
  const from = into.search(/[[|]/);
  const plain = into.replace(/[[\]|]/g, "");
  const to = into.includes("]") ? into.indexOf("]") - 1 : from;
  return withCaret(perform(format, { text: plain, caret: to }, { do: "replace", from, to, text }));
}

describe("a card number is shown in groups while it is typed", () => {
  it.each([
    ["4242", "4242|"],
    ["42424", "4242 4|"],
    ["4242424242424242", "4242 4242 4242 4242|"],
    ["378282246310005", "3782 822463 10005|"],
    ["30569309025904", "3056 930902 5904|"],
    ["6304000000000000000", "6304 0000 0000 0000 000|"],
    ["42424242424242424242", "4242 4242 4242 4242 424|"],
    ["3782822463100059", "3782 822463 10005|"],
    ["4a2b4c2", "4242|"],
  ])("%s -> %s", (typed, shown) => {
    expect(keys(formatNumber, typed)).toBe(shown);
  });

  it.each([
    ["4242 4242 4242 4242", "4242 4242 4242 4242|"],
    ["4242-4242-4242-4242", "4242 4242 4242 4242|"],
    ["4242\u00a04242\u20134242 4242", "4242 4242 4242 4242|"],
    ["Card: 4242 4242 4242 4242 (Visa)", "4242 4242 4242 4242|"],
    ["４２４２４２４２４２４２４２４２", "4242 4242 4242 4242|"],
    ["٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "4242 4242 4242 4242|"],
    ["۴۲۴۲ ۴۲۴۲ ۴۲۴۲ ۴۲۴۲", "4242 4242 4242 4242|"],
    ["6304 0000 0000 0000 000", "6304 0000 0000 0000 000|"],
    ["4242 4242 4242 4242 exp 12/31 cvv 123", "4242 4242 4242 4242|"],
    ["Visa 4242424242424242, 12/2031, 123", "4242 4242 4242 4242|"],
    ["3782 822463 10005 12/31 1234", "3782 822463 10005|"],
    ["6304 0000 0000 0000 12/31 123", "6304 0000 0000 0000|"],
    ["4242\u20134242\u20134242\u20134242\t\u0661\u0662/\u0663\u0661", "4242 4242 4242 4242|"],
    ["6304 0000 0000 0000 000 (12/31)", "6304 0000 0000 0000 000|"],
    ["Card 1: 4242 4242 4242 4242", "4242 4242 4242 4242|"],
    ["12/30 4242 4242 4242 4242", "4242 4242 4242 4242|"],
    ["CVV 123, 4242424242424242", "4242 4242 4242 4242|"],
    ["2 4242 4242 4242 4242", "4242 4242 4242 4242|"],
    ["4242 4242 4242 4242 1230 123", "4242 4242 4242 4242|"],
    ["1. 3782 822463 10005 12-31", "3782 822463 10005|"],
    ["4242 4242 4242 4241 exp 12/31 cvv 123", "4242 4242 4242 4241|"],
    ["123, 4242 4242 4242 4241", "4242 4242 4242 4241|"],
  ])("pasted %s", (text, shown) => {
    expect(paste(formatNumber, text)).toBe(shown);
  });

  it.each([
    ["typing in the middle", "4242 4|242 42", "9", "4242 49|24 242"],
    ["typing before a gap", "4242| 4242", "9", "4242 9|424 2"],
    ["typing after a gap", "4242 |4242", "9", "4242 9|424 2"],
    ["backspace over a gap deletes the digit before it", "4242 |4242", "<", "424|4 242"],
    ["delete over a gap deletes the digit after it", "4242| 4242", ">", "4242| 242"],
    ["backspace in the middle", "4242 42|42", "<", "4242 4|42"],
    ["backspace at the start changes nothing", "|4242 42", "<", "|4242 42"],
    [
      "a full number refuses a digit in its middle and keeps its end",
      "3782 8|22463 10005",
      "9",
      "3782 8|22463 10005",
    ],
    ["a refused digit behind a gap leaves the caret there", "3782 |822463 10005", "9", "3782 |822463 10005"],
    ["a letter behind a gap leaves the caret there", "4242 |4242", "x", "4242 |4242"],
    ["a letter in the middle changes nothing", "4242 4|242", "x", "4242 4|242"],
    ["nor in a long number", "4242 4242 4242 4|242", "x/", "4242 4242 4242 4|242"],
    ["a first digit that changes the network moves the gaps", "|782 822463 10005", "3", "3|782 822463 10005"],
  ])("%s", (_, from, typed, shown) => {
    expect(keys(formatNumber, typed, from)).toBe(shown);
  });

  it.each([
    ["into the middle", "42|42", "0000", "4200 00|42"],
    ["over a selection", "42[42 42]42", "9", "429|4 2"],
    ["over everything", "[4242 4242]", "5555555555554444", "5555 5555 5555 4444|"],
    ["nothing over a selection", "4242 [4242] 4242", "", "4242| 4242"],
  ])("pasted %s", (_, into, text, shown) => {
    expect(paste(formatNumber, text, into)).toBe(shown);
  });
});

describe("an expiry is shown as MM / YY while it is typed", () => {
  it.each([
    ["1", "1|"],
    ["12", "12 / |"],
    ["1231", "12 / 31|"],
    ["12/31", "12 / 31|"],
    ["12 / 31", "12 / 31|"],
    ["12/2031", "12 / 31|"],
    ["122031", "12 / 31|"],
    ["12/203", "12 / 203|"],
    ["1/31", "01 / 31|"],
    ["1/2031", "01 / 31|"],
    ["531", "05 / 31|"],
    ["5", "05 / |"],
    ["05/31", "05 / 31|"],
    ["13", "13 / |"],
    ["0", "0|"],
    ["0/", "0|"],
    ["/", "|"],
    ["12319", "12 / 31|"],
    ["12<", "1|"],
    ["12<<", "|"],
    ["123<", "12 / |"],
    ["123<<", "1|"],
    ["123<<<", "|"],
    ["5<", "0|"],
    ["5<<", "|"],
    ["1231<<<<", "|"],
    ["12<2", "12 / |"],
  ])("typed %s -> %s", (typed, shown) => {
    expect(keys(formatExpiry, typed)).toBe(shown);
  });

  it.each([
    "12/31",
    "12/2031",
    "2031-12",
    "2031-12-31",
    "203112",
    "2031/12",
    "1231",
    "122031",
    "12 / 31",
    "12 / 2031",
    "12-31",
    "12.31",
    "12 31",
    " 12/31 ",
    "Exp.: 12/31",
    "12\u00a0/\u00a031",
    "１２／３１",
    "١٢/٣١",
    "۱۲/۲۰۳۱",
  ])("pasted %s", (text) => {
    expect(paste(formatExpiry, text)).toBe("12 / 31|");
    expect(paste(formatExpiry, text, "[01 / 29]")).toBe("12 / 31|");
  });

  it.each([
    ["1/31", "01 / 31|"],
    ["2030-9", "09 / 30|"],
    ["9/2030", "09 / 30|"],
    ["930", "09 / 30|"],
    ["13/30", "13 / 30|"],
    ["12/1999", "12 / 99|"],
    ["12/31/2030", "12 / 30|"],
    ["01/31/2030", "01 / 30|"],
    ["31.12.2030", "12 / 30|"],
    ["31. 1. 30", "01 / 30|"],
    ["12/31/30", "12 / 30|"],
    ["Expires 28/02/2031.", "02 / 31|"],
    // Which of the two is the month? The year 2004 is over, and the shopper looks again.
    ["03/04/2030", "03 / 04|"],
  ])("pasted %s -> %s", (text, shown) => {
    expect(paste(formatExpiry, text)).toBe(shown);
  });

  it.each([
    ["deleting in the month leaves the year", "12| / 34", "<", "1| / 34"],
    ["and again", "1| / 34", "<", "| / 34"],
    ["a month typed before a year", "| / 34", "12", "12| / 34"],
    ["a month of one digit gets its zero", "| / 34", "5", "05| / 34"],
    ["a full month refuses a digit", "12| / 34", "5", "12| / 34"],
    ["a full year refuses a digit", "12 / 3|4", "5", "12 / 3|4"],
    ["a full month passes a digit on to a year that lacks one", "12| / 2", "3", "12 / 3|2"],
    ["also after a deletion before the slash", "12| / 22", ">3", "12 / 3|2"],
    ["and beside the slash", "12 |/ 2", "3", "12 / 3|2"],
    ["but not a digit in its middle", "1|2 / 3", "5", "1|2 / 3"],
    ["backspace over the slash deletes the month's last digit", "12 / |34", "<", "1| / 34"],
    ["delete over the slash deletes the year's first digit", "12| / 34", ">", "12| / 4"],
    ["a digit before the first one", "1|2 / 34", "0", "1|2 / 34"],
    ["a year corrected in its middle", "12 / 3|4", "<9", "12 / 9|4"],
  ])("%s", (_, from, typed, shown) => {
    expect(keys(formatExpiry, typed, from)).toBe(shown);
  });
});

describe("a CVV keeps its digits", () => {
  it.each([
    [3, "1234", "123|"],
    [4, "1234", "1234|"],
    [3, "1a2 3", "123|"],
    [4, "１２３", "123|"],
  ])("of at most %i: %s -> %s", (max, typed, shown) => {
    expect(keys((edit) => formatDigits(edit, max), typed)).toBe(shown);
  });
});

const text = fc.string({ unit: fc.constantFrom(..."0123456789 /-a٣４\u00a0"), maxLength: 24 });
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    do: fc.constant("type" as const),
    text: fc.string({ unit: fc.constantFrom(..."0123456789/ x"), minLength: 1, maxLength: 1 }),
  }),
  fc.record({ do: fc.constant("back" as const) }),
  fc.record({ do: fc.constant("del" as const) }),
  fc.record({ do: fc.constant("move" as const), to: fc.nat(24) }),
  fc.record({ do: fc.constant("replace" as const), from: fc.nat(24), to: fc.nat(24), text }),
);

describe.each([
  ["number", formatNumber],
  ["expiry", formatExpiry],
  ["cvv", (edit: Edit) => formatDigits(edit, 4)],
] as const)("a field after any edits: %s", (_, format) => {
  it("does not change text and caret when it formats its own result again", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        let shown: Shown = { text: "", caret: 0 };
        for (const step of actions) {
          shown = perform(format, shown, step);
          expect(shown.caret).toBeGreaterThanOrEqual(0);
          expect(shown.caret).toBeLessThanOrEqual(shown.text.length);
          expect(shown.text).toMatch(/^[0-9 /]*$/);
        }
        const again = format({ text: shown.text, caret: shown.text.length, kind: "insert", before: null });
        expect(
          format({ text: again.text, caret: again.text.length, kind: "insert", before: null }).text,
        ).toBe(again.text);
      }),
    );
  });

  it("is empty after as many Backspaces at its end as it has digits", () => {
    fc.assert(
      fc.property(text, (start) => {
        let shown = perform(format, { text: "", caret: 0 }, { do: "type", text: start });
        const digits = shown.text.replace(/\D/g, "").length;
        for (let stroke = 0; stroke < digits; stroke++) shown = perform(format, shown, { do: "back" });
        expect(shown.text.replace(/\D/g, "")).toBe("");
      }),
    );
  });

  it("keeps the digits to the right of the caret when something is typed or deleted before them", () => {
    fc.assert(
      fc.property(
        text,
        fc.nat(24),
        fc.constantFrom<Action>({ do: "back" }, { do: "type", text: "x" }),
        (start, at, step) => {
          const filled = perform(format, { text: "", caret: 0 }, { do: "type", text: start });
          const moved = perform(format, filled, { do: "move", to: at });
          const right = moved.text.slice(moved.caret).replace(/\D/g, "");
          const after = perform(format, moved, step);
          expect(after.text.slice(after.caret).replace(/\D/g, "")).toBe(right);
        },
      ),
    );
  });
});

it("keeps every digit of a number, in order, whatever characters separate them", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(..." -.x\u00a0"), maxLength: 2 }),
      (digits, between) => {
        const shown = formatNumber({
          text: [...digits].join(between),
          caret: 99,
          kind: "insert",
          before: null,
        });
        expect(shown.text.replaceAll(" ", "")).toBe(digits);
      },
    ),
  );
});

describe("undo leaves the caret at the edit", () => {
  it.each([
    ["4242 4", "4242|"],
    ["4924 2123 4", "4|242 1234"],
    ["4241 2", "4242| 12"],
    ["12 / ", "12 / 31|"],
    ["4242", "|"],
    ["", "4242 4|"],
  ])("after %j: %s", (before, shown) => {
    const text = shown.replace("|", "");
    expect(withCaret({ text, caret: afterChange(before, text) })).toBe(shown);
  });
});

describe("a month and a year in separate fields", () => {
  it.each([
    ["1", "1|"],
    ["12", "12|"],
    ["5", "05|"],
    ["5<", "0|"],
    ["0<", "|"],
    ["123", "12|"],
    ["٣", "03|"],
    ["a1b2", "12|"],
  ])("month %s shows %s", (typed, shown) => {
    expect(keys(formatMonth, typed)).toBe(shown);
  });

  it.each([
    ["31", "31|"],
    ["319", "31|"],
    ["2031", "2031|"],
    ["20315", "2031|"],
    ["2031<<", "20|"],
    ["٢٠٣١", "2031|"],
  ])("year %s shows %s", (typed, shown) => {
    expect(keys(formatYear, typed)).toBe(shown);
  });
});
