import { parseFrameToPage } from "@cardpane/contract/messages";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Secret } from "../card/secret.ts";
import type { Entries } from "../fields/validate-field.ts";
import { collectDeviceData, languageTag } from "./device-data.ts";
import type { TokenizeRequest } from "./request.ts";
import { readResponse } from "./response.ts";
import { readRetryAfter } from "./retry-after.ts";
import { sendCard } from "./send-card.ts";

const token = "7f7a1c0e-3d0c-4b86-9d2e-0a51a1c3e111";
const expireAt = 1_800_000_000;
const entries: Entries = {
  number: Secret.of("4242 4242 4242 4242"),
  expiry: Secret.of("12 / 31"),
  expiryMonth: Secret.empty,
  expiryYear: Secret.empty,
  cvv: Secret.of("123"),
  cardholder: Secret.of(" Ada  Example "),
  postalCode: Secret.empty,
};
const request: TokenizeRequest = { kind: "card", entries };
const never = new AbortController().signal;
const gateway = "https://gateway.example/base/";

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A fake gateway with a given response, which records requests. */
function gatewayThat(answer: (init: RequestInit) => Promise<Response>) {
  const sent: Sent[] = [];
  const send: typeof fetch = (url, init = {}) => {
    sent.push({ url: String(url), init });
    return answer(init);
  };
  return {
    sent,
    ports: { gateway, tokenizeHeaders: {}, sendsRequestId: true, fetch: send, isOnline: () => true },
  };
}

const answers = (status: number, body: unknown) =>
  gatewayThat(async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));

/** Never responds, and rejects when it is aborted, like fetch. */
const hangs = () =>
  gatewayThat(
    (init) =>
      new Promise((_, reject) =>
        init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))),
      ),
  );

afterEach(() => {
  vi.useRealTimers();
});

