/** What a form shows after a declined payment, and how long it can give the card back. */
import { declineMessages, describeDecline } from "@cardpane/contract/declines";
import type { FieldName, PageToFrame } from "@cardpane/contract/messages";
import { describe, expect, it, vi } from "vitest";
import { en } from "../locale/en.ts";
import { goodCard, openTestForm, options, savedCard, success } from "./testing.ts";

const warn = vi.spyOn(console, "warn").mockImplementation(() => {});

type TestForm = ReturnType<typeof openTestForm>;

/** A form whose card became a token. */
async function tokenized(given = options, card = goodCard): Promise<TestForm> {
  const test = openTestForm(given);
  test.fill(card);
  test.tokenize("a");
  await test.requests[0]?.answer(success);
  test.settle();
  test.posted.length = 0;
  test.screen.length = 0;
  return test;
}

const decline = ({ form, settle }: TestForm, code: string | null) => {
  form.handleMessage({ type: "decline", code });
  settle();
};
const notice = ({ drawn }: TestForm) => drawn.at(-1)?.notice;
const focused = ({ posted }: TestForm) =>
  posted.flatMap((one) => (one.type === "advanced" && one.from === null ? [one.to] : []));
const card = ({ texts }: TestForm) => [
  texts.get("number") ?? "",
  texts.get("expiry") ?? "",
  texts.get("cvv") ?? "",
];
const whole = [goodCard.number, goodCard.expiry, ""];
const nothing = ["", "", ""];

it("names a text that is no code of a decline to the developer, once and without the text", async () => {
  for (const code of ["", "5999"]) decline(await tokenized(), code);
  expect(warn).not.toHaveBeenCalled();
  for (const code of ["5043x", "0"]) decline(await tokenized(), code);
  expect(warn.mock.calls).toEqual([[expect.stringContaining("decline's code is unknown")]]);
  expect(String(warn.mock.calls)).not.toContain("5043");
});

it("is empty for the page after a token, as if nothing were kept", async () => {
  const test = await tokenized();
  expect(card(test)).toEqual(nothing);
  expect(test.keepsText()).toBe(true);
  expect(test.form.snapshot?.fields.number).toMatchObject({ empty: true, valid: false, error: null });
  test.tokenize("b");
  expect(test.endings()).toEqual([["b", "form_invalid"]]);
  expect(Object.keys(test.errors())).toEqual(["number", "expiry", "cvv"]);
});

