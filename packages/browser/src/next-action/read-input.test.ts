import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NextActionSource } from "../api/next-action.ts";
import { readHint } from "./challenge.ts";
import { readSettings, readStep, WrongInput } from "./read-input.ts";

/** The path that a refusal names. */
function refusal(read: () => unknown): string | undefined {
  try {
    read();
  } catch (cause) {
    if (cause instanceof WrongInput) return cause.trace.join(".");
    throw cause;
  }
  return undefined;
}

describe("a payment", () => {
  const url = "https://bank.example/3ds/1?a=b";

  it.each([
    [
      { action: "redirect", url },
      { url, qrCode: undefined },
    ],
    [{ url }, { url, qrCode: undefined }],
    [
      { payment: { action: "redirect", url, status: "pending" }, consumer: {} },
      { url, qrCode: undefined },
    ],
    [{ action: "redirect", url: "http://127.0.0.1:4002/3ds/1" }, { url: "http://127.0.0.1:4002/3ds/1" }],
    [{ action: "redirect", url: "http://localhost/3ds/1" }, { url: "http://localhost/3ds/1" }],
    [
      { action: "redirect", url, qrCode: "0002" },
      { url, qrCode: "0002" },
    ],
    [
      { action: "charge", qrCode: "0002" },
      { url: undefined, qrCode: "0002" },
    ],
    [
      { action: "charge", url },
      { url: undefined, qrCode: undefined },
    ],
    [
      { action: null, url: null, qrCode: null },
      { url: undefined, qrCode: undefined },
    ],
    [{ payment: { status: "success", code: "0" } }, { url: undefined, qrCode: undefined }],
    [{ type: "redirect", url } satisfies NextActionSource, { url, qrCode: undefined }],
    [{ type: "none" } satisfies NextActionSource, { url: undefined, qrCode: undefined }],
  ])("%j has the expected next action", (payment, expected) => {
    const step = readStep(payment);
    expect({ url: step.url?.href, qrCode: step.qrCode }).toEqual({ qrCode: undefined, ...expected });
  });

  it.each([
    [null, "payment"],
    ["https://bank.example/", "payment"],
    [{ payment: null }, "payment"],
    [{ url: "http://bank.example/" }, "payment.url"],
    [{ url: "http://localhost.bank.example/" }, "payment.url"],
    [{ url: "javascript:alert(1)" }, "payment.url"],
    [{ url: "data:text/html,x" }, "payment.url"],
    [{ url: "//bank.example/" }, "payment.url"],
    [{ url: "blob:https://bank.example/1" }, "payment.url"],
    [{ url: 7 }, "payment.url"],
    [{ qrCode: 7 }, "payment.qrCode"],
    [{ qrCode: "x".repeat(4_001) }, "payment.qrCode"],
  ])("%j is refused, and the error names the invalid part", (payment, path) => {
    expect(refusal(() => readStep(payment))).toBe(path);
  });

  it("opens only https and loopback addresses, whatever its url contains", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ validSchemes: ["http", "https", "ftp"] }), fc.string()), (text) => {
        let step: ReturnType<typeof readStep>;
        try {
          step = readStep({ url: text });
        } catch (cause) {
          return cause instanceof WrongInput && cause.trace.join(".") === "payment.url";
        }
        return step.url === undefined
          ? text === ""
          : /^https:|^http:\/\/(127\.|localhost|\[::1\])/.test(step.url.origin);
      }),
    );
  });
});

describe("options", () => {
  it("have defaults, also for an undefined value", () => {
    expect(readSettings({ mode: undefined, texts: { close: "Abbrechen" } })).toMatchObject({
      mode: "redirect",
      windowSize: "03",
      timeoutMs: 600_000,
      loadTimeoutMs: 30_000,
      scheme: "auto",
      texts: { close: "Abbrechen" },
    });
  });

  it.each([
    [{ mode: "popup" }, "mode"],
    [{ windowSize: "06" }, "windowSize"],
    [{ timeoutMs: 0 }, "timeoutMs"],
    [{ timeoutMs: 3_600_001 }, "timeoutMs"],
    [{ loadTimeoutMs: 1.5 }, "loadTimeoutMs"],
    [{ scheme: "blue" }, "scheme"],
    [{ texts: { title: "" } }, "texts.title"],
    [{ texts: { headline: "x" } }, "texts.headline"],
    [{ size: "01" }, "size"],
    [{ redirect: { order: "x" } }, "redirect.order"],
    [{ redirect: { orderId: [] } }, "redirect.orderId"],
    [{ redirect: { orderId: Array(9).fill("x") } }, "redirect.orderId"],
    [{ redirect: { code: "" } }, "redirect.code.0"],
    [{ redirect: { code: "x".repeat(65) } }, "redirect.code.0"],
    [{ redirect: { code: "a=b" } }, "redirect.code.0"],
  ])("%j is refused, and the error names the option", (options, path) => {
    expect(refusal(() => readSettings(options as Parameters<typeof readSettings>[0]))).toBe(path);
  });
});

describe("the hint", () => {
  it.each([
    [
      "?order_id=100000001&transaction_id=100000002&is_approved=1&code=0&mine=x",
      { orderId: "100000001", transactionId: "100000002", isApproved: true, code: "0" },
    ],
    ["?is_approved=0&code=5220", { orderId: null, transactionId: null, isApproved: false, code: "5220" }],
    [
      "?order_id=1234&ustas=1&is_approved=1&cb_code=0000&cb_transaction_id=5678",
      { orderId: "1234", transactionId: "5678", isApproved: true, code: "0000" },
    ],
    // As the server reads it: a shop has no `cb_` parameters of its own.
    [
      "?order_id=1234&is_approved=1&transaction_id=mine&cb_transaction_id=5678&code=mine&cb_code=0000",
      { orderId: "1234", transactionId: "5678", isApproved: true, code: "0000" },
    ],
    ["?is_approved=yes", { orderId: null, transactionId: null, isApproved: null, code: null }],
    ["", { orderId: null, transactionId: null, isApproved: null, code: null }],
  ])("of %j has the expected values, marked as not verified", (query, expected) => {
    expect(readHint(query, readSettings({}).redirect)).toEqual({ verified: false, ...expected });
  });

  it("is read by the parameter names that the page passes; the first that is present is used", () => {
    const { redirect } = readSettings({
      redirect: { orderId: "ref", code: ["c".repeat(64), "cb_code"], isApproved: undefined },
    });
    expect(readHint("?ref=1&order_id=2&cb_code=3&code=4&is_approved=0&cb_transaction_id=", redirect)).toEqual(
      {
        verified: false,
        orderId: "1",
        transactionId: "",
        isApproved: false,
        code: "3",
      },
    );
  });
});
