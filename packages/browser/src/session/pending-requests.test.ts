import type { PageToFrame } from "@cardpane/contract/messages";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CardpaneError } from "../api/errors.ts";
import { emptySnapshot as snapshot } from "../testing/fake-frames.ts";
import { PendingRequests } from "./pending-requests.ts";

function setup() {
  const requests = new PendingRequests();
  const sent: PageToFrame[] = [];
  const validate = (timeoutMs = 1_000, signal?: AbortSignal) =>
    requests.request({
      type: "validated",
      toMessage: (requestId) => ({ type: "validate", requestId }),
      timeoutMs,
      signal,
    });
  const tokenize = (timeoutMs = 1_000) =>
    requests.request({
      type: "tokenized",
      toMessage: (requestId, leftMs) => ({
        type: "tokenize",
        requestId,
        timeoutMs: leftMs,
        extra: {},
        announce: "",
      }),
      timeoutMs,
    });
  return {
    requests,
    sent,
    validate,
    tokenize,
    connect: () => requests.connect((message) => sent.push(message)),
  };
}

/** The result of a promise, or `"waits"` while it is pending. */
async function now(promise: Promise<unknown>): Promise<unknown> {
  const result = await Promise.race([promise, Promise.resolve().then(() => "waits")]);
  return result instanceof CardpaneError ? result.code : result;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe("a request", () => {
  it("is sent at once while the frame is ready, and settles once", async () => {
    const { requests, sent, validate, connect } = setup();
    connect();
    const answer = validate();
    expect(sent).toEqual([{ type: "validate", requestId: "1" }]);
    requests.handleResponse({ type: "validated", requestId: "1", snapshot });
    requests.handleResponse({ type: "validated", requestId: "1", snapshot: { ...snapshot, valid: true } });
    expect(await answer).toEqual({ type: "validated", requestId: "1", snapshot });
  });

  it("waits for the frame, and is sent with the remaining time", async () => {
    const { requests, sent, tokenize, connect } = setup();
    const answer = tokenize(1_000);
    vi.advanceTimersByTime(400);
    expect(sent).toEqual([]);
    connect();
    expect(sent).toEqual([{ type: "tokenize", requestId: "1", timeoutMs: 600, extra: {}, announce: "" }]);
    requests.disconnect(() => new CardpaneError("destroyed"));
    expect(await now(answer)).toBe("destroyed");
  });

  it("settles as not_ready if no frame is ready in time", async () => {
    const { sent, tokenize } = setup();
    const answer = tokenize(1_000);
    vi.advanceTimersByTime(999);
    expect(await now(answer)).toBe("waits");
    vi.advanceTimersByTime(1);
    expect(await now(answer)).toBe("not_ready");
    expect(sent).toEqual([]);
  });

  it("is cancelled one second after its timeout if the frame has not responded", async () => {
    const { requests, sent, tokenize, connect } = setup();
    connect();
    const answer = tokenize(1_000);
    vi.advanceTimersByTime(1_999);
    expect(await now(answer)).toBe("waits");
    vi.advanceTimersByTime(1);
    expect(await now(answer)).toBe("timeout");
    expect(sent.at(-1)).toEqual({ type: "cancel", requestId: "1" });
    requests.handleResponse({
      type: "tokenized",
      requestId: "1",
      outcome: { ok: false, code: "network", text: "", fields: [] },
    });
    expect(await now(answer)).toBe("timeout");
  });

  it("settles as frame_gone if it was sent to a frame that is lost; waiting requests still wait", async () => {
    const { requests, sent, validate, tokenize, connect } = setup();
    connect();
    const first = validate();
    requests.disconnect();
    const second = tokenize();
    expect(await now(first)).toBe("frame_gone");
    expect(await now(second)).toBe("waits");
    connect();
    expect(sent.map(({ type }) => type)).toEqual(["validate", "tokenize"]);
    requests.disconnect(() => new CardpaneError("load_blocked"));
    expect(await now(second)).toBe("load_blocked");
  });

  it("is not settled by a response of another type or to another request", async () => {
    const { requests, validate, connect } = setup();
    connect();
    const answer = validate();
    requests.handleResponse({ type: "validated", requestId: "2", snapshot });
    requests.handleResponse({
      type: "tokenized",
      requestId: "1",
      outcome: { ok: false, code: "network", text: "", fields: [] },
    });
    expect(await now(answer)).toBe("waits");
    requests.handleResponse({ type: "validated", requestId: "1", snapshot });
    expect(await now(answer)).toMatchObject({ type: "validated" });
  });
});

describe("an abort", () => {
  it("before the request prevents it from being sent", async () => {
    const { sent, validate, connect } = setup();
    connect();
    expect(await now(validate(1_000, AbortSignal.abort()))).toBe("aborted");
    expect(sent).toEqual([]);
  });

  it("of a sent request cancels it and settles it at once", async () => {
    const { sent, validate, connect } = setup();
    connect();
    const controller = new AbortController();
    const answer = validate(1_000, controller.signal);
    controller.abort();
    expect(await now(answer)).toBe("aborted");
    expect(sent.map(({ type }) => type)).toEqual(["validate", "cancel"]);
  });

  it("after the response has no effect", async () => {
    const { requests, sent, validate, connect } = setup();
    connect();
    const controller = new AbortController();
    const answer = validate(1_000, controller.signal);
    requests.handleResponse({ type: "validated", requestId: "1", snapshot });
    controller.abort();
    expect(await now(answer)).toMatchObject({ type: "validated" });
    expect(sent).toHaveLength(1);
  });
});
