import {
  type Brand,
  brands,
  fieldNames,
  type PageToFrame,
  type PaneOptions,
  parseFrameToPage,
} from "@cardpane/contract/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brandName } from "../card/identify-card.ts";
import { de } from "../locale/de.ts";
import { en } from "../locale/en.ts";
import { failureText, waitText } from "../locale/messages.ts";
import { withOwnTexts } from "../locale/overrides.ts";
import type { TokenizeRequest } from "../tokenize/request.ts";
import { failure } from "../tokenize/response.ts";
import { sendCard } from "../tokenize/send-card.ts";
import { goodCard, openTestForm, options, savedCard, success, token } from "./testing.ts";

const wipeAll = `wipe ${fieldNames.join(" ")}`;
const update = (changed: PaneOptions): PageToFrame => ({ type: "update", options: changed });

describe("an error is shown", () => {
  it("when a field is left with an invalid entry, and announced", () => {
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
    ["postalCode", "1", en.errors.postalCode.invalid],
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

  it("never while the shopper types, and no error changes into another", () => {
    const { type, leave, errors } = openTestForm();
    type("number", "4242 4242 4242 4241");
    leave("number");
    type("number", "4242 4242 4242 424");
    expect(errors()).toEqual({});
    type("number", "4242 4242 4242 4241");
    expect(errors()).toEqual({});
  });

  it("until the entry is valid", () => {
    const { type, leave, errors } = openTestForm();
    type("cvv", "1");
    leave("cvv");
    type("cvv", "12");
    expect(errors()).toEqual({ cvv: en.errors.cvv.incomplete });
    type("cvv", "123");
    expect(errors()).toEqual({});
  });

  it("until another number makes the CVV valid", () => {
    const { type, leave, errors } = openTestForm();
    type("number", "3782 822463 10005");
    type("cvv", "123");
    leave("cvv");
    expect(errors()).toEqual({ cvv: en.errors.cvv.incomplete });
    type("number", "4242 4242 4242 4242");
    expect(errors()).toEqual({});
  });

  it("under every invalid field on submit; the page moves the focus to the first one", () => {
    const { type, tokenize, errors, endings, posted, requests } = openTestForm();
    type("number", "4242 4242 4242 4242");
    type("postalCode", "1");
    tokenize("a");
    expect(Object.keys(errors())).toEqual(["expiry", "cvv", "cardholder", "postalCode"]);
    expect(endings()).toEqual([["a", "form_invalid"]]);
    expect(posted.at(-1)).toMatchObject({
      outcome: { text: en.failures.form_invalid, fields: ["expiry", "cvv", "cardholder", "postalCode"] },
    });
    expect(requests).toEqual([]);
  });

  it("on validate", () => {
    const { form, errors, posted } = openTestForm();
    form.handleMessage({ type: "validate", requestId: "v" });
    expect(Object.keys(errors())).toEqual(["number", "expiry", "cvv", "cardholder"]);
    expect(posted.at(-1)).toMatchObject({ type: "validated", requestId: "v", snapshot: { valid: false } });
  });
});

describe("month and year in separate fields", () => {
  const names = ["number", "expiryMonth", "expiryYear", "cvv"] as const;
  const split = { ...options, fields: names.map((name) => ({ name, required: false })) };

  it("make one date, which the request contains and the token wipes", async () => {
    const { fill, tokenize, requests, endings, screen } = openTestForm(split);
    fill({ number: "4242 4242 4242 4242", expiryMonth: "1", expiryYear: "2031", cvv: "123" });
    tokenize("a");
    const sent = await bodyOf(requests[0]?.request);
    expect(sent).toMatchObject({ expirationMonth: "01", expirationYear: "31" });
    await requests[0]?.answer(success);
    expect(endings()).toEqual([["a", "token"]]);
    expect(screen).toEqual(expect.arrayContaining(["keep number expiryMonth expiryYear", "wipe cvv"]));
  });

  it("are both required", () => {
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

  it("are validated together when the month is left: an expired card is shown at the year", () => {
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

  it("each have their own error", () => {
    const { type, leave, errors } = openTestForm(split);
    type("expiryMonth", "13");
    type("expiryYear", "1850");
    leave("expiryMonth");
    expect(errors()).toEqual({ expiryMonth: en.errors.expiry.invalid, expiryYear: en.errors.expiry.too_far });
  });

  it.each([
    [["expiryYear"], ["expiryYear"], split],
    [["expiryMonth", "expiryYear"], ["expiryMonth", "expiryYear"], split],
    [["expiry", "expiryYear"], ["expiry"], options],
  ] as const)("of which the gateway refuses %j show %j", async (refused, shown, given) => {
    const { fill, tokenize, requests, errors } = openTestForm(given);
    fill({ ...goodCard, expiryMonth: "12", expiryYear: "31" });
    tokenize("a");
    await requests[0]?.answer(failure("card_refused", refused));
    expect(Object.keys(errors())).toEqual(shown);
  });

  it("are wiped when lists replace inputs", () => {
    const { fill, form, screen } = openTestForm(split);
    fill({ number: "4242", expiryMonth: "12", expiryYear: "31" });
    form.handleMessage({ type: "update", options: { ...split, expiry: "select" } });
    expect(screen).toEqual(["wipe expiryMonth expiryYear"]);
    expect(form.snapshot?.fields).toMatchObject({
      number: { empty: false },
      expiryMonth: { empty: true },
      expiryYear: { empty: true },
    });
  });

  it("are lists with the option `expiry` set to `select`: the months, and the years that a card can be valid for", () => {
    const choices = openTestForm({ ...split, expiry: "select" })
      .drawn.at(-1)
      ?.fields.map((field) => field.choices);
    expect(choices?.[0]).toBeNull();
    expect(choices?.[1]?.join(" ")).toBe("01 02 03 04 05 06 07 08 09 10 11 12");
    expect([choices?.[2]?.length, choices?.[2]?.[0], choices?.[2]?.at(-1)]).toEqual([21, "2026", "2046"]);
    expect(choices?.[3]).toBeNull();
  });
});

/** The texts of a request. */
async function bodyOf(request: TokenizeRequest | undefined): Promise<unknown> {
  if (!request) throw new Error("Nothing was sent.");
  let body: unknown;
  await sendCard(request, 1000, new AbortController().signal, {
    gateway: "https://gateway.example",
    tokenizeHeaders: {},
    sendsRequestId: false,
    fetch: async (_, init) => {
      body = JSON.parse(String(init?.body));
      return new Response();
    },
  });
  return body;
}

describe("tokenize", () => {
  it("returns token, device data and card summary, and wipes the card", async () => {
    const { form, fill, tokenize, requests, posted, screen } = openTestForm();
    fill();
    tokenize("a");
    await requests[0]?.answer(success);
    const message = posted.at(-1);
    expect(parseFrameToPage(message)).toEqual(message);
    expect(message).toMatchObject({
      type: "tokenized",
      requestId: "a",
      outcome: {
        ok: true,
        token,
        expireAt: 1_800_000_000,
        card: { brand: "visa", lastFour: "4242", hasName: true },
      },
    });
    expect(screen).toEqual(expect.arrayContaining(["keep number expiry", "wipe cvv"]));
    const fields = form.snapshot?.fields;
    expect([fields?.number?.empty, fields?.expiry?.empty, fields?.cvv?.empty]).toEqual([true, true, true]);
    expect(fields?.cardholder?.empty).toBe(false);
  });

  it("keeps the inputs enabled and the form busy meanwhile", async () => {
    const { fill, tokenize, requests, drawn } = openTestForm();
    fill();
    tokenize("a");
    expect(drawn.at(-1)).toMatchObject({ busy: true, disabled: false });
    await requests[0]?.answer(failure("network"));
    expect(drawn.at(-1)).toMatchObject({ busy: false });
  });

  it("called again meanwhile is refused, because a page shares one promise, and sends nothing", async () => {
    const { fill, tokenize, requests, endings } = openTestForm();
    fill();
    tokenize("a");
    tokenize("b");
    await requests[0]?.answer(success);
    expect(requests).toHaveLength(1);
    expect(endings()).toEqual([
      ["b", "aborted"],
      ["a", "token"],
    ]);
  });

  it.each(["timeout", "network", "offline", "not_allowed", "gateway_error", "bad_answer"] as const)(
    "that ends with %s keeps the entries, and can be called again",
    async (code) => {
      const { form, fill, tokenize, requests, posted, endings } = openTestForm();
      fill();
      tokenize("a");
      await requests[0]?.answer(failure(code));
      expect(posted.at(-1)).toMatchObject({
        outcome: { ok: false, code, text: failureText(en, code), fields: [] },
      });
      expect(form.snapshot?.valid).toBe(true);
      tokenize("b");
      await requests[1]?.answer(success);
      expect(endings().at(-1)).toEqual(["b", "token"]);
    },
  );

  it("shows the entries that the gateway refused as errors, until they change", async () => {
    const { form, fill, type, leave, tokenize, requests, errors, endings } = openTestForm();
    fill();
    tokenize("a");
    await requests[0]?.answer(failure("card_refused", ["cvv"]));
    expect(endings()).toEqual([["a", "card_refused"]]);
    expect(errors()).toEqual({ cvv: en.errors.cvv.invalid });
    leave("cvv");
    type("cardholder", "Ada");
    form.handleMessage({ type: "validate", requestId: "v" });
    expect(errors()).toEqual({ cvv: en.errors.cvv.invalid });
    expect(form.snapshot?.valid).toBe(false);
    type("cvv", "124");
    expect(errors()).toEqual({});
    expect(form.snapshot?.valid).toBe(true);
  });

  it("fails with extra_invalid when the gateway refused only data of the page", async () => {
    const { fill, tokenize, requests, endings } = openTestForm({
      ...options,
      fields: options.fields.slice(0, 3),
    });
    fill({ number: goodCard.number ?? "", expiry: "12 / 31", cvv: "123" });
    tokenize("a", { cardholder: "Ada Example", postalCode: "10115" });
    expect(requests[0]?.request).toMatchObject({ kind: "card" });
    await requests[0]?.answer(failure("card_refused", ["postalCode"]));
    expect(endings()).toEqual([["a", "extra_invalid"]]);
  });

  it.each([
    ["of the page", { cardholder: "Ada Example" }, true],
    ["of nobody", {}, false],
  ])("tells whether the token holds the name: %s", async (_, extra, hasName) => {
    const { fill, tokenize, requests, posted } = openTestForm({
      ...options,
      fields: options.fields.slice(0, 3),
    });
    fill({ number: goodCard.number ?? "", expiry: "12 / 31", cvv: "123" });
    tokenize("a", extra);
    await requests[0]?.answer(success);
    expect(posted.at(-1)).toMatchObject({ outcome: { card: { hasName } } });
  });

  it("sends no empty text of the page", async () => {
    const { fill, tokenize, requests } = openTestForm({ ...options, fields: options.fields.slice(0, 3) });
    fill({ number: goodCard.number ?? "", expiry: "12 / 31", cvv: "123" });
    tokenize("a", { cardholder: "", postalCode: " " });
    expect(Object.keys((await bodyOf(requests[0]?.request)) as object)).toEqual([
      "number",
      "expirationYear",
      "expirationMonth",
      "cvv",
    ]);
  });

  it.each([
    ["a card number in the page's name", options, { cardholder: "4242424242424242" }, "extra_invalid"],
    ["a card number in the page's postal code", options, { postalCode: "4242424242424242" }, "extra_invalid"],
    ["invalid data of the page", options, null, "extra_invalid"],
    ["a disabled form", { ...options, disabled: true }, {}, "pane_disabled"],
    ["a form without a number", { ...options, fields: options.fields.slice(2) }, {}, "options_invalid"],
  ] as const)("refuses %s before anything is sent", (_, given, extra, code) => {
    const { fill, tokenize, requests, posted, endings } = openTestForm(given);
    fill();
    tokenize("a", extra);
    expect(endings()).toEqual([["a", code]]);
    expect(posted.at(-1)).toMatchObject({ outcome: { text: failureText(en, code) } });
    expect(requests).toEqual([]);
  });

  it("cancelled aborts the request, and a late response changes nothing", async () => {
    const { fill, type, tokenize, form, requests, endings, drawn } = openTestForm();
    fill();
    tokenize("a");
    form.handleMessage({ type: "cancel", requestId: "b" });
    expect(requests[0]?.cancelled.aborted).toBe(false);
    form.handleMessage({ type: "cancel", requestId: "a" });
    expect(requests[0]?.cancelled.aborted).toBe(true);
    type("cvv", "999");
    await requests[0]?.answer(success);
    expect(endings()).toEqual([["a", "aborted"]]);
    expect(form.snapshot?.valid).toBe(true);
    expect(drawn.at(-1)?.busy).toBe(false);
  });

  it("is not settled by the late response of an earlier request", async () => {
    const { fill, tokenize, form, requests, endings } = openTestForm();
    fill();
    tokenize("a");
    form.handleMessage({ type: "cancel", requestId: "a" });
    tokenize("b");
    await requests[0]?.answer(success);
    expect(endings()).toEqual([["a", "aborted"]]);
    await requests[1]?.answer(success);
    expect(endings().at(-1)).toEqual(["b", "token"]);
  });

  it("with a saved card requires only its CVV, which has four digits for American Express", async () => {
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
    expect(requests[0]?.request).toMatchObject({ kind: "saved-card", paymentAccountId: token });
    await requests[0]?.answer(success);
    expect(posted.at(-1)).toMatchObject({
      outcome: { card: { brand: "american-express", lastFour: "0005" } },
    });
  });
});

describe("a co-badged card", () => {
  const shared = "4970 1000 0000 0006";
  const french = ["visa", "cartes-bancaires"] as const;
  const preferring = (...preferredNetworks: Brand[]) => ({ ...options, preferredNetworks });
  const chosenIn = ({ form, drawn }: ReturnType<typeof openTestForm>) => {
    const { brand, brands } = form.snapshot ?? {};
    const view = drawn.at(-1)?.fields[0]?.networks;
    if (view) expect([view.chosen, view.brands]).toEqual([brand, brands]);
    return [brand, view?.brands ?? null];
  };

  it("is announced in the language of the texts", () => {
    const pane = openTestForm(options, true, true, "de");
    pane.form.setLocale(de);
    pane.type("number", shared);
    expect(pane.screen.at(-1)).toBe("announce Wählen Sie Visa oder Cartes Bancaires. Visa ist ausgewählt");
  });

  it("offers the choice to the shopper, and announces it once", () => {
    const pane = openTestForm();
    pane.type("number", "42");
    expect(chosenIn(pane)).toEqual(["visa", null]);
    pane.type("number", "4970 1");
    pane.type("number", shared);
    expect(chosenIn(pane)).toEqual(["visa", french]);
    expect(pane.screen).toEqual(["announce Choose Visa or Cartes Bancaires. Visa is selected"]);
    pane.choose("cartes-bancaires");
    pane.settle();
    expect(pane.posted.at(-1)).toMatchObject({ snapshot: { brand: "cartes-bancaires", brands: french } });
    expect(chosenIn(pane)).toEqual(["cartes-bancaires", french]);
    expect(pane.screen).toHaveLength(1);
  });

  it.each<[readonly Brand[], Brand]>([
    [[], "visa"],
    [["cartes-bancaires"], "cartes-bancaires"],
    [["mastercard", "cartes-bancaires", "visa"], "cartes-bancaires"],
    [["dankort"], "visa"],
  ])("uses the merchant's preference %j until the shopper chooses: %s", (preferred, brand) => {
    const pane = openTestForm(preferring(...preferred));
    pane.type("number", shared);
    expect(chosenIn(pane)).toEqual([brand, french]);
  });

  it("keeps the shopper's choice over any preference until the number is empty", () => {
    const pane = openTestForm(preferring("cartes-bancaires"));
    pane.type("number", "4970");
    pane.choose("visa");
    pane.type("number", "4970 1000");
    expect(chosenIn(pane)).toEqual(["visa", french]);
    pane.form.handleMessage({ type: "update", options: preferring("cartes-bancaires", "visa") });
    expect(chosenIn(pane)).toEqual(["visa", french]);
    // The number was corrected by way of another card's prefix; the choice still applies.
    pane.type("number", "55");
    expect(chosenIn(pane)).toEqual(["mastercard", null]);
    pane.type("number", "4970");
    expect(chosenIn(pane)).toEqual(["visa", french]);
    pane.type("number", "");
    pane.type("number", "4970");
    expect(chosenIn(pane)).toEqual(["cartes-bancaires", french]);
  });

  it("offers only supported networks, and accepts the card when one of them is supported", () => {
    const pane = openTestForm({ ...options, supportedBrands: ["mastercard", "cartes-bancaires"] });
    pane.type("number", shared);
    pane.leave("number");
    expect(chosenIn(pane)).toEqual(["cartes-bancaires", null]);
    expect([pane.errors(), pane.screen]).toEqual([{}, []]);
    pane.choose("visa");
    expect(chosenIn(pane)).toEqual(["cartes-bancaires", null]);
    pane.type("number", "4242 4242 4242 4242");
    pane.leave("number");
    expect(pane.errors()).toEqual({ number: en.errors.number.unsupported_brand });
  });

  it("returns the network with the token, and ignores another choice during the request", async () => {
    const pane = openTestForm();
    pane.fill({ ...goodCard, number: shared });
    pane.choose("cartes-bancaires");
    pane.tokenize("a");
    pane.choose("visa");
    await pane.requests[0]?.answer(success);
    expect(pane.posted.at(-1)).toMatchObject({
      outcome: { card: { brand: "cartes-bancaires", lastFour: "0006" } },
    });
    pane.type("number", shared);
    expect(chosenIn(pane)).toEqual(["visa", french]);
  });

  it("never reports a network that it does not offer, whatever is typed and chosen", () => {
    const step = fc.oneof(
      fc
        .constantFrom("", "4", "49", "4970", shared, "4571", "5132 1", "4242", "6703", "378", "0")
        .map((text) => (pane: ReturnType<typeof openTestForm>) => pane.type("number", text)),
      fc
        .constantFrom(...brands)
        .map((brand) => (pane: ReturnType<typeof openTestForm>) => pane.choose(brand)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.subarray([...brands]), (steps, preferred) => {
        const pane = openTestForm(preferring(...preferred));
        for (const run of steps) run(pane);
        const snapshot = pane.form.snapshot;
        if (snapshot?.brand) expect(snapshot.brands).toContain(snapshot.brand);
        else expect(snapshot?.brands).toEqual([]);
        chosenIn(pane);
      }),
    );
  });
});

describe("a card without a CVV", () => {
  it("requires none and sends none; another card requires one again", async () => {
    const { fill, type, tokenize, requests, drawn } = openTestForm();
    fill({ ...goodCard, number: "6703 0000 0000 0000 3", cvv: "" });
    expect(drawn.at(-1)?.fields[2]).toMatchObject({ name: "cvv", required: false, optional: en.optional });
    tokenize("a");
    expect(await bodyOf(requests[0]?.request)).not.toHaveProperty("cvv");
    await requests[0]?.answer(failure("network"));
    type("number", "4242 4242 4242 4242");
    expect(drawn.at(-1)?.fields[2]).toMatchObject({ required: true, optional: null });
  });

  it("has the name of its network in the placeholder", () => {
    const { type, drawn } = openTestForm();
    const shown = (number: string) => {
      type("number", number);
      return drawn.at(-1)?.fields[2]?.placeholder;
    };
    expect(["", "5555", "3782", "6703"].map(shown)).toEqual([
      en.placeholders.cvv,
      "CVC",
      "CID",
      en.placeholders.cvv,
    ]);
  });
});

it("the marks are those of the accepted networks while the number is empty, then that of its own", () => {
  const { type, drawn } = openTestForm({ ...options, supportedBrands: ["mir", "visa", "jcb", "elo"] });
  const marksOf = (number: string) => {
    type("number", number);
    return drawn.at(-1)?.marks;
  };
  expect(["", "4", "0", "2200"].map(marksOf)).toEqual([["mir", "visa", "jcb"], ["visa"], [], ["mir"]]);
});

describe("a number is masked", () => {
  it("with the option `maskNumber`, once it is valid and has lost the focus", () => {
    const { form, enter, type, leave, drawn } = openTestForm({ ...options, maskNumber: true });
    const isMasked = () => drawn.at(-1)?.fields[0]?.masked;
    enter("number");
    type("number", "4242 4242 4242 4241");
    leave("number");
    expect(isMasked()).toBe(false);
    enter("number");
    type("number", "4242 4242 4242 4242");
    expect(isMasked()).toBe(false);
    leave("number");
    expect(isMasked()).toBe(true);
    expect(drawn.at(-1)?.fields.map(({ masked }) => masked)).toEqual([true, false, false, false, false]);
    const before = form.snapshot;
    enter("number");
    expect(isMasked()).toBe(false);
    leave("number");
    expect(form.snapshot).toEqual(before);
    form.handleMessage({ type: "update", options });
    expect(isMasked()).toBe(false);
  });
});

it("changes are posted after `ready`, which contains the first snapshot; reading the snapshot posts nothing", () => {
  const { form, posted, fill, settle, type } = openTestForm({ ...options, bin: 6 }, true, false);
  fill();
  settle();
  expect(posted).toEqual([]);
  expect(form.snapshot?.fields.number?.valid).toBe(true);
  type("cardholder", "");
  settle();
  expect(posted).toEqual([]);
  form.startPublishing();
  type("cvv", "12");
  settle();
  expect(posted.map((message) => message.type)).toEqual(["changed", "binchange"]);
});

describe("the first digits", () => {
  const asking = { ...options, bin: 8 } as const;
  const binsOf = ({ posted }: ReturnType<typeof openTestForm>) =>
    posted.flatMap((message) => (message.type === "binchange" ? [message.bin] : []));

  it("are sent to a page with the option `bin` when the number is complete, and when it changes", async () => {
    const pane = openTestForm(asking);
    for (const number of ["4242 4242", "4242 4242 4242 4242", "", "3782 82", "3782 822463 10005", ""]) {
      pane.type("number", number);
      pane.settle();
    }
    expect(binsOf(pane)).toEqual(["42424242", null, "378282", null]);
    pane.fill();
    pane.settle();
    pane.tokenize("a");
    await pane.requests[0]?.answer(success);
    pane.settle();
    expect(binsOf(pane).slice(4)).toEqual(["42424242", null]);
  });

  it("are sent to no other page", () => {
    const pane = openTestForm();
    pane.fill();
    pane.settle();
    expect(binsOf(pane)).toEqual([]);
    pane.form.handleMessage({ type: "update", options: asking });
    pane.settle();
    pane.form.handleMessage({ type: "update", options });
    pane.settle();
    expect(binsOf(pane)).toEqual(["42424242", null]);
  });
});

describe("UnionPay without a check digit", () => {
  it.each([
    [true, { number: en.errors.number.check_digit }],
    [false, {}],
  ])("is validated as the pane's host configures it: by Luhn %s", (strictLuhn, errors) => {
    const pane = openTestForm(options, strictLuhn);
    pane.type("number", "6200 0000 0000 0004");
    pane.leave("number");
    expect(pane.errors()).toEqual(errors);
  });
});

describe("a saved card", () => {
  it.each(brands)("of %s requires a CVV of its length, and shows its name and last four digits", (brand) => {
    const length = brand === "american-express" ? 4 : 3;
    const saved = { ...savedCard, brand, lastFour: "4242" };
    const hint = `${brandName(brand)} ending in 4242. ${length === 4 ? en.cvvHintAmex : en.cvvHint}`;
    const { form, type, leave, errors, drawn } = openTestForm({ ...options, savedCard: saved });
    expect(drawn.at(-1)).toMatchObject({
      marks: [brand],
      cvvDigits: length,
      cvvOnFront: length === 4,
      savedCard: { brand, lastFour: "4242", spoken: `${brandName(brand)} ending in 4242` },
      fields: [{ name: "cvv", required: true, hint }],
    });
    expect(form.snapshot).toMatchObject({ brand, brands: [brand] });
    const verdicts = [length - 1, length, length + 1].map((digits) => {
      type("cvv", "1".repeat(digits));
      leave("cvv");
      return errors()["cvv"];
    });
    expect(verdicts).toEqual([en.errors.cvv.incomplete, undefined, en.errors.cvv.invalid]);
  });

  it("of an unknown network accepts three digits or four, and shows no network name", () => {
    const saved = { ...savedCard, brand: null, lastFour: null };
    const { form, type, drawn } = openTestForm({ ...options, savedCard: saved });
    expect(drawn.at(-1)).toMatchObject({ cvvDigits: 4, savedCard: { spoken: en.savedCard } });
    expect(form.snapshot).toMatchObject({ brand: null, brands: [] });
    for (const cvv of ["123", "1234"]) {
      type("cvv", cvv);
      expect(form.snapshot?.valid).toBe(true);
    }
  });

  it("that replaces another wipes the CVV, and sets its own CVV length", () => {
    const { form, type, drawn, screen } = openTestForm({ ...options, savedCard });
    type("cvv", "1234");
    const visa = { ...savedCard, paymentAccountId: token.replace(/^./, "0"), brand: "visa" } as const;
    form.handleMessage({ type: "update", options: { ...options, savedCard: visa } });
    expect(screen).toEqual(["wipe cvv"]);
    expect(drawn.at(-1)).toMatchObject({ cvvDigits: 3, marks: ["visa"] });
    expect(form.snapshot?.fields.cvv?.empty).toBe(true);
    type("cvv", "123");
    form.handleMessage({ type: "update", options: { ...options, savedCard: visa, locale: "de" } });
    expect(screen).toHaveLength(1);
  });
});

describe("a change is posted to the page", () => {
  it("once for one action", () => {
    const { enter, leave, fill, settle, posted } = openTestForm();
    enter("number");
    leave("number");
    enter("cvv");
    fill();
    settle();
    expect(posted.map(({ type }) => type)).toEqual(["changed"]);
  });

  it("never when the snapshot is the same", () => {
    const { type, settle, posted } = openTestForm();
    type("cardholder", "A");
    settle();
    type("cardholder", "Ad");
    settle();
    expect(posted).toHaveLength(1);
  });
});

describe("other options", () => {
  it("keep the entries of fields that stay, and wipe the others", () => {
    const { form, fill, screen } = openTestForm();
    fill({ ...goodCard, postalCode: "10115" });
    form.handleMessage({ type: "update", options: { ...options, fields: options.fields.slice(0, 3) } });
    expect(screen).toEqual(["wipe cardholder postalCode"]);
    expect(form.snapshot).toMatchObject({ valid: true });
    form.handleMessage({ type: "update", options });
    expect(form.snapshot?.fields.postalCode?.empty).toBe(true);
  });

  it("translate the shown errors", () => {
    const { form, errors } = openTestForm();
    form.handleMessage({ type: "validate", requestId: "v" });
    form.setLocale(de);
    expect(errors().number).toBe(de.errors.number.required);
    expect(form.snapshot?.fields.number?.errorText).toBe(de.errors.number.required);
  });

  it("in another language are posted to the page once, and clear the announcement in the previous language", () => {
    const { form, posted, screen, settle } = openTestForm();
    form.handleMessage({ type: "validate", requestId: "v" });
    settle();
    posted.length = 0;
    form.setLocale(de);
    form.setLocale(de);
    settle();
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({
      type: "changed",
      snapshot: { fields: { cvv: { error: "required", errorText: de.errors.cvv.required } } },
    });
    expect(screen.at(-1)).toBe("announce ");
  });

  it("with own texts keep the entries, and the errors without an own text", () => {
    const { form, type, drawn, errors } = openTestForm();
    type("cardholder", "Ada");
    form.handleMessage({ type: "validate", requestId: "v" });
    form.setLocale(
      withOwnTexts(en, { labels: { cvv: "CVC" }, errors: { cvv: { required: "CVC, please" } } }),
    );
    expect(drawn.at(-1)?.fields.find(({ name }) => name === "cvv")?.label).toBe("CVC");
    expect(errors()).toMatchObject({ cvv: "CVC, please", number: en.errors.number.required });
    expect(form.snapshot?.fields.cardholder?.empty).toBe(false);
  });
});

describe("the end of a form", () => {
  it("by hiding the document wipes every entry", () => {
    const { form, fill, tokenize, requests, screen, endings } = openTestForm();
    fill();
    tokenize("a");
    form.handlePageHide();
    expect(requests[0]?.cancelled.aborted).toBe(true);
    expect(endings()).toEqual([["a", "frame_gone"]]);
    expect(screen).toContain(wipeAll);
    expect(form.snapshot).toMatchObject({ empty: true });
  });

  it("by closing the pane aborts the pending request", () => {
    const { form, fill, tokenize, requests, endings } = openTestForm();
    fill();
    tokenize("a");
    form.close();
    expect(requests[0]?.cancelled.aborted).toBe(true);
    expect(endings()).toEqual([["a", "frame_gone"]]);
  });

  it("is final", async () => {
    const { form, fill, type, tokenize, requests, screen, posted, drawn, settle } = openTestForm();
    fill();
    tokenize("a");
    form.handleMessage({ type: "close" });
    form.close();
    expect(drawn.at(-1)).toBe(null);
    expect(screen).toEqual([wipeAll]);
    const told = posted.length;
    type("number", "4");
    tokenize("b");
    form.handleMessage({ type: "update", options });
    await requests[0]?.answer(success);
    settle();
    expect(posted).toHaveLength(told);
    expect(requests).toHaveLength(1);
    expect(form.snapshot).toBe(null);
  });

  it("by clear wipes every entry, too", () => {
    const { form, fill, screen, errors } = openTestForm();
    fill({ number: "1" });
    form.handleMessage({ type: "validate", requestId: "v" });
    form.handleMessage({ type: "clear" });
    expect(form.snapshot).toMatchObject({ empty: true });
    expect(errors()).toEqual({});
    expect(screen.at(-1)).toBe(wipeAll);
  });
});

describe("a pending request ends with aborted, and its late token is dropped,", () => {
  const other = { ...savedCard, paymentAccountId: token.replace(/^./, "0") };
  it.each<[string, PaneOptions, PageToFrame, string]>([
    ["by clear", options, { type: "clear" }, wipeAll],
    [
      "by another saved card",
      { ...options, savedCard },
      update({ ...options, savedCard: other }),
      "wipe cvv",
    ],
    [
      "by a saved card in place of a typed one",
      options,
      update({ ...options, savedCard: other }),
      "wipe number expiry cvv cardholder postalCode",
    ],
    ["by no saved card any more", { ...options, savedCard }, update(options), "wipe cvv"],
  ])("%s", async (_, current, message, wipe) => {
    const { form, fill, tokenize, requests, endings, screen, drawn } = openTestForm(current);
    fill({ ...goodCard, ...(current.savedCard && { cvv: "1234" }) });
    tokenize("a", {}, "Paying…");
    expect(drawn.at(-1)?.busy).toBe(true);
    form.handleMessage(message);
    expect(requests[0]?.cancelled.aborted).toBe(true);
    expect(endings()).toEqual([["a", "aborted"]]);
    expect(screen.slice(-3)).toEqual(["announce Paying…", "announce ", wipe]);
    expect(drawn.at(-1)?.busy).toBe(false);
    await requests[0]?.answer(success);
    expect(endings()).toHaveLength(1);
  });
});

it("a pending request continues when other options change", async () => {
  const { form, fill, tokenize, requests, endings } = openTestForm({ ...options, savedCard });
  fill({ cvv: "1234" });
  tokenize("a");
  form.handleMessage(update({ ...options, savedCard, disabled: true, locale: "de" }));
  await requests[0]?.answer(success);
  expect(endings()).toEqual([["a", "token"]]);
});

describe("the page's values", () => {
  const given = { ...options, values: { cardholder: "Ada Example" } };

  it("are filled in until clear(), and after it when they change", () => {
    const { form, drawn } = openTestForm(given);
    const shown = () => drawn.at(-1)?.fields.find(({ name }) => name === "cardholder")?.given;
    form.handleMessage(update({ ...given, locale: "de" }));
    expect(shown()).toBe("Ada Example");
    form.handleMessage({ type: "clear" });
    expect(shown()).toBeNull();
    form.handleMessage(update({ ...given, disabled: true }));
    expect(shown()).toBeNull();
    form.handleMessage(update({ ...given, values: { cardholder: "Bo Example" } }));
    expect(shown()).toBe("Bo Example");
    form.handleMessage({ type: "clear" });
    form.handlePageShow();
    expect(shown()).toBeNull();
  });

  it("are filled in again by a reset, which wipes every entry, also in the frame of a field", () => {
    const { form, fill, screen, drawn } = openTestForm(given);
    fill();
    const before = drawn.length;
    form.handleMessage({ type: "reset" });
    expect(form.snapshot).toMatchObject({ empty: true });
    expect(screen.at(-1)).toBe(wipeAll);
    // Only a view that differs from the last one is sent to the frame of a field.
    const views = drawn.slice(before).map((view) => view?.fields[3]?.given);
    expect(views).toEqual([null, "Ada Example"]);
  });
});

describe("the page of a form", () => {
  it("receives the label of each field, in the order and the language of the form", () => {
    const { form } = openTestForm();
    const labels = () => Object.values(form.snapshot?.fields ?? {}).map(({ label }) => label);
    expect(labels()).toEqual(["Card number", "Expiry date", "Security code", "Name on card", "Postal code"]);
    form.setLocale(withOwnTexts(de, { labels: { cvv: "CVC" } }));
    expect(labels().slice(0, 3)).toEqual([de.labels.number, de.labels.expiry, "CVC"]);
  });

  it("receives the errors that `validate` shows as a change, before the response", () => {
    const { form, posted } = openTestForm();
    form.handleMessage({ type: "validate", requestId: "1" });
    expect(posted.map(({ type }) => type)).toEqual(["changed", "validated"]);
    const [changed, validated] = posted;
    expect(changed).toMatchObject({ snapshot: { fields: { number: { error: "required" } } } });
    expect(validated).toMatchObject({ snapshot: (changed as { snapshot: object }).snapshot });
    form.handleMessage({ type: "validate", requestId: "2" });
    expect(posted.map(({ type }) => type)).toEqual(["changed", "validated", "validated"]);
  });

  it("can announce a text", () => {
    const { form, screen } = openTestForm();
    form.handleMessage({ type: "announce", text: "Paid" });
    expect(screen).toEqual(["announce Paid"]);
  });

  it("keeps its announcement when the card is wiped; the form's own announcement about a field is removed", () => {
    const { form, enter, type, leave, screen } = openTestForm();
    enter("number");
    type("number", "4242 4242 4242 4241");
    leave("number");
    screen.length = 0;
    form.handleMessage({ type: "clear" });
    expect(screen).toEqual(["announce ", wipeAll]);
    form.handleMessage({ type: "announce", text: "Paying…" });
    screen.length = 0;
    form.handleMessage({ type: "clear" });
    expect(screen).toEqual([wipeAll]);
  });
});

describe("the announcement that the card is sent", () => {
  const announcements = (screen: readonly string[]) => screen.filter((what) => what.startsWith("announce"));

  it("is made only when it is really sent: an invalid submit announces its errors, and a page's text does not replace them", () => {
    const { form, fill, type, tokenize, screen, requests } = openTestForm();
    fill();
    type("number", "4242 4242 4242 4241");
    screen.length = 0;
    tokenize("a", {}, "Paying…");
    for (const text of ["Paying…", ""]) form.handleMessage({ type: "announce", text });
    expect(requests).toEqual([]);
    expect(announcements(screen)).toEqual([`announce Card number: ${en.errors.number.check_digit}`]);
    type("number", "4242 4242 4242 4242");
    tokenize("b", {}, "Paying…");
    expect(requests).toHaveLength(1);
    expect(screen.at(-1)).toBe("announce Paying…");
  });

  it("stays after a token, until the page announces the outcome", async () => {
    const { form, fill, tokenize, screen, requests } = openTestForm();
    fill();
    tokenize("a", {}, "Paying…");
    await requests[0]?.answer(success);
    expect(announcements(screen)).toEqual(["announce Paying…"]);
    form.handleMessage({ type: "announce", text: "Paid" });
    expect(screen.at(-1)).toBe("announce Paid");
  });

  it.each([
    ["network", failure("network"), ""],
    ["card_refused", failure("card_refused"), ""],
    ["card_refused", failure("card_refused", ["cvv"]), `Security code: ${en.errors.cvv.invalid}`],
    ["rate_limited", { ...failure("rate_limited"), retryAfterSeconds: 30 }, waitText(en, 30, "en")],
  ] as const)("is replaced or removed by %s", async (_, response, text) => {
    const { fill, tokenize, screen, requests } = openTestForm();
    fill();
    tokenize("a", {}, "Paying…");
    await requests[0]?.answer(response);
    expect(announcements(screen)).toEqual(["announce Paying…", `announce ${text}`]);
  });

  it("is removed by a cancelled request", () => {
    const { form, fill, tokenize, screen } = openTestForm();
    fill();
    tokenize("a", {}, "Paying…");
    form.handleMessage({ type: "cancel", requestId: "a" });
    expect(screen.at(-1)).toBe("announce ");
  });
});

describe("a form whose earlier frame was lost with its text", () => {
  it("says so, and marks no empty field as wrong at the next submit", () => {
    const { form, type, tokenize, errors, screen, drawn, endings } = openTestForm();
    form.handleMessage({ type: "reloaded" });
    expect(drawn.at(-1)?.notice).toBe(en.reloaded);
    expect(screen).toEqual([`announce ${en.reloaded}`]);
    tokenize("a");
    expect(endings()).toEqual([["a", "form_invalid"]]);
    expect(errors()).toEqual({});
    expect(screen.slice(1)).toEqual([`announce ${en.reloaded}`]);
    type("number", "4");
    expect(drawn.at(-1)?.notice).toBeNull();
    tokenize("b");
    expect(Object.keys(errors())).toContain("expiry");
  });
});

describe("a value that the page passes", () => {
  const values = { cardholder: "Ada Example", postalCode: "1010" };

  it("is in the view of its field, and no other field has a value", () => {
    const { form, drawn } = openTestForm({ ...options, values });
    const given = () => drawn.at(-1)?.fields.map((field) => field.given);
    expect(given()).toEqual([null, null, null, "Ada Example", "1010"]);
    form.handleMessage({ type: "update", options });
    expect(given()).toEqual([null, null, null, null, null]);
  });

  it("makes its field invalid if it contains a card number", () => {
    const { form, type } = openTestForm({ ...options, values: { cardholder: "4242 4242 4242 4242" } });
    type("cardholder", "4242 4242 4242 4242");
    form.handleMessage({ type: "validate", requestId: "1" });
    expect(form.snapshot?.fields.cardholder?.error).toBe("holds_card_number");
  });

  it("is shown in a read-only form, too", () => {
    const { drawn } = openTestForm({ ...options, readOnly: true });
    expect(drawn.at(-1)).toMatchObject({ readOnly: true, busy: false, disabled: false });
  });
});

describe("a field that is disabled while the shopper types in it", () => {
  it("does not count as left: no error is shown until the shopper leaves it", () => {
    const { form, type, leave, errors, screen } = openTestForm();
    type("number", "4242", "key");
    form.handleMessage({ type: "update", options: { ...options, disabled: true } });
    leave("number");
    form.handleMessage({ type: "update", options });
    expect(errors()).toEqual({});
    expect(screen.filter((what) => what.startsWith("announce"))).toEqual([]);
    leave("number");
    expect(Object.keys(errors())).toEqual(["number"]);
  });
});
