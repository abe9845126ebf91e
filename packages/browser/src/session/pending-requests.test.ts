import type { PageToFrame, Snapshot } from "@cardpane/contract/messages";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CardpaneError } from "../pane/errors.ts";
import { createCalls } from "./pending-requests.ts";

const snapshot: Snapshot = {
  fields: {},
  brand: null,
  brands: [],
  empty: true,
  complete: false,
  valid: false,
};

function setup() {
  const calls = createCalls();
  const sent: PageToFrame[] = [];
  const validate = (timeoutMs = 1_000, signal?: AbortSignal) =>
    calls.ask("validated", (requestId) => ({ type: "validate", requestId }), timeoutMs, signal);
  const tokenize = (timeoutMs = 1_000) =>
    calls.ask(
      "tokenized",
      (requestId, leftMs) => ({ type: "tokenize", requestId, timeoutMs: leftMs, extra: {} }),
      timeoutMs,
    );
  return { calls, sent, validate, tokenize, online: () => calls.online((message) => sent.push(message)) };
}

/** What a promise has come to, or `"waits"`. */
async function now(promise: Promise<unknown>): Promise<unknown> {
  const result = await Promise.race([promise, Promise.resolve().then(() => "waits")]);
  return result instanceof CardpaneError ? result.code : result;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe("a question", () => {
  it("asked while the frame is ready is sent at once, and answered once", async () => {
    const { calls, sent, validate, online } = setup();
    online();
    const answer = validate();
    expect(sent).toEqual([{ type: "validate", requestId: "1" }]);
    calls.answered({ type: "validated", requestId: "1", snapshot });
    calls.answered({ type: "validated", requestId: "1", snapshot: { ...snapshot, valid: true } });
    expect(await answer).toEqual({ type: "validated", requestId: "1", snapshot });
  });

  it("asked before waits for the frame, and tells it what is left of its time", async () => {
    const { calls, sent, tokenize, online } = setup();
    const answer = tokenize(1_000);
    vi.advanceTimersByTime(400);
    expect(sent).toEqual([]);
    online();
    expect(sent).toEqual([{ type: "tokenize", requestId: "1", timeoutMs: 600, extra: {} }]);
    calls.offline(new CardpaneError("destroyed"));
    expect(await now(answer)).toBe("destroyed");
  });

  it("is given up as not_ready when no frame gets ready in time", async () => {
    const { sent, tokenize } = setup();
    const answer = tokenize(1_000);
    vi.advanceTimersByTime(999);
    expect(await now(answer)).toBe("waits");
    vi.advanceTimersByTime(1);
    expect(await now(answer)).toBe("not_ready");
    expect(sent).toEqual([]);
  });

  it("is given up and cancelled when the frame is silent for its time and a second more", async () => {
    const { calls, sent, tokenize, online } = setup();
    online();
    const answer = tokenize(1_000);
    vi.advanceTimersByTime(1_999);
    expect(await now(answer)).toBe("waits");
    vi.advanceTimersByTime(1);
    expect(await now(answer)).toBe("timeout");
    expect(sent.at(-1)).toEqual({ type: "cancel", requestId: "1" });
    calls.answered({
      type: "tokenized",
      requestId: "1",
      outcome: { ok: false, code: "network", text: "", fields: [] },
    });
    expect(await now(answer)).toBe("timeout");
  });

  it("is answered frame_gone when it was sent to a frame that is lost; what waits goes on waiting", async () => {
    const { calls, sent, validate, tokenize, online } = setup();
    online();
    const first = validate();
    calls.offline();
    const second = tokenize();
    expect(await now(first)).toBe("frame_gone");
    expect(await now(second)).toBe("waits");
    online();
    expect(sent.map(({ type }) => type)).toEqual(["validate", "tokenize"]);
    calls.offline(new CardpaneError("load_blocked"));
    expect(await now(second)).toBe("load_blocked");
  });

  it("is not answered by an answer of another kind or to another question", async () => {
    const { calls, validate, online } = setup();
    online();
    const answer = validate();
    calls.answered({ type: "validated", requestId: "2", snapshot });
    calls.answered({
      type: "tokenized",
      requestId: "1",
      outcome: { ok: false, code: "network", text: "", fields: [] },
    });
    expect(await now(answer)).toBe("waits");
    calls.answered({ type: "validated", requestId: "1", snapshot });
    expect(await now(answer)).toMatchObject({ type: "validated" });
  });
});

describe("an abort", () => {
  it("before the question is asked leaves it unsent", async () => {
    const { sent, validate, online } = setup();
    online();
    expect(await now(validate(1_000, AbortSignal.abort()))).toBe("aborted");
    expect(sent).toEqual([]);
  });

  it("in flight cancels it and answers at once", async () => {
    const { sent, validate, online } = setup();
    online();
    const controller = new AbortController();
    const answer = validate(1_000, controller.signal);
    controller.abort();
    expect(await now(answer)).toBe("aborted");
    expect(sent.map(({ type }) => type)).toEqual(["validate", "cancel"]);
  });

  it("after the answer changes nothing", async () => {
    const { calls, sent, validate, online } = setup();
    online();
    const controller = new AbortController();
    const answer = validate(1_000, controller.signal);
    calls.answered({ type: "validated", requestId: "1", snapshot });
    controller.abort();
    expect(await now(answer)).toMatchObject({ type: "validated" });
    expect(sent).toHaveLength(1);
  });
});
