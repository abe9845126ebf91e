import { fieldNames, parseFrameToPage } from "@cardpane/contract/messages";
import { describe, expect, it } from "vitest";
import { de } from "../locale/de.ts";
import { withOwnTexts } from "../locale/differences.ts";
import { en } from "../locale/en.ts";
import { failureText } from "../locale/texts.ts";
import { failure } from "../tokenize/answer.ts";
import type { TokenOrder } from "../tokenize/order.ts";
import { sendCard } from "../tokenize/send.ts";
import { goodCard, openTestForm, options, savedCard, success, token } from "./testing.ts";

const wipeAll = `wipe ${fieldNames.join(" ")}`;

describe("an error is shown", () => {
  it("when a field is left with something wrong in it, and read out", () => {
    const { enter, type, leave, errors, screen } = openTestForm();
    enter("number");
    type("number", "4242 4242 4242 4241");
    expect(errors()).toEqual({});
    leave("number");
    expect(errors()).toEqual({ number: en.errors.number.check_digit });
    expect(screen).toEqual([`announce Card number: ${en.errors.number.check_digit}`]);
  });

  it.each([
    ["number", "4242", en.errors.number.incomplete],
    ["number", "4242 4242 4242 4241", en.errors.number.check_digit],
    ["number", "0000 0000 0000 0000", en.errors.number.invalid],
    ["expiry", "12 / 2", en.errors.expiry.incomplete],
    ["expiry", "13 / 30", en.errors.expiry.invalid],
    ["expiry", "10 / 26", en.errors.expiry.expired],
    ["expiry", "12 / 60", en.errors.expiry.too_far],
    ["cvv", "12", en.errors.cvv.incomplete],
    ["cardholder", "4242 4242 4242 4242", en.errors.cardholder.holds_card_number],
    ["postalCode", "1", en.errors.postalCode.incomplete],
  ] as const)("when %s is left with %s", (field, text, error) => {
    const { type, leave, errors } = openTestForm();
    type(field, text);
    leave(field);
    expect(errors()).toEqual({ [field]: error });
  });

  it("never when an empty field is left", () => {
    const { enter, leave, errors } = openTestForm();
    enter("number");
    leave("number");
    enter("cvv");
    leave("cvv");
    expect(errors()).toEqual({});
  });

  it("never while someone types, and none turns into another", () => {
    const { type, leave, errors } = openTestForm();
    type("number", "4242 4242 4242 4241");
    leave("number");
    type("number", "4242 4242 4242 424");
    expect(errors()).toEqual({});
    type("number", "4242 4242 4242 4241");
    expect(errors()).toEqual({});
  });

  it("until it is mended", () => {
    const { type, leave, errors } = openTestForm();
    type("cvv", "1");
    leave("cvv");
    type("cvv", "12");
    expect(errors()).toEqual({ cvv: en.errors.cvv.incomplete });
    type("cvv", "123");
    expect(errors()).toEqual({});
  });

  it("until the number makes the CVV right", () => {
    const { type, leave, errors } = openTestForm();
    type("number", "3782 822463 10005");
    type("cvv", "123");
    leave("cvv");
    expect(errors()).toEqual({ cvv: en.errors.cvv.incomplete });
    type("number", "4242 4242 4242 4242");
    expect(errors()).toEqual({});
  });

  it("under every wrong field on submit, and the first one gets the focus", () => {
    const { type, tokenize, errors, screen, endings, posted, requests } = openTestForm();
    type("number", "4242 4242 4242 4242");
    type("postalCode", "1");
    tokenize("a");
    expect(Object.keys(errors())).toEqual(["expiry", "cvv", "cardholder", "postalCode"]);
    expect(screen).toContain("focus expiry");
    expect(endings()).toEqual([["a", "form_invalid"]]);
    expect(posted.at(-1)).toMatchObject({
      outcome: { text: en.failures.form_invalid, fields: ["expiry", "cvv", "cardholder", "postalCode"] },
    });
    expect(requests).toEqual([]);
  });

  it("on validate, without moving the focus", () => {
    const { form, errors, screen, posted } = openTestForm();
    form.asked({ type: "validate", requestId: "v" });
    expect(Object.keys(errors())).toEqual(["number", "expiry", "cvv", "cardholder"]);
    expect(screen.join()).not.toContain("focus");
    expect(posted.at(-1)).toMatchObject({ type: "validated", requestId: "v", snapshot: { valid: false } });
  });
});

