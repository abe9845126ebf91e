import type { FrameToPage } from "@cardpane/contract/messages";
import { success } from "@cardpane/contract/testing";
import { describe, expect, it, vi } from "vitest";
import { delivered } from "../testing/fake-frames.ts";
import { frame, iframe, made, mounted, ready, usePage } from "../testing/pane-fixture.ts";

usePage();

const tokenized = (requestId: string): FrameToPage => ({
  type: "tokenized",
  requestId,
  outcome: { ok: true, ...success },
});

describe("tokenize", () => {
  it("sends no extra data that is undefined, as of a shopper without a name", async () => {
    const { pane } = await ready();
    void pane.tokenize({ cardholder: undefined, postalCode: "1" } as object);
    await delivered();
    expect(frame().last("tokenize")?.extra).toEqual({ postalCode: "1" });
  });

  it.each([
    ["where it was", null, true],
    ["in another input of the page", "mail", false],
  ] as const)("moves the focus to an invalid field if the focus is %s", async (_, id, isFocused) => {
    const { pane } = await ready();
    document.body.insertAdjacentHTML("beforeend", '<button id="pay"></button><input id="mail">');
    document.getElementById("pay")?.focus();
    const answer = pane.tokenize();
    await delivered();
    if (id) document.getElementById(id)?.focus();
    const requestId = frame().last("tokenize")?.requestId ?? "";
    const outcome = { ok: false, code: "card_refused", text: "", fields: ["number"] } as const;
    await frame().send({ type: "tokenized", requestId, outcome });
    await answer;
    await delivered();
    expect(frame().last("focus")).toEqual(isFocused ? { type: "focus", field: "number" } : undefined);
  });

  it("does not move the focus from an input in the shadow root of the page's own element", async () => {
    const { pane } = await ready();
    document.body.insertAdjacentHTML("beforeend", '<div id="checkout"></div>');
    const root = document.getElementById("checkout")?.attachShadow({ mode: "open" }) as ShadowRoot;
    root.innerHTML = '<button></button><input id="coupon">';
    root.querySelector("button")?.focus();
    const answer = pane.tokenize();
    await delivered();
    root.querySelector("input")?.focus();
    const outcome = { ok: false, code: "card_refused", text: "", fields: ["number"] } as const;
    await frame().send({ type: "tokenized", requestId: "1", outcome });
    await answer;
    await delivered();
    expect(frame().last("focus")).toBeUndefined();
  });

  it("is another request in a listener of the first one's error", async () => {
    const { pane } = await ready();
    const retries: Promise<unknown>[] = [];
    pane.on("tokenerror", () => retries.push(pane.tokenize()), { once: true });
    const first = pane.tokenize();
    await delivered();
    const outcome = { ok: false, code: "network", text: "", fields: [] } as const;
    await frame().send({ type: "tokenized", requestId: "1", outcome });
    expect((await first).error?.code).toBe("network");
    await delivered();
    await frame().send(tokenized("2"));
    expect(await Promise.all(retries)).toEqual([success]);
  });

  it("is another request when the pane was mounted again, and one request then", async () => {
    const { pane } = await ready();
    const first = pane.tokenize();
    pane.unmount();
    pane.mount("#card");
    const second = pane.tokenize();
    expect((await first).error?.code).toBe("destroyed");
    expect(pane.tokenize()).toBe(second);
    await frame().start();
    await frame().send(tokenized("2"));
    expect(await second).toEqual(success);
  });

  it("resolves to token, device data and card", async () => {
    const { pane, log } = await ready();
    const answer = pane.tokenize({ cardholder: "Ada" }, { timeoutMs: 5_000, announce: "Paying…" });
    await delivered();
    const request = frame().last("tokenize");
    expect(request).toMatchObject({ extra: { cardholder: "Ada" }, announce: "Paying…" });
    expect(request?.timeoutMs).toBeLessThanOrEqual(5_000);
    await frame().send(tokenized(request?.requestId ?? ""));
    expect(await answer).toEqual(success);
    expect(log.at(-1)).toBe(`token ${success.token}`);
  });

  it("resolves to an error in the language of the shopper, and focuses the first invalid field", async () => {
    const { pane, log } = await ready();
    const answer = pane.tokenize();
    await delivered();
    await frame().send({
      type: "tokenized",
      requestId: frame().last("tokenize")?.requestId ?? "",
      outcome: { ok: false, code: "form_invalid", text: "Bitte prüfen", fields: ["number"] },
    });
    const { error, token } = await answer;
    expect(token).toBeUndefined();
    expect(error).toMatchObject({
      code: "form_invalid",
      actor: "customer",
      text: "Bitte prüfen",
      fields: ["number"],
    });
    await delivered();
    expect(frame().last("focus")).toEqual({ type: "focus", field: "number" });
    expect(document.activeElement).toBe(iframe());
    expect(log.at(-1)).toBe("tokenerror form_invalid");
  });

  it("is one request however often it is called, and another one afterwards", async () => {
    const { pane, log } = await ready();
    const [first, second] = [pane.tokenize(), pane.tokenize()];
    expect(second).toBe(first);
    await delivered();
    await frame().send(tokenized("1"));
    await first;
    expect(frame().received.filter(({ type }) => type === "tokenize")).toHaveLength(1);
    expect(log.filter((entry) => entry.startsWith("token"))).toHaveLength(1);
    const third = pane.tokenize();
    expect(third).not.toBe(first);
    await delivered();
    await frame().send(tokenized("2"));
    expect((await third).token).toBe(success.token);
  });

  it("waits until the pane is ready", async () => {
    const { pane } = mounted();
    const answer = pane.tokenize();
    await frame().start();
    await frame().send(tokenized("1"));
    expect((await answer).token).toBe(success.token);
  });

  it("resolves to not_ready without an element, and to the error of a failed pane", async () => {
    expect((await made().tokenize()).error?.code).toBe("not_ready");
    const { pane } = mounted();
    frame().hello();
    await frame().send({ type: "failed", code: "options_refused" });
    expect((await pane.tokenize()).error).toBe(pane.error);
  });

  it.each([
    [{ cardholder: "x".repeat(65) }],
    [{ postalCode: "x".repeat(17) }],
    [{ zip: "1" } as never],
    ["x" as never],
  ])("with %j sends none of it, and resolves to the frame's text of the error", async (extra) => {
    const { pane } = await ready();
    const answer = pane.tokenize(extra);
    await delivered();
    expect(frame().last("tokenize")?.extra).toBeNull();
    const outcome = { ok: false, code: "extra_invalid", text: "Name prüfen", fields: [] } as const;
    await frame().send({ type: "tokenized", requestId: "1", outcome });
    expect((await answer).error).toMatchObject({ code: "extra_invalid", text: "Name prüfen" });
  });

  it("sends an empty text, as of an input that the shopper left empty", async () => {
    const { pane } = await ready();
    void pane.tokenize({ cardholder: "", postalCode: "" });
    await delivered();
    expect(frame().last("tokenize")?.extra).toEqual({ cardholder: "", postalCode: "" });
  });

  it("with an announcement of two lines throws", async () => {
    const { pane } = await ready();
    expect(() => pane.tokenize({}, { announce: "one\ntwo" })).toThrow("announce");
  });

  it.each([0, -1, 1.5, 600_001, Number.NaN, "1" as never])("with timeoutMs %s throws", async (timeoutMs) => {
    const { pane } = await ready();
    expect(() => pane.tokenize({}, { timeoutMs })).toThrow(
      "The option `timeoutMs` does not fit. It takes a whole number from 1 to 600000. (options_invalid)",
    );
  });

  it("settles one second after its timeout if the frame does not respond", async () => {
    const { pane } = await ready();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const answer = pane.tokenize({}, { timeoutMs: 2_000 });
    vi.advanceTimersByTime(3_000);
    expect((await answer).error?.code).toBe("timeout");
  });
});
