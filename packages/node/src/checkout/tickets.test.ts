import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../errors/errors.ts";
import { type Checkout, checkCheckoutTicket, createCheckoutTicket } from "./tickets.ts";

const secret = "Zt3mXw81qLr0cVbN5uYhKfPdGsJaEo42";
const newSecret = "B9kQvT7nRj2yHxWlCz5mFpUgDeSaIo16";
const start = Date.UTC(2031, 0, 1, 12);
const at = (ms: number) => ({ secret, clock: { now: () => start + ms } });
const checkout: Checkout = { orderId: "order-17", amountMinor: 4250, currency: "EUR", session: "s-1" };
const make = (of: Checkout = checkout, expiresInMinutes = 30) =>
  createCheckoutTicket(of, { ...at(0), expiresInMinutes });
const check = (ticket: unknown, of: Checkout = checkout, ms = 0) => checkCheckoutTicket(ticket, of, at(ms));
const refused = (code: string) => ({ ok: false, code });

describe("a checkout ticket", () => {
  it("is valid for its checkout until it expires, any number of times [T-S10]", async () => {
    const ticket = await make();
    expect(ticket).toMatch(/^ct1\.\d+\.[\w-]{43}$/);
    for (const ms of [0, 1, 30 * 60_000 - 1]) expect(await check(ticket, checkout, ms)).toEqual({ ok: true });
    expect(await check(ticket, checkout, 30 * 60_000)).toEqual(refused("ticket_expired"));
  });

  it("is valid for half an hour by default", async () => {
    const ticket = await createCheckoutTicket(checkout, at(0));
    expect(await check(ticket, checkout, 30 * 60_000 - 1)).toEqual({ ok: true });
    expect(await check(ticket, checkout, 30 * 60_000)).toEqual(refused("ticket_expired"));
  });

  it.each([
    ["order", { ...checkout, orderId: "order-18" }],
    ["amount", { ...checkout, amountMinor: 4251 }],
    ["currency", { ...checkout, currency: "USD" }],
    ["session", { ...checkout, session: "s-2" }],
    ["missing session", { ...checkout, session: undefined }],
  ])("is refused for another %s", async (_, other) => {
    expect(await check(await make(), other)).toEqual(refused("ticket_forged"));
    expect(await check(await make(other), checkout)).toEqual(refused("ticket_forged"));
    expect(await check(await make(other), other)).toEqual({ ok: true });
  });

  it("is refused with a later expiry, another signature, and under another key", async () => {
    const [version, expiry, proof = ""] = (await make()).split(".");
    expect(await check(`${version}.${Number(expiry) + 1}.${proof}`)).toEqual(refused("ticket_forged"));
    const first = proof[0] === "A" ? "B" : "A";
    expect(await check(`${version}.${expiry}.${first}${proof.slice(1)}`)).toEqual(refused("ticket_forged"));
    const other = await createCheckoutTicket(checkout, { ...at(0), secret: newSecret });
    expect(await check(other)).toEqual(refused("ticket_forged"));
  });

  it.each([[undefined], [null], [""]])("that is %j is missing", async (ticket) => {
    expect(await check(ticket)).toEqual(refused("ticket_missing"));
  });

  it.each([
    [17],
    [{}],
    [["ct1"]],
    ["ct1"],
    ["ct2.1924992000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ["ct1.01924992000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ["ct1.1924992000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ["ct1.1924992000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA "],
    ["c".repeat(101)],
  ])("that is %j is malformed", async (ticket) => {
    expect(await check(ticket)).toEqual(refused("ticket_malformed"));
  });

  it("stays valid during a key rotation: the first secret signs, all are accepted", async () => {
    const old = await make();
    const rotated = { ...at(0), secret: [newSecret, secret] };
    expect(await checkCheckoutTicket(old, checkout, rotated)).toEqual({ ok: true });
    const made = await createCheckoutTicket(checkout, rotated);
    expect(await checkCheckoutTicket(made, checkout, { ...at(0), secret: newSecret })).toEqual({ ok: true });
    expect(await check(made)).toEqual(refused("ticket_forged"));
    expect(await checkCheckoutTicket(old, checkout, { ...at(0), secret: newSecret })).toEqual(
      refused("ticket_forged"),
    );
  });

  it("contains no data of its checkout", async () => {
    const ticket = await make();
    for (const part of ["order-17", "42.5", "EUR", "s-1", secret]) expect(ticket).not.toContain(part);
  });

  it.each([[undefined], ["short"], ["change-me-change-me-change-me-change-me"], [[secret, secret]], [[]]])(
    "is neither created nor checked with the weak secret %j",
    async (weak) => {
      const options = { ...at(0), secret: weak };
      await expect(createCheckoutTicket(checkout, options)).rejects.toThrow(ConfigurationError);
      await expect(checkCheckoutTicket("", checkout, options)).rejects.toThrow(ConfigurationError);
    },
  );

  it.each([
    ["orderId", { orderId: "" }],
    ["orderId", { orderId: "o".repeat(129) }],
    ["amountMinor", { amountMinor: -1 }],
    ["amountMinor", { amountMinor: 42.5 }],
    ["amountMinor", { amountMinor: "4250" as unknown as number }],
    ["currency", { currency: "eur" }],
    ["currency", { currency: undefined as unknown as string }],
    ["session", { session: "" }],
    ["session", { session: "s".repeat(257) }],
  ])("is neither created nor checked with an invalid %s: %j", async (name, wrong) => {
    const of = { ...checkout, ...wrong };
    await expect(make(of)).rejects.toThrow(new RegExp(`^${name} must`));
    await expect(check("", of)).rejects.toThrow(new RegExp(`^${name} must`));
  });

  it.each([0, 1441, 1.5, Number.NaN])("cannot be valid for %d minutes", async (minutes) => {
    await expect(make(checkout, minutes)).rejects.toThrow(/^expiresInMinutes must/);
  });

  it.each([1, 1440])("can be valid for %d minutes", async (minutes) => {
    const ticket = await make(checkout, minutes);
    expect(await check(ticket, checkout, minutes * 60_000 - 1)).toEqual({ ok: true });
    expect(await check(ticket, checkout, minutes * 60_000)).toEqual(refused("ticket_expired"));
  });
});
