import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { limitBody, readBody, readText } from "./body.ts";

const post = (body: Uint8Array<ArrayBuffer>, type = "application/json") =>
  new Request("http://gateway.test/payment", { method: "POST", headers: { "Content-Type": type }, body });

/** `{"name":"…"}` with the given bytes as its text. */
const named = (...bytes: readonly number[]) =>
  Uint8Array.from([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')]);

describe("a body", () => {
  it.each<[string, readonly number[]]>([
    ["a byte that begins nothing", [0xff]],
    ["a character that is cut", [0xe2, 0x82]],
    ["a slash in two bytes, as no encoder writes it", [0xc0, 0xaf]],
    ["half of a surrogate pair", [0xed, 0xa0, 0x80]],
    ["Latin-1", [0xe9]],
  ])("is refused that is no UTF-8: %s", async (_, bytes) => {
    const refusal = await readBody(post(named(...bytes)), z.object({})).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 400, errors: { "(body)": "must be UTF-8" } });
  });

  it("is read as UTF-8, however it is split into chunks", async () => {
    const bytes = named(...Buffer.from("Zoë 世界 😀"));
    const parts = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const stream = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    const request = new Request("http://gateway.test/payment", {
      method: "POST",
      body: stream,
      duplex: "half",
    });
    expect(await readText(request)).toBe('{"name":"Zoë 世界 😀"}');
  });

  it("is read up to its limit, and refused with one byte more", async () => {
    const bytes = named();
    const read = async (maxBytes: number, headers?: Record<string, string>) => {
      const app = new Hono();
      app.post("/payment", limitBody(maxBytes), async (c) => c.text(await readText(c.req.raw)));
      app.onError((error) => new Response("status" in error ? String(error.status) : error.name));
      const request = post(bytes);
      for (const [name, value] of Object.entries(headers ?? {})) request.headers.set(name, value);
      return (await app.request(request)).text();
    };
    for (const headers of [
      {},
      { "Content-Length": String(bytes.length) },
      { "Transfer-Encoding": "chunked" },
    ]) {
      expect(await read(bytes.length, headers)).toBe('{"name":""}');
      expect(await read(bytes.length - 1, headers)).toBe("413");
    }
  });
});
