import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reportRefusedHeaders } from "./refused-headers.ts";

const headers = { "X-Requested-With": "XMLHttpRequest", "X-Request-ID": "1" };
let address = "";
let lines: string[] = [];

beforeEach(() => {
  // Each address is probed once, so every test needs another one.
  address = `https://gateway.example/${Math.random()}/tokenize`;
  lines = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => lines.push(line));
});
afterEach(() => vi.restoreAllMocks());

/** A fake browser and a gateway whose CORS response allows only these headers. */
function browser(allowed: readonly string[]) {
  const bodies: unknown[] = [];
  const send: typeof fetch = (_, init) => {
    bodies.push(init?.body);
    const names = [...new Headers(init?.headers).keys()];
    const isAllowed = names.every((name) => ["content-type", ...allowed].includes(name));
    return isAllowed ? Promise.resolve(new Response("{}", { status: 400 })) : Promise.reject(new TypeError());
  };
  return { send, bodies };
}

it("the header that the gateway refuses is logged, with both remedies", async () => {
  const { send, bodies } = browser(["x-request-id"]);
  await reportRefusedHeaders(address, headers, send);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("X-Requested-With");
  expect(lines[0]).toContain("Access-Control-Allow-Headers");
  expect(lines[0]).toContain('tokenizeHeaders: { "X-Requested-With": null }');
  expect(new Set(bodies)).toEqual(new Set(["{}"]));
});

it("an address is probed once", async () => {
  const { send, bodies } = browser([]);
  await reportRefusedHeaders(address, headers, send);
  await reportRefusedHeaders(address, headers, send);
  expect(lines).toHaveLength(2);
  expect(bodies).toHaveLength(4);
});

it.each<[string, number, readonly string[]]>([
  ["allows them all", 2, ["content-type", ...Object.keys(headers).map((name) => name.toLowerCase())]],
  ["cannot be reached", 1, []],
])(
  "of a gateway that %s the console has nothing, and it receives few requests",
  async (_, requests, names) => {
    let count = 0;
    await reportRefusedHeaders(address, headers, (_address, init) => {
      count += 1;
      const isAllowed = [...new Headers(init?.headers).keys()].every((name) => names.includes(name));
      return isAllowed
        ? Promise.resolve(new Response("{}", { status: 400 }))
        : Promise.reject(new TypeError());
    });
    expect(lines).toEqual([]);
    expect(count).toBe(requests);
  },
);
