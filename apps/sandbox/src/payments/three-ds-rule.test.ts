import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  cardPayment,
  demoMerchant,
  newConsumer,
  openGateway,
  paymentFrom,
  type TestGateway,
  testCard,
  testSandboxes,
  xhr,
} from "../testing/gateway.ts";

describe.each(testSandboxes)("a rule of 3D Secure on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  afterAll(() => gateway.close());

  const rule = () =>
    gateway.admin("/rules", { merchant: demoMerchant.merchantId, effect: { type: "threeDs" } });
  const named = { firstName: "Ada", lastName: "Example", email: "ada@example.com" };
  const nameless = { firstName: undefined, lastName: undefined };
  const bySavedToken = async (cardHolder?: string) => {
    const { json } = await gateway.post("/tokenize", { ...testCard, cardHolder }, xhr);
    return { type: "token", value: json.token, "3ds": true };
  };
  const challenged = (json: { payment: { status: string; action?: string } }) =>
    json.payment.status === "pending" && json.payment.action === "redirect";

  it.each<[string, Record<string, unknown>, string | undefined, boolean]>([
    ["name and e-mail address", named, undefined, false],
    ["no name", { ...named, ...nameless }, undefined, true],
    ["a first name alone", { ...named, lastName: undefined }, undefined, true],
    ["the name in the token", { ...named, ...nameless }, "Ada Example", false],
  ])("with %s: a challenge only if something is missing", async (_, consumer, cardHolder, isChallenged) => {
    await rule();
    const source = await bySavedToken(cardHolder);
    const { json } = await gateway.pay(paymentFrom(source, { consumer: { ...newConsumer(), ...consumer } }));
    expect([json.errors, challenged(json)]).toEqual([undefined, isChallenged]);
  });

  it("takes the place of the card's own behaviour, and is not used by a payment without 3D Secure", async () => {
    await rule();
    const consumer = { ...newConsumer(), ...named };
    const without = await gateway.pay(cardPayment({ "3ds": false }, { consumer }));
    expect(without.json.payment.status).toBe("success");
    const card = { number: "4000000000002503", "3ds": true };
    expect((await gateway.pay(cardPayment(card, { consumer }))).json.payment.status).toBe("success");
    expect(challenged((await gateway.pay(cardPayment(card, { consumer }))).json)).toBe(true);
  });
});