describe("sending a card", () => {
  it("makes one request with the fields of the gateway, and without cookies or a referrer [T-P1]", async () => {
    const { sent, ports } = answers(201, { token, expireAt });
    expect(await sendCard(request, 1000, never, ports)).toEqual({ ok: true, token, expireAt });
    expect(sent).toHaveLength(1);
    const { url, init } = sent[0] as Sent;
    expect(url).toBe("https://gateway.example/base/tokenize");
    expect(JSON.parse(String(init.body))).toEqual({
      number: "4242424242424242",
      expirationMonth: "12",
      expirationYear: "31",
      cvv: "123",
      cardHolder: "Ada Example",
    });
    expect(init).toMatchObject({
      method: "POST",
      mode: "cors",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      cache: "no-store",
    });
    expect(new Headers(init.headers).get("X-Request-ID")).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it("sends the headers that the host sets, and no X-Request-ID if the host disables it", async () => {
    const { sent, ports } = answers(201, { token, expireAt });
    const tokenizeHeaders = { "X-Requested-With": "XMLHttpRequest", "X-Shop": "7" };
    await sendCard(request, 1000, never, { ...ports, tokenizeHeaders, sendsRequestId: false });
    expect(sent[0]?.init.headers).toEqual({
      "Content-Type": "application/json",
      Accept: "application/json",
      ...tokenizeHeaders,
    });
  });

  it("sends digits of any script as ASCII, and a year of four digits as two", async () => {
    const { sent, ports } = answers(201, { token, expireAt });
    const foreign: TokenizeRequest = {
      kind: "card",
      entries: {
        ...entries,
        number: Secret.of("٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"),
        expiry: Secret.of("１２/２０３１"),
        postalCode: Secret.of(" ١٠١١٥ "),
      },
    };
    await sendCard(foreign, 1000, never, ports);
    expect(JSON.parse(String(sent[0]?.init.body))).toMatchObject({
      number: "4242424242424242",
      expirationMonth: "12",
      expirationYear: "31",
      zip: "10115",
    });
  });

  it("sends a saved card's CVV to the other operation", async () => {
    const { sent, ports } = answers(201, { token, expireAt });
    const saved = { paymentAccountId: token, consumerId: "123456789" };
    await sendCard({ kind: "saved-card", ...saved, cvv: Secret.of("1234") }, 1000, never, ports);
    expect(sent[0]?.url).toBe("https://gateway.example/base/tokenizeWithPaymentAccountId");
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ ...saved, cvv: "1234" });
  });

  it.each([
    ["nothing listens", true, "network"],
    ["the browser is offline", false, "offline"],
  ])("sends one request if %s", async (_, isOnline, code) => {
    const { sent, ports } = gatewayThat(() => Promise.reject(new TypeError("Failed to fetch")));
    const answer = await sendCard(request, 1000, never, { ...ports, isOnline: () => isOnline });
    expect(answer).toEqual({ ok: false, code, fields: [] });
    expect(sent).toHaveLength(1);
  });

  it("ends at its deadline, once [T-P2]", async () => {
    vi.useFakeTimers();
    const { sent, ports } = hangs();
    const answer = sendCard(request, 5000, never, ports);
    await vi.advanceTimersByTimeAsync(4999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ ok: false, code: "timeout", fields: [] });
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends at its deadline in the middle of a response", async () => {
    const { ports } = gatewayThat(async (init) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"token":'));
          init.signal?.addEventListener("abort", () =>
            controller.error(new DOMException("aborted", "AbortError")),
          );
        },
      });
      return new Response(body, { status: 201 });
    });
    expect(await sendCard(request, 20, never, ports)).toEqual({ ok: false, code: "timeout", fields: [] });
  });

  it("reads 16 KiB of a response, and not one byte more [T-P8]", async () => {
    const answer = JSON.stringify({ token, expireAt });
    const longest = answer + " ".repeat(16_384 - answer.length);
    expect(await sendCard(request, 1000, never, answers(201, longest).ports)).toMatchObject({ token });
    expect(await sendCard(request, 1000, never, answers(201, `${longest} `).ports)).toMatchObject({
      code: "bad_answer",
    });
  });

  it("stops reading a response that never ends", async () => {
    let pulled = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 4_096;
        // Without the limit the test would not end.
        if (pulled > 1_000_000) controller.close();
        else controller.enqueue(new Uint8Array(4_096).fill(32));
      },
      cancel() {
        isCancelled = true;
      },
    });
    const { ports } = gatewayThat(async () => new Response(body, { status: 201 }));
    expect(await sendCard(request, 1000, never, ports)).toMatchObject({ code: "bad_answer" });
    expect(isCancelled).toBe(true);
    expect(pulled).toBeLessThan(40_000);
  });

  it("ends when it is cancelled, before and after it was sent", async () => {
    const { sent, ports } = hangs();
    expect(await sendCard(request, 1000, AbortSignal.abort(), ports)).toMatchObject({ code: "aborted" });
    expect(sent).toHaveLength(0);
    const cancel = new AbortController();
    const answer = sendCard(request, 1000, cancel.signal, ports);
    cancel.abort();
    expect(await answer).toMatchObject({ code: "aborted" });
  });

  it("ignores a token that comes although the request was cancelled or is late", async () => {
    const cancel = new AbortController();
    const { ports } = gatewayThat(async () => {
      cancel.abort();
      return Response.json({ token, expireAt }, { status: 201 });
    });
    expect(await sendCard(request, 1000, cancel.signal, ports)).toMatchObject({ ok: false, code: "aborted" });
    const late = gatewayThat(async () => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      return Response.json({ token, expireAt }, { status: 201 });
    });
    expect(await sendCard(request, 5, never, late.ports)).toMatchObject({ ok: false, code: "timeout" });
  });

  it.each([
    [201, "", "bad_answer"],
    [201, "<html>", "bad_answer"],
    [201, `{"token":"${"x".repeat(20_000)}"}`, "bad_answer"],
    [400, "Bad Request", "bad_answer"],
    [500, "", "gateway_error"],
  ])("reads %i with an invalid body as %s", async (status, body, code) => {
    expect(await sendCard(request, 1000, never, answers(status, body).ports)).toMatchObject({
      ok: false,
      code,
    });
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2031, 0, 1, 12);
  it.each([
    ["1", 1],
    [" 45 ", 45],
    ["900", 900],
    // Limited at both ends.
    ["0", 1],
    ["901", 900],
    ["99999999999999999999", 900],
    // A date, compared with the shopper's clock.
    ["Wed, 01 Jan 2031 12:00:20 GMT", 20],
    ["Wed, 01 Jan 2031 11:00:00 GMT", 1],
    ["Thu, 02 Jan 2031 12:00:00 GMT", 900],
    // A missing or invalid header counts as half a minute.
    [null, 30],
    ["", 30],
    ["soon", 30],
    ["-5", 30],
    ["1.5", 30],
    ["tomorrow GMT", 30],
    ["2031-01-01T12:00:20Z", 30],
  ])("%j is a wait of %d s", (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });

  it("is read from the gateway's response", async () => {
    const { ports } = gatewayThat(
      async () => new Response("{}", { status: 429, headers: { "Retry-After": "17" } }),
    );
    expect(await sendCard(request, 1000, never, ports)).toEqual({
      ok: false,
      code: "rate_limited",
      fields: [],
      retryAfterSeconds: 17,
    });
  });
});