describe("month and year in fields of their own", () => {
  const names = ["number", "expiryMonth", "expiryYear", "cvv"] as const;
  const split = { ...options, fields: names.map((name) => ({ name, required: false })) };

  it("make one date, which the order carries and the token wipes", async () => {
    const { fill, tokenize, requests, endings, screen } = openTestForm(split);
    fill({ number: "4242 4242 4242 4242", expiryMonth: "1", expiryYear: "2031", cvv: "123" });
    tokenize("a");
    const sent = await bodyOf(requests[0]?.order);
    expect(sent).toMatchObject({ expirationMonth: "01", expirationYear: "31" });
    await requests[0]?.answer(success);
    expect(endings()).toEqual([["a", "token"]]);
    expect(screen).toContain("wipe number expiryMonth expiryYear cvv");
  });

  it("are both demanded, and needed both", () => {
    const { tokenize, errors } = openTestForm(split);
    tokenize("a");
    expect(errors()).toMatchObject({
      expiryMonth: en.errors.expiry.required,
      expiryYear: en.errors.expiry.required,
    });
    const half = openTestForm({
      ...split,
      fields: split.fields.filter(({ name }) => name !== "expiryMonth"),
    });
    half.tokenize("a");
    expect(half.endings()).toEqual([["a", "options_invalid"]]);
  });

  it("are judged together when the month is left: the year says that the card is over", () => {
    const { type, leave, errors, screen } = openTestForm(split);
    type("expiryYear", "26");
    leave("expiryYear");
    expect(errors()).toEqual({});
    type("expiryMonth", "10");
    leave("expiryMonth");
    expect(errors()).toEqual({ expiryYear: en.errors.expiry.expired });
    expect(screen).toEqual([`announce Expiry year: ${en.errors.expiry.expired}`]);
    type("expiryMonth", "12");
    expect(errors()).toEqual({});
  });

  it("say each what is wrong with it", () => {
    const { type, leave, errors } = openTestForm(split);
    type("expiryMonth", "13");
    type("expiryYear", "1850");
    leave("expiryMonth");
    expect(errors()).toEqual({ expiryMonth: en.errors.expiry.invalid, expiryYear: en.errors.expiry.too_far });
  });

  it.each([
    [["expiryYear"], ["expiryYear"], split],
    [["expiryMonth", "expiryYear"], ["expiryMonth", "expiryYear"], split],
    [["expiryYear"], ["expiry"], options],
  ] as const)("of which the gateway refuses %j show %j", async (refused, shown, asked) => {
    const { fill, tokenize, requests, errors } = openTestForm(asked);
    fill({ ...goodCard, expiryMonth: "12", expiryYear: "31" });
    tokenize("a");
    await requests[0]?.answer(failure("card_refused", refused));
    expect(Object.keys(errors())).toEqual(shown);
  });

  it("are lists where the page wants it: the months, and the years a card may be good for", () => {
    const choices = openTestForm({ ...split, expiry: "select" })
      .drawn.at(-1)
      ?.fields.map((field) => field.choices);
    expect(choices?.[0]).toBeNull();
    expect(choices?.[1]?.join(" ")).toBe("01 02 03 04 05 06 07 08 09 10 11 12");
    expect([choices?.[2]?.length, choices?.[2]?.[0], choices?.[2]?.at(-1)]).toEqual([21, "2026", "2046"]);
    expect(choices?.[3]).toBeNull();
  });
});