describe("a decline", () => {
  it.each([
    ["5082", "cvv", whole],
    ["5014", "number", whole],
    ["5053", "expiry", whole],
    ["5054", "expiry", whole],
    ["5016", "cardholder", whole],
    ["5031", "postalCode", whole],
  ] as const)(
    "%s marks, announces and focuses the field %s, with the card in place",
    async (code, field, texts) => {
      const test = await tokenized();
      decline(test, code);
      const { message } = describeDecline(code);
      expect(notice(test)).toBe(en.declines[message]);
      expect(test.screen.at(-1)).toBe(`announce ${en.declines[message]}`);
      expect(Object.keys(test.errors())).toEqual([field]);
      expect(focused(test)).toEqual([field]);
      expect(card(test)).toEqual(texts);
    },
  );

  it.each(["5051", "5091", "5222", "5227"])("%s needs only the CVV again", async (code) => {
    const test = await tokenized();
    decline(test, code);
    expect(test.errors()).toEqual({});
    expect([focused(test), card(test)]).toEqual([["cvv"], whole]);
    expect(test.form.snapshot?.fields.number).toMatchObject({ empty: false, valid: true });
    test.type("cvv", "321");
    test.tokenize("b");
    expect(test.requests).toHaveLength(2);
    expect(notice(test)).toBeNull();
  });

  it.each(["5000", "5041", "5043", "5059", "5043x", ""])("%j asks for another card", async (code) => {
    const test = await tokenized();
    decline(test, code);
    expect(notice(test)).toBe(en.declines.general);
    expect([focused(test), card(test), test.keepsText()]).toEqual([["number"], nothing, false]);
  });

  it("empties a card that a closed challenge gave back, if only another one can help", async () => {
    const test = await tokenized();
    decline(test, null);
    expect(card(test)).toEqual(whole);
    decline(test, "5041");
    expect(card(test)).toEqual(nothing);
  });

  it("of a form that keeps nothing focuses its first empty field", () => {
    const test = openTestForm();
    decline(test, "5082");
    expect([focused(test), Object.keys(test.errors())]).toEqual([["number"], ["cvv"]]);
  });

  it("marks the first of two fields for the date", async () => {
    const names = ["number", "expiryMonth", "expiryYear", "cvv"] as const;
    const fields = names.map((name) => ({ name, required: true }));
    const { number = "", cvv = "" } = goodCard;
    const split = await tokenized(
      { ...options, fields },
      { number, expiryMonth: "12", expiryYear: "31", cvv },
    );
    decline(split, "5053");
    expect(focused(split)).toEqual(["expiryMonth"]);
    expect(split.texts.get("expiryYear")).toBe("31");
  });

  it("of a saved card asks for its CVV", async () => {
    const test = await tokenized({ ...options, savedCard }, { cvv: "1234" });
    decline(test, "5041");
    expect([notice(test), focused(test)]).toEqual([en.declines.general, ["cvv"]]);
  });

  it("leaves a card that the shopper has typed since", async () => {
    const test = await tokenized();
    test.type("number", "5555 5555 5555 4444");
    expect(test.keepsText()).toBe(false);
    decline(test, "5041");
    expect(card(test)).toEqual(["5555 5555 5555 4444", "", ""]);
    expect(focused(test)).toEqual(["expiry"]);
  });

  it("is ignored while another card is sent", async () => {
    const test = await tokenized();
    test.fill();
    test.tokenize("b");
    decline(test, "5000");
    expect([notice(test), focused(test)]).toEqual([null, []]);
  });

  it("is shown in another language when the language changes", async () => {
    const test = await tokenized();
    decline(test, "5082");
    test.form.setLocale({ ...en, declines: { ...en.declines, wrong_cvv: "Falsch." } });
    expect(notice(test)).toBe("Falsch.");
  });

  it("keeps the mark until the field changes", async () => {
    const test = await tokenized();
    decline(test, "5082");
    expect(test.form.snapshot?.fields.cvv).toMatchObject({ error: "refused", valid: false });
    test.type("cvv", "3");
    expect(test.errors()).toEqual({});
  });

  it("masks the number that it gives back until the shopper enters the field", async () => {
    const test = await tokenized();
    decline(test, "5051");
    const masked = () =>
      test.drawn
        .at(-1)
        ?.fields.map((field) => field.masked)
        .indexOf(true);
    expect(masked()).toBe(0);
    test.enter("number");
    expect(masked()).toBe(-1);
    test.leave("number");
    test.type("number", "4242 4242 4242 424");
    test.type("number", goodCard.number ?? "");
    expect(masked()).toBe(-1);
  });

  it("gives the chosen network back", async () => {
    const test = openTestForm();
    test.fill({ ...goodCard, number: "4035 5010 0000 0008" });
    test.choose("cartes-bancaires");
    const before = test.form.snapshot?.brand;
    test.tokenize("a");
    await test.requests[0]?.answer(success);
    decline(test, "5051");
    expect([before, test.form.snapshot?.brand]).toEqual(["cartes-bancaires", "cartes-bancaires"]);
  });
});

describe("a closed challenge", () => {
  it("gives the card back and focuses the CVV, without a sentence", async () => {
    const test = await tokenized();
    decline(test, null);
    expect([notice(test), focused(test), card(test)]).toEqual([null, ["cvv"], whole]);
    expect(test.screen).toEqual(["give back"]);
  });

  it("changes nothing in a form that keeps nothing", () => {
    const test = openTestForm();
    decline(test, null);
    expect([test.screen, focused(test)]).toEqual([[], []]);
  });
});