describe("a response", () => {
  it.each([
    [201, { token, expireAt }, { ok: true, token, expireAt }],
    [200, { token, expireAt }, { ok: true, token, expireAt }],
    [299, { token, expireAt }, { ok: true, token, expireAt }],
    [199, { token, expireAt }, "bad_answer"],
    [300, { token, expireAt }, "bad_answer"],
    [201, { token: "4242424242424242", expireAt }, "bad_answer"],
    [201, { token, expireAt: "1800000000" }, { ok: true, token, expireAt }],
    [201, { token, expireAt: "soon" }, "bad_answer"],
    [201, { token, expireAt: "1.8e9" }, "bad_answer"],
    [201, { token, expireAt: [expireAt] }, "bad_answer"],
    [201, { token, expireAt: null }, "bad_answer"],
    [201, { token, expireAt: 1_800_000_000.5 }, "bad_answer"],
    [201, { token, expireAt: 1_800_000_000_000 }, "bad_answer"],
    [201, { token, expireAt: -1 }, "bad_answer"],
    [201, { token }, "bad_answer"],
    [201, [], "bad_answer"],
    [201, null, "bad_answer"],
    [204, undefined, "bad_answer"],
    [302, {}, "bad_answer"],
    [404, { message: "Not found" }, "bad_answer"],
    [401, { message: "no" }, "not_allowed"],
    [403, undefined, "not_allowed"],
    [429, {}, { ok: false, code: "rate_limited", fields: [], retryAfterSeconds: 7 }],
    [429, undefined, { ok: false, code: "rate_limited", fields: [], retryAfterSeconds: 7 }],
    [500, {}, "gateway_error"],
    [503, undefined, "gateway_error"],
  ])("%i %j", (status, body, wanted) => {
    const answer = readResponse(status, body, 7);
    expect(answer).toEqual(typeof wanted === "string" ? { ok: false, code: wanted, fields: [] } : wanted);
  });

  it.each([
    [{ number: "x" }, ["number"]],
    [{ expirationMonth: "x", expirationYear: "y" }, ["expiry", "expiryMonth", "expiryYear"]],
    [{ expirationYear: "y" }, ["expiry", "expiryYear"]],
    [{ zip: "x", cvv: "x", cardHolder: "x" }, ["cvv", "cardholder", "postalCode"]],
    [{ paymentAccountId: "x" }, []],
    [{ toString: "x", __proto__: { number: "x" } }, []],
    [{}, []],
    [undefined, []],
    ["number", []],
  ])("that refuses %j names every field that becomes one of these properties", (errors, fields) => {
    expect(readResponse(400, { message: "Bad Request", errors }, 7)).toEqual({
      ok: false,
      code: "card_refused",
      fields,
    });
  });

  it("is read by its own properties only, even if a prototype was changed", () => {
    Object.defineProperty(Object.prototype, "cvv", { value: "x", configurable: true });
    try {
      expect(readResponse(400, { errors: { number: "x" } }, 7)).toMatchObject({ fields: ["number"] });
    } finally {
      Reflect.deleteProperty(Object.prototype, "cvv");
    }
  });

  it("keeps no text of the gateway [T-P7]", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (status, body) => {
          const answer = readResponse(
            status,
            {
              ...body,
              message: "4242424242424242",
              errors: { number: "4242424242424242" },
            },
            7,
          );
          expect(JSON.stringify(answer)).not.toContain("4242");
        },
      ),
    );
  });
});

const browser = {
  language: "en-US",
  colorDepth: 24,
  screenHeight: 1080,
  screenWidth: 1920,
  timezoneOffset: -60,
};

describe("the browser's 3DS fields", () => {
  it("are read from the browser unchanged", () => {
    expect(collectDeviceData(browser)).toEqual({
      browserJavaEnabled: false,
      browserLanguage: "en-US",
      browserColorDepth: 24,
      browserScreenHeight: 1080,
      browserScreenWidth: 1920,
      browserTimezone: "-60",
    });
  });

  it.each([
    ["zh-Hans-CN", "zh-Hans"],
    ["de", "de"],
    ["es-419", "es-419"],
    ["en-US,en;q=0.9", "en-US"],
    ["sr-Latn-RS", "sr-Latn"],
    ["de-u-co-phonebk", "de-u-co"],
    ["abc-x-longlong", "abc"],
    ["gsw-Latn", "gsw-Latn"],
    [" de-DE , en", "de-DE"],
    ["en_US", "en"],
    ["", "en"],
    ["*", "en"],
    ["<script>", "en"],
  ])("language %s -> %s", (language, tag) => {
    expect(languageTag(language)).toBe(tag);
  });

  it.each([
    [30, 24],
    [24, 24],
    [31, 24],
    [32, 32],
    [64, 48],
    [12, 8],
    [16, 16],
    [15, 15],
    [0, 1],
  ])("colour depth %i -> %i", (colorDepth, wanted) => {
    expect(collectDeviceData({ ...browser, colorDepth }).browserColorDepth).toBe(wanted);
  });

  it.each([
    [0, "0"],
    [-0, "0"],
    [300, "300"],
    [-330, "-330"],
    [Number.NaN, "0"],
  ])("timezone %d -> %s", (timezoneOffset, wanted) => {
    expect(collectDeviceData({ ...browser, timezoneOffset }).browserTimezone).toBe(wanted);
  });

  it("always pass the guard of the message that contains them", () => {
    const anything = fc.oneof(fc.double(), fc.integer());
    fc.assert(
      fc.property(
        fc.string(),
        anything,
        anything,
        anything,
        anything,
        (language, colorDepth, height, width, offset) => {
          const device = collectDeviceData({
            language,
            colorDepth,
            screenHeight: height,
            screenWidth: width,
            timezoneOffset: offset,
          });
          const card = { brand: null, lastFour: null, hasName: false };
          const outcome = { ok: true, token, expireAt, device, card };
          expect(parseFrameToPage({ type: "tokenized", requestId: "1", outcome })).toBeDefined();
        },
      ),
    );
  });
});