/** What is sent of an order. */
async function bodyOf(order: TokenOrder | undefined): Promise<unknown> {
  if (!order) throw new Error("Nothing was sent.");
  let body: unknown;
  await sendCard(order, 1000, new AbortController().signal, {
    gateway: "https://gateway.example",
    fetch: async (_, init) => {
      body = JSON.parse(String(init?.body));
      return new Response();
    },
  });
  return body;
}

describe("tokenize", () => {
  it("answers with token, device and what may be shown of the card, and wipes the card", async () => {
    const { form, fill, tokenize, requests, posted, screen } = openTestForm();
    fill();
    tokenize("a");
    await requests[0]?.answer(success);
    const message = posted.at(-1);
    expect(parseFrameToPage(message)).toEqual(message);
    expect(message).toMatchObject({
      type: "tokenized",
      requestId: "a",
      outcome: { ok: true, token, expireAt: 1_800_000_000, card: { brand: "visa", lastFour: "4242" } },
    });
    expect(screen).toContain("wipe number expiry cvv");
    const fields = form.snapshot()?.fields;
    expect([fields?.number?.empty, fields?.expiry?.empty, fields?.cvv?.empty]).toEqual([true, true, true]);
    expect(fields?.cardholder?.empty).toBe(false);
  });

  it("keeps inputs readable and busy meanwhile", async () => {
    const { fill, tokenize, requests, drawn } = openTestForm();
    fill();
    tokenize("a");
    expect(drawn.at(-1)).toMatchObject({ busy: true, disabled: false });
    await requests[0]?.answer(failure("network"));
    expect(drawn.at(-1)).toMatchObject({ busy: false });
  });

  it("asked for twice at once makes one request with the same outcome", async () => {
    const { fill, tokenize, requests, endings } = openTestForm();
    fill();
    tokenize("a");
    tokenize("b");
    await requests[0]?.answer(success);
    expect(requests).toHaveLength(1);
    expect(endings()).toEqual([
      ["a", "token"],
      ["b", "token"],
    ]);
  });

  it.each(["timeout", "network", "offline", "not_allowed", "gateway_error", "bad_answer"] as const)(
    "that ends with %s keeps what was typed, and can be asked for again",
    async (code) => {
      const { form, fill, tokenize, requests, posted, endings } = openTestForm();
      fill();
      tokenize("a");
      await requests[0]?.answer(failure(code));
      expect(posted.at(-1)).toMatchObject({
        outcome: { ok: false, code, text: failureText(en, code), fields: [] },
      });
      expect(form.snapshot()?.valid).toBe(true);
      tokenize("b");
      await requests[1]?.answer(success);
      expect(endings().at(-1)).toEqual(["b", "token"]);
    },
  );

  it("shows what the gateway refused, until that is changed", async () => {
    const { form, fill, type, leave, tokenize, requests, errors, screen, endings } = openTestForm();
    fill();
    tokenize("a");
    await requests[0]?.answer(failure("card_refused", ["cvv"]));
    expect(endings()).toEqual([["a", "card_refused"]]);
    expect(errors()).toEqual({ cvv: en.errors.cvv.invalid });
    expect(screen).toContain("focus cvv");
    leave("cvv");
    type("cardholder", "Ada");
    form.asked({ type: "validate", requestId: "v" });
    expect(errors()).toEqual({ cvv: en.errors.cvv.invalid });
    expect(form.snapshot()?.valid).toBe(false);
    type("cvv", "124");
    expect(errors()).toEqual({});
    expect(form.snapshot()?.valid).toBe(true);
  });

  it("says that the page's own data was refused when nothing that was typed was", async () => {
    const { fill, tokenize, requests, endings } = openTestForm({
      ...options,
      fields: options.fields.slice(0, 3),
    });
    fill({ number: goodCard.number ?? "", expiry: "12 / 31", cvv: "123" });
    tokenize("a", { cardholder: "Ada Example", postalCode: "10115" });
    expect(requests[0]?.order).toMatchObject({ kind: "card" });
    await requests[0]?.answer(failure("card_refused", ["postalCode"]));
    expect(endings()).toEqual([["a", "extra_invalid"]]);
  });

  it.each([
    ["a card number in the page's name", options, { cardholder: "4242424242424242" }, "extra_invalid"],
    ["a card number in the page's postal code", options, { postalCode: "4242424242424242" }, "extra_invalid"],
    ["a disabled form", { ...options, disabled: true }, {}, "pane_disabled"],
    [
      "a form that asks for no number",
      { ...options, fields: options.fields.slice(2) },
      {},
      "options_invalid",
    ],
  ] as const)("refuses %s before anything is sent", (_, asked, extra, code) => {
    const { fill, tokenize, requests, endings } = openTestForm(asked);
    fill();
    tokenize("a", extra);
    expect(endings()).toEqual([["a", code]]);
    expect(requests).toEqual([]);
  });

  it("cancelled by everyone ends the request, and a late answer changes nothing", async () => {
    const { fill, type, tokenize, form, requests, endings, drawn } = openTestForm();
    fill();
    tokenize("a");
    tokenize("b");
    form.asked({ type: "cancel", requestId: "a" });
    expect(requests[0]?.cancelled.aborted).toBe(false);
    form.asked({ type: "cancel", requestId: "b" });
    expect(requests[0]?.cancelled.aborted).toBe(true);
    type("cvv", "999");
    await requests[0]?.answer(success);
    expect(endings()).toEqual([
      ["a", "aborted"],
      ["b", "aborted"],
    ]);
    expect(form.snapshot()?.valid).toBe(true);
    expect(drawn.at(-1)?.busy).toBe(false);
  });

  it("cancelled by one leaves the other its token", async () => {
    const { fill, tokenize, form, requests, endings } = openTestForm();
    fill();
    tokenize("a");
    tokenize("b");
    form.asked({ type: "cancel", requestId: "a" });
    await requests[0]?.answer(success);
    expect(endings()).toEqual([
      ["a", "aborted"],
      ["b", "token"],
    ]);
  });

  it("is not answered by an earlier request's late answer", async () => {
    const { fill, tokenize, form, requests, endings } = openTestForm();
    fill();
    tokenize("a");
    form.asked({ type: "cancel", requestId: "a" });
    tokenize("b");
    await requests[0]?.answer(success);
    expect(endings()).toEqual([["a", "aborted"]]);
    await requests[1]?.answer(success);
    expect(endings().at(-1)).toEqual(["b", "token"]);
  });

  it("of a saved card asks for its CVV only, four digits for American Express", async () => {
    const { fill, type, tokenize, requests, drawn, posted } = openTestForm({ ...options, savedCard });
    expect(drawn[0]?.fields.map(({ name }) => name)).toEqual(["cvv"]);
    expect(drawn[0]).toMatchObject({
      cvvDigits: 4,
      savedCard: { spoken: "American Express ending in 0005" },
    });
    fill({ cvv: "123" });
    tokenize("a");
    expect(requests).toEqual([]);
    type("cvv", "1234");
    tokenize("b");
    expect(requests[0]?.order).toMatchObject({ kind: "saved-card", paymentAccountId: token });
    await requests[0]?.answer(success);
    expect(posted.at(-1)).toMatchObject({
      outcome: { card: { brand: "american-express", lastFour: "0005" } },
    });
  });
});