it.each([
  [null, "cvv"],
  ["5051", "cvv"],
  ["5054", "expiry"],
  ["5041", "number"],
])("focus() right after %j takes the field %s, before the page knows what changed", async (code, field) => {
  const test = await tokenized();
  test.form.handleMessage({ type: "decline", code });
  test.form.handleMessage({ type: "focus", field: null });
  expect(test.screen.at(-1)).toBe(`focus ${field}`);
});

describe("the option decline", () => {
  it("is shown and announced when the page listens", () => {
    const test = openTestForm({ ...options, decline: "5082" }, true, false);
    expect(notice(test)).toBeNull();
    test.form.startPublishing();
    expect(notice(test)).toBe(en.declines.wrong_cvv);
    expect(test.screen).toEqual([`announce ${en.declines.wrong_cvv}`]);
    expect(focused(test)).toEqual(["number"]);
  });

  it("is shown when it changes", async () => {
    const test = await tokenized();
    const update = (code: string | null) =>
      test.form.handleMessage({ type: "update", options: { ...options, decline: code } });
    update("5082");
    expect([notice(test), card(test)]).toEqual([en.declines.wrong_cvv, whole]);
    test.screen.length = 0;
    update("5082");
    expect(test.screen).toEqual([]);
    update(null);
    update("5051");
    expect(notice(test)).toBe(en.declines.insufficient_funds);
  });
});

describe("a kept card", () => {
  const message = (one: PageToFrame) => (test: TestForm) => test.form.handleMessage(one);
  const fields = (["expiry", "cvv"] as const).map((name) => ({ name, required: true }));
  const ends: readonly (readonly [string, (test: TestForm) => void])[] = [
    ["clear()", message({ type: "clear" })],
    ["reset()", message({ type: "reset" })],
    ["close()", (test) => test.form.close()],
    ["a hidden document", (test) => test.form.handlePageHide()],
    ["a restored document", (test) => test.form.handlePageShow()],
    ["a saved card", message({ type: "update", options: { ...options, savedCard } })],
    ["a form without the number", message({ type: "update", options: { ...options, fields } })],
    ["a decline after which only another card can help", message({ type: "decline", code: "5043" })],
    ["ten minutes", (test) => test.settle(600_000)],
  ];

  it.each(ends)("is wiped by %s", async (_, end) => {
    const test = await tokenized();
    end(test);
    expect(test.keepsText()).toBe(false);
    decline(test, "5082");
    expect(card(test)).toEqual(nothing);
  });

  it.each(ends)("that was given back is wiped by %s", async (_, end) => {
    const test = await tokenized();
    decline(test, "5082");
    end(test);
    expect(card(test).slice(0, 1)).toEqual([""]);
    expect(test.form.snapshot?.fields.number?.empty ?? true).toBe(true);
  });

  it("stays for less than ten minutes", async () => {
    const test = await tokenized();
    test.settle(599_999);
    expect(test.keepsText()).toBe(true);
  });

  it("of an earlier token does not end with that token's time", async () => {
    const test = await tokenized();
    test.fill();
    test.tokenize("b");
    test.form.handleMessage({ type: "cancel", requestId: "b" });
    test.settle(600_000);
    expect(card(test)).toEqual([goodCard.number, goodCard.expiry, goodCard.cvv]);
  });
});

it("every sentence is one of the locale, and any code has one", () => {
  expect(Object.keys(en.declines).sort()).toEqual([...declineMessages].sort());
  const fieldsOf = new Set<FieldName | undefined>();
  for (let code = 5000; code < 5400; code++) fieldsOf.add(describeDecline(String(code)).field);
  expect([...fieldsOf].every((field) => !field || field in en.labels)).toBe(true);
});
