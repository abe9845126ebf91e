/** Every code of section 7, from the gateway's database to the merchant's code, in the response and in the event. */
import { cardForCode, exampleShopper, testIbans } from "@cardpane/gateway/testing";
import {
  explainCode,
  isPaymentCode,
  isSuccessful,
  nextAction,
  type PaymentCode,
  type PaymentRequest,
  type PaymentResult,
  paymentCodes,
} from "@cardpane/node";
import type { Sandbox } from "@cardpane/sandbox";
import { describe, expect, it } from "vitest";
import { cardOf, compatibilities, type Merchant, withMerchant } from "./merchant.ts";

let sandbox: Sandbox;
let merchant: Merchant;

const price = [{ amountMinor: 1250, currency: "EUR" }];
const redirectUrl = "https://shop.example/return";
type Source = PaymentRequest["paymentSource"];

/** Pays as a merchant's server does: records the order, pays it, and records the response. */
async function pay(reference: string, paymentSource: Source): Promise<PaymentResult> {
  const { ipnUrl } = await merchant.checkout.begin({ reference, price });
  const request = {
    paymentSource,
    sku: { siteId: sandbox.merchant.siteId, price },
    consumer: { ...exampleShopper, externalId: reference },
    url: { ipnUrl, redirectUrl },
  } as PaymentRequest;
  return merchant.client.payments.create(request);
}

/** The merchant's code receives one notification: a code of the table, its meaning, and an event of the right type. */
async function expectNotified(reference: string, code: PaymentCode, result?: PaymentResult): Promise<void> {
  const [event, ...more] = await merchant.received(reference, 1);
  if (!event) throw new Error("The merchant received no notification.");
  expect([event.source, more]).toEqual(["notification", []]);
  if (!("result" in event) || !event.result) throw new Error(`Unexpected event: ${event.type}.`);
  const payment = event.result.payment;
  if (payment.code === undefined || !isPaymentCode(payment.code))
    throw new Error("The code is not of the table.");
  expect(payment.code).toBe(code);
  expect(explainCode(payment.code)).toBe(paymentCodes[code]);
  expect(payment.description).toBe(paymentCodes[code]);
  if (result) expect(payment).toEqual(result.payment);
  switch (event.type) {
    case "payment.succeeded":
      return expect([code, event.money.amountMinor]).toEqual(["0", 1250]);
    case "payment.mismatched":
      expect(event).toMatchObject({ why: "amount", expected: { amountMinor: 1250, currency: "EUR" } });
      return expect(Math.sign((event.money?.amountMinor ?? 1250) - 1250)).toBe(code === "1001" ? -1 : 1);
    case "payment.failed":
      return expect(event.code).toBe(code);
    default:
      throw new Error(`Unexpected event: ${event.type}.`);
  }
}

/** Submits a form of the sandbox's page, as the shopper or QA does. */
async function answer(result: PaymentResult, form: string): Promise<void> {
  const action = nextAction(result);
  if (action.type !== "redirect") throw new Error("There is no page.");
  const response = await fetch(action.url, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: form,
    redirect: "manual",
  });
  expect([302, 303]).toContain(response.status);
}

interface Cause {
  readonly code: PaymentCode;
  readonly name: string;
  readonly source: Source;
  /** The form to submit on the sandbox's page, if the payment leads to one. */
  readonly form?: string;
}

/** The causes of the codes that no request emulates. */
const causes: readonly Cause[] = [
  { code: "1001", name: "paid too little", source: { type: "banktransferChile" }, form: "answer=underpaid" },
  { code: "1002", name: "paid too much", source: { type: "crypto" }, form: "answer=overpaid" },
  { code: "5099", name: "not paid in time", source: { type: "paysafecard" }, form: "answer=expired" },
  { code: "5222", name: "failed at the bank", source: { type: "ideal" }, form: "answer=failed" },
  {
    code: "5005",
    name: "failed at the bank with a code",
    source: { type: "giropay" },
    form: "answer=failed&code=5005",
  },
  { code: "5014", name: "a wrong card number", source: cardOf("4242424242424241") },
  { code: "5054", name: "an expired card", source: { ...cardOf("4242424242424242"), expirationYear: "20" } },
  { code: "5220", name: "a challenge that failed", source: cardOf("4000000000002503"), form: "answer=fail" },
  { code: "5220", name: "an authentication that failed unseen", source: cardOf("4000000000002925") },
  { code: "5221", name: "an authentication that cannot be had", source: cardOf("4000000000002313") },
  {
    code: "5222",
    name: "a challenge that was canceled",
    source: cardOf("4000000000002503"),
    form: "answer=cancel",
  },
  {
    code: "5223",
    name: "a rejection that the merchant's own MPI brought",
    source: { ...cardOf("4242424242424242"), mpiParameters: { authStatus: "R" } },
  },
  {
    code: "5227",
    name: "a card without the 3D Secure it needs",
    source: { ...cardOf("4000000000003220"), "3ds": false },
  },
  {
    code: "5228",
    name: "a challenge that ran out of time",
    source: cardOf("4000000000002503"),
    form: "answer=timeout",
  },
  {
    code: "5051",
    name: "a challenge that passed, and no funds",
    source: cardOf("4000008260003178"),
    form: "answer=approve",
  },
  {
    code: "5300",
    name: "a bank without direct debits",
    source: { type: "sepa", iban: testIbans.success, bic: testIbans.notSddCompliantBic },
  },
  { code: "5096", name: "a test of the merchant's", source: { type: "eps", emulateCode: "5096" } },
];

const isNightly = process.env["NIGHTLY"] !== undefined;
const codes = Object.keys(paymentCodes) as PaymentCode[];
/** The codes that are not failures, and a sixth of the others; the nightly run tries all, in both compatibilities. */
const tried = isNightly ? codes : codes.filter((code, index) => Number(code) < 5_000 || index % 6 === 0);

describe.each(isNightly ? compatibilities : compatibilities.slice(0, 1))(
  "on a sandbox with COMPATIBILITY=%s",
  (compatibility) => {
    withMerchant(compatibility, (...made) => {
      [sandbox, merchant] = made;
    });

    describe("every code of section 7", () => {
      it.each(tried)("%s reaches the merchant in the answer and in the event", async (code) => {
        const reference = `code-${code}`;
        const result = await pay(reference, cardOf(cardForCode(code)));
        expect(result.payment.code).toBe(code);
        expect(isSuccessful(result)).toBe(code === "0");
        await expectNotified(reference, code, result);
      });

      it("causes no refused notification", () => {
        expect(merchant.refused).toEqual([]);
      });
    });

    describe("a code that no request emulates", () => {
      it.each(causes)("the merchant receives $code: $name", async ({ code, name, source, form }) => {
        const reference = `cause-${code}-${name.replaceAll(" ", "-")}`;
        const result = await pay(reference, source);
        if (form !== undefined) await answer(result, form);
        await expectNotified(reference, code);
      });
    });
  },
);