describe("the page is told", () => {
  it("once of what one action changed", () => {
    const { enter, leave, fill, settle, posted } = openTestForm();
    enter("number");
    leave("number");
    enter("cvv");
    fill();
    settle();
    expect(posted.map(({ type }) => type)).toEqual(["changed"]);
  });

  it("nothing when nothing that it may know changed", () => {
    const { type, settle, posted } = openTestForm();
    type("cardholder", "A");
    settle();
    type("cardholder", "Ad");
    settle();
    expect(posted).toHaveLength(1);
  });
});

describe("other options", () => {
  it("keep what was typed into fields that stay, and forget the rest", () => {
    const { form, fill, screen } = openTestForm();
    fill({ ...goodCard, postalCode: "10115" });
    form.asked({ type: "update", options: { ...options, fields: options.fields.slice(0, 3) } });
    expect(screen).toEqual(["wipe cardholder postalCode"]);
    expect(form.snapshot()).toMatchObject({ valid: true });
    form.asked({ type: "update", options });
    expect(form.snapshot()?.fields.postalCode?.empty).toBe(true);
  });

  it("for another saved card forget the CVV", () => {
    const { form, fill, screen } = openTestForm({ ...options, savedCard });
    fill({ cvv: "1234" });
    form.asked({ type: "update", options: { ...options, savedCard, locale: "de" } });
    expect(screen).toEqual([]);
    const other = { ...savedCard, paymentAccountId: token.replace("7", "8") };
    form.asked({ type: "update", options: { ...options, savedCard: other } });
    expect(screen).toEqual(["wipe cvv"]);
  });

  it("put shown errors into another language", () => {
    const { form, errors } = openTestForm();
    form.asked({ type: "validate", requestId: "v" });
    form.speak(de);
    expect(errors().number).toBe(de.errors.number.required);
    expect(form.snapshot()?.fields.number?.errorText).toBe(de.errors.number.required);
  });

  it("in another language are told to the page once, and take back what was said in the one before", () => {
    const { form, posted, screen, settle } = openTestForm();
    form.asked({ type: "validate", requestId: "v" });
    settle();
    posted.length = 0;
    form.speak(de);
    form.speak(de);
    settle();
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({
      type: "changed",
      snapshot: { fields: { cvv: { error: "required", errorText: de.errors.cvv.required } } },
    });
    expect(screen.at(-1)).toBe("announce ");
  });

  it("in a page's own words leave what was typed, and the errors that are not reworded", () => {
    const { form, type, drawn, errors } = openTestForm();
    type("cardholder", "Ada");
    form.asked({ type: "validate", requestId: "v" });
    form.speak(withOwnTexts(en, { labels: { cvv: "CVC" }, errors: { cvv: { required: "CVC, please" } } }));
    expect(drawn.at(-1)?.fields.find(({ name }) => name === "cvv")?.label).toBe("CVC");
    expect(errors()).toMatchObject({ cvv: "CVC, please", number: en.errors.number.required });
    expect(form.snapshot()?.fields.cardholder?.empty).toBe(false);
  });
});

