import { describe, expect, it } from "vitest";
import { readRequest } from "./request.ts";

const headers = { "user-agent": "Browser/1", accept: "text/html" };
const socket = { remoteAddress: "203.0.113.7" };

describe("the shopper's request", () => {
  it.each([
    ["of Node", { headers, socket }],
    ["of Express, whose ip is not read", { headers, socket, ip: "198.51.100.1", get: () => "forged" }],
    ["of Fetch with an address", { headers: new Headers(headers), remoteAddress: "203.0.113.7" }],
    [
      "of Fetch with plain headers",
      { headers: { "User-Agent": "Browser/1", Accept: "text/html" }, remoteAddress: "203.0.113.7" },
    ],
    ["with repeated headers", { headers: { ...headers, accept: ["text/html"] }, socket }],
  ])("%s is read", (_, request) => {
    const shopper = readRequest(request);
    expect(shopper.remoteAddress).toBe("203.0.113.7");
    expect(shopper.header("user-agent")).toBe("Browser/1");
    expect(shopper.header("accept")).toBe("text/html");
    expect(shopper.header("User-Agent")).toBe("Browser/1");
    expect(shopper.header("x-forwarded-for")).toBeUndefined();
  });

  it("joins a repeated header", () => {
    const shopper = readRequest({ headers: { accept: ["text/html", "*/*"] }, socket });
    expect(shopper.header("accept")).toBe("text/html, */*");
  });

  it("of Fetch alone has no address", () => {
    const shopper = readRequest(new Request("https://shop.example.com", { headers }));
    expect(shopper.remoteAddress).toBeUndefined();
    expect(shopper.header("accept")).toBe("text/html");
  });

  it.each([undefined, null, "GET /", {}, { headers: null, socket: null }, { headers: { accept: 1 } }])(
    "%j has no address and no headers, and does not throw",
    (request) => {
      const shopper = readRequest(request);
      expect(shopper.remoteAddress).toBeUndefined();
      expect(shopper.header("accept")).toBeUndefined();
    },
  );
});
