/** The option `fetch`: what stands in for the platform's. A payment that was made must not be reported as unknown. */
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { failureOf, pay, successBody } from "../gateway.test-server.ts";

const text = JSON.stringify(successBody);
const baseUrl = "https://gateway.example.com";
const respond = (response: unknown) =>
  ({ fetch: (async () => response) as unknown as typeof globalThis.fetch, maxRetries: 0 }) as const;
const headers = new Headers();

describe("a response of another fetch", () => {
  it.each([
    ["node-fetch: a stream of Node", { status: 201, headers, body: Readable.from([Buffer.from(text)]) }],
    ["a stream of texts", { status: 201, headers, body: Readable.from([text.slice(0, 9), text.slice(9)]) }],
    ["a multibyte character in two chunks", { status: 201, headers, body: Readable.from(split(text)) }],
    ["a test double", { status: 201, headers, text: async () => text }],
    ["a test double with plain headers", { status: 201, headers: {}, text: async () => text }],
    ["a test double without headers", { status: 201, text: async () => text }],
    ["the platform's Response", new Response(text, { status: 201 })],
  ])("is read: %s", async (_, response) => {
    expect(await pay({ baseUrl }, respond(response))).toMatchObject(successBody);
  });

  it.each([
    ["nothing", undefined],
    ["no status", { text: async () => text }],
    ["no body", { status: 201, headers }],
  ])("that cannot be read leaves the outcome unknown, and says what is wrong: %s", async (_, response) => {
    const error = await failureOf(pay({ baseUrl }, respond(response)));
    expect(error).toMatchObject({ outcome: "unknown", code: "unreadable_answer" });
    expect(error.message).toContain("fetch");
  });

  it("whose stream breaks off is a lost connection", async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.from(text.slice(0, 20));
        throw new Error("socket hang up");
      })(),
    );
    const error = await failureOf(pay({ baseUrl }, respond({ status: 201, headers, body })));
    expect(error).toMatchObject({ outcome: "unknown", code: "connection_lost", gatewayStatus: 201 });
  });

  it("has its Retry-After read from plain headers", async () => {
    const response = { status: 429, headers: { "Retry-After": "7" }, text: async () => "{}" };
    const error = await failureOf(pay({ baseUrl }, respond(response)));
    expect(error).toMatchObject({ code: "rate_limited", retryAfterMs: 7_000 });
  });
});

/** The bytes of the text in two chunks, the second of which begins within a character. */
function split(value: string): readonly Buffer[] {
  const bytes = Buffer.from(value.replace('"order-1"', '"order-1","n":"ü"'));
  const at = bytes.indexOf(0xc3) + 1;
  return [bytes.subarray(0, at), bytes.subarray(at)];
}