describe("the end", () => {
  it("of a document that goes out of sight leaves nothing that was typed", () => {
    const { form, fill, tokenize, requests, screen, endings } = openTestForm();
    fill();
    tokenize("a");
    form.hide();
    expect(requests[0]?.cancelled.aborted).toBe(true);
    expect(endings()).toEqual([["a", "frame_gone"]]);
    expect(screen).toContain(wipeAll);
    expect(form.snapshot()).toMatchObject({ empty: true });
  });

  it("is final", async () => {
    const { form, fill, type, tokenize, requests, screen, posted, drawn, settle } = openTestForm();
    fill();
    tokenize("a");
    form.asked({ type: "close" });
    form.close();
    expect(drawn.at(-1)).toBe(null);
    expect(screen).toEqual([wipeAll]);
    const told = posted.length;
    type("number", "4");
    tokenize("b");
    form.asked({ type: "update", options });
    await requests[0]?.answer(success);
    settle();
    expect(posted).toHaveLength(told);
    expect(requests).toHaveLength(1);
    expect(form.snapshot()).toBe(null);
  });

  it("of what was typed comes by clear, too", () => {
    const { form, fill, screen, errors } = openTestForm();
    fill({ number: "1" });
    form.asked({ type: "validate", requestId: "v" });
    form.asked({ type: "clear" });
    expect(form.snapshot()).toMatchObject({ empty: true });
    expect(errors()).toEqual({});
    expect(screen.at(-1)).toBe(wipeAll);
  });
});
