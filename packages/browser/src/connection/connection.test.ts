/**
 * The page's side of the handshake, tested against windows that send false messages. Message channels are real, windows are
 * fakes.
 */
import { type Greet, type Hello, type Open, parseOpen } from "@cardpane/contract/messages";
import { examplePaneOptions } from "@cardpane/contract/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { delivered, emptySnapshot } from "../testing/fake-frames.ts";
import { Connection, type FrameSignal } from "./connection.ts";

const pane = "https://pane.example";
const hello: Hello = { type: "cardpane:hello", version: 1, frameNonce: "0123456789abcdef0123456789abcdef" };
const options = { ...examplePaneOptions, fields: [{ name: "number", required: true }] } as const;
interface Posted {
  readonly message: Open;
  readonly targetOrigin: string;
  readonly port: MessagePort;
}

class FakeWindow {
  readonly posted: Posted[] = [];
  /** Each `greet` with its target origin. */
  readonly greeted: unknown[] = [];
  postMessage(message: Open | Greet, targetOrigin: string, [port]: MessagePort[] = []): void {
    if (message.type === "cardpane:open" && port) this.posted.push({ message, targetOrigin, port });
    else this.greeted.push([message, targetOrigin]);
  }
}

function describeSignal(signal: FrameSignal): string {
  if (signal.type === "failed") return `ended ${signal.code}`;
  if (signal.type === "connected")
    return signal.frameNonce === hello.frameNonce ? "connected" : "connected to another";
  return signal.type === "lost" ? "lost" : `received ${signal.type}`;
}

function setup(isEarly = false) {
  const page = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener"] as const)
    vi.stubGlobal(name, page[name].bind(page));
  const frame = new FakeWindow();
  const world = { frame: frame as FakeWindow | null };
  const log: string[] = [];
  const line = new Connection({
    iframe: {
      get contentWindow() {
        return world.frame as unknown as Window;
      },
    },
    url: { origin: pane },
    isEarly,
    field: "cvv",
    options: () => options,
    onSignal: (signal) => log.push(describeSignal(signal)),
  });
  const post = (data: unknown, { source = frame as unknown, origin = pane } = {}) =>
    page.dispatchEvent(Object.assign(new Event("message"), { source, origin, data }));
  /** Sends messages over the frame's port; waits until they have arrived. */
  const say = async (...words: unknown[]) => {
    for (const word of words) frame.posted[0]?.port.postMessage(word);
    await delivered();
  };
  const opened = () => ({ type: "opened", pageNonce: frame.posted[0]?.message.pageNonce });
  return { world, frame, log, line, post, say, opened };
}

/** The load event of the frame's document, then that of another one. */
function reload(line: Connection): void {
  line.handleLoad();
  line.handleLoad();
}

let lines: { close(): void }[] = [];
const started = (isEarly?: boolean) => {
  const made = setup(isEarly);
  lines.push(made.line);
  return made;
};
beforeEach(() => {
  lines = [];
});
afterEach(() => {
  for (const line of lines) line.close();
  vi.unstubAllGlobals();
});

describe("the hello message", () => {
  it("gets a reply with one port, addressed to the pane's origin, when the frame sends it from there", () => {
    const { frame, log, post } = started();
    post(hello);
    expect(log).toEqual(["connected"]);
    expect(frame.posted).toHaveLength(1);
    const { message, targetOrigin, port } = frame.posted[0] as Posted;
    expect(targetOrigin).toBe(pane);
    expect(parseOpen(message)).toEqual(message);
    expect(message).toMatchObject({ frameNonce: hello.frameNonce, field: "cvv", options });
    expect(port).toBeInstanceOf(MessagePort);
    port.close();
  });

  it("gets a fresh nonce in every reply", () => {
    const nonces = Array.from({ length: 20 }, () => {
      const { frame, post } = started();
      post(hello);
      frame.posted[0]?.port.close();
      return frame.posted[0]?.message.pageNonce;
    });
    expect(new Set(nonces).size).toBe(20);
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[string, unknown]>([
    ["an opener or another page", new FakeWindow()],
    ["a sibling frame", new FakeWindow()],
    ["no window", null],
    ["a port", new MessageChannel().port1],
  ])("is ignored from %s, even with the pane's origin", (_who, source) => {
    const { frame, log, post } = started();
    post(hello, { source });
    post(hello, { source, origin: "https://evil.example" });
    expect(log).toEqual([]);
    expect(frame.posted).toEqual([]);
  });

  it.each([
    "https://evil.example",
    "http://pane.example",
    "https://pane.example:8443",
    "https://sub.pane.example",
    "https://pane.example.evil.example",
    "null",
    "",
  ])("from the frame at %j fails the pane as hijacked, and the frame receives no options", (origin) => {
    const { frame, log, post } = started();
    post(hello, { origin });
    expect(log).toEqual(["ended frame_hijacked"]);
    expect(frame.posted).toEqual([]);
    post(hello);
    expect(log).toEqual(["ended frame_hijacked"]);
  });

  it.each<[string, unknown]>([
    ["no nonce", { type: "cardpane:hello", version: 1 }],
    ["a short nonce", { ...hello, frameNonce: "00" }],
    ["an unknown key", { ...hello, gateway: "https://evil.example" }],
    ["another type", { ...hello, type: "cardpane:open" }],
    ["a text", JSON.stringify(hello)],
    ["nothing", undefined],
    ["null", null],
  ])("with %s is dropped, and a valid one after it is accepted", (_what, data) => {
    const { frame, log, post } = started();
    post(data);
    expect(log).toEqual([]);
    post(hello);
    expect(log).toEqual(["connected"]);
    frame.posted[0]?.port.close();
  });

  it.each([2, 999])("of version %i fails the pane with version_mismatch", (version) => {
    const { frame, log, post } = started();
    post({ ...hello, version });
    expect(log).toEqual(["ended version_mismatch"]);
    expect(frame.posted).toEqual([]);
  });

  it("is ignored from an iframe that is not in the page", () => {
    const { world, log, post } = started();
    world.frame = null;
    post(hello, { source: null });
    post(hello);
    expect(log).toEqual([]);
  });
});

describe("a second hello", () => {
  it.each([
    ["the same, replayed", hello],
    ["a new one, from a frame that was reloaded", { ...hello, frameNonce: "f".repeat(32) }],
  ])("fails the pane with frame_gone (%s)", (_what, second) => {
    const { frame, log, post } = started();
    post(hello);
    post(second);
    expect(log).toEqual(["connected", "ended frame_gone"]);
    expect(frame.posted).toHaveLength(1);
  });
});

describe("on the port", () => {
  it("messages of the frame are accepted after `opened` with the right nonce [T-M12]", async () => {
    const { log, post, say, opened } = started();
    post(hello);
    await say({ type: "ready", heightPx: 1, snapshot: emptySnapshot });
    expect(log).toEqual(["connected"]);
    await say(opened(), { type: "ready", heightPx: 1, snapshot: emptySnapshot }, { type: "enter" });
    expect(log).toEqual(["connected", "received ready", "received enter"]);
  });

  it("a wrong nonce closes the pane, first or later [T-M11]", async () => {
    for (const before of [false, true]) {
      const { log, post, say, opened } = started();
      post(hello);
      if (before) await say(opened());
      await say({ type: "opened", pageNonce: hello.frameNonce }, opened(), { type: "enter" });
      expect(log).toEqual(["connected", "ended frame_hijacked"]);
    }
  });

  it("unknown messages change nothing", async () => {
    const { log, post, say, opened } = started();
    post(hello);
    await say(opened(), "x", null, { type: "eval", code: "1" }, { type: "enter", more: 1 }, [], {});
    await say({ type: "escape" });
    expect(log).toEqual(["connected", "received escape"]);
  });

  it("the frame may report a failure as its last message", async () => {
    const { log, post, say } = started();
    post(hello);
    await say({ type: "failed", code: "options_refused" }, { type: "enter" });
    expect(log).toEqual(["connected", "ended options_refused"]);
  });

  it("the frame receives the page's messages, and none before it has a port", async () => {
    const { frame, line, post } = started();
    line.send({ type: "blur" });
    post(hello);
    const received: unknown[] = [];
    const port = frame.posted[0]?.port as MessagePort;
    port.onmessage = ({ data }) => received.push(data);
    line.send({ type: "clear" });
    await delivered();
    expect(received).toEqual([{ type: "clear" }]);
  });
});

describe("another document in the iframe", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => vi.useRealTimers());

  it("is a reload when it sends hello", () => {
    const { log, line, post } = started();
    post(hello);
    reload(line);
    expect(log).toEqual(["connected", "lost"]);
    post({ ...hello, frameNonce: "f".repeat(32) });
    expect(log).toEqual(["connected", "lost", "ended frame_gone"]);
  });

  it("is a hijack when it sends a message from another origin", () => {
    const { log, line, post } = started();
    post(hello);
    reload(line);
    post("anything", { origin: "https://evil.example" });
    expect(log).toEqual(["connected", "lost", "ended frame_hijacked"]);
  });

  it("ends the connection when it sends nothing for two seconds", () => {
    const { log, line, post } = started();
    post(hello);
    reload(line);
    line.handleLoad();
    vi.advanceTimersByTime(1_999);
    expect(log).toEqual(["connected", "lost"]);
    vi.advanceTimersByTime(1);
    expect(log).toEqual(["connected", "lost", "ended frame_gone"]);
  });

  it("cannot send messages through the old port", async () => {
    const { log, line, post, say, opened } = started();
    post(hello);
    await say(opened());
    reload(line);
    await say({ type: "enter" });
    expect(log).toEqual(["connected", "lost"]);
  });

  it("before the first hello is ignored", () => {
    const { log, line, post, frame } = started();
    reload(line);
    post(hello);
    expect(log).toEqual(["connected"]);
    frame.posted[0]?.port.close();
  });
});

describe("a frame that existed before the connection", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => vi.useRealTimers());
  const greeting = [{ type: "cardpane:greet" }, pane];

  it("receives a greet at once, addressed to the pane's origin; another frame does not", () => {
    expect(started(true).frame.greeted).toEqual([greeting]);
    expect(started().frame.greeted).toEqual([]);
  });

  it("may send its hello by itself and as a reply to the greet: the pane is opened once", async () => {
    const { frame, log, post, say, opened } = started(true);
    post(hello);
    post(hello);
    expect(frame.posted).toHaveLength(1);
    await say(opened());
    post(hello);
    await say({ type: "enter" });
    expect(log).toEqual(["connected", "received enter"]);
  });

  it("is another document when its hello has another nonce: frame_gone", () => {
    const { log, frame, post } = started(true);
    post(hello);
    post({ ...hello, frameNonce: "f".repeat(32) });
    expect(log).toEqual(["connected", "ended frame_gone"]);
    expect(frame.posted).toHaveLength(1);
  });

  it("is hijacked when its hello comes from another origin, even with the same nonce", () => {
    const { log, post } = started(true);
    post(hello);
    post(hello, { origin: "https://evil.example" });
    expect(log).toEqual(["connected", "ended frame_hijacked"]);
  });

  it("receives another greet when a document has loaded, and stays connected if that is its own document", () => {
    const { frame, log, line, post } = started(true);
    post(hello);
    line.handleLoad();
    expect(frame.greeted).toEqual([greeting, greeting]);
    vi.advanceTimersByTime(1_999);
    post(hello);
    vi.advanceTimersByTime(60_000);
    expect(log).toEqual(["connected"]);
  });

  it("is gone when that document does not reply within two seconds", () => {
    const { log, line, post } = started(true);
    post(hello);
    line.handleLoad();
    vi.advanceTimersByTime(1_999);
    expect(log).toEqual(["connected"]);
    vi.advanceTimersByTime(1);
    expect(log).toEqual(["connected", "ended frame_gone"]);
  });

  it("cannot reconnect with the same nonce after a reload was detected", () => {
    const { log, line, post } = started(true);
    post(hello);
    reload(line);
    post(hello);
    expect(log).toEqual(["connected", "lost", "ended frame_gone"]);
  });

  it("is not verified before its hello, nor after the connection is closed", () => {
    const { frame, line, post } = started(true);
    line.handleLoad();
    post(hello);
    line.close();
    line.handleLoad();
    vi.advanceTimersByTime(60_000);
    expect(frame.greeted).toEqual([greeting]);
  });
});

describe("closing", () => {
  it("closes the connection without a signal, and may be called twice", async () => {
    const { log, line, post, say, opened, frame } = started();
    post(hello);
    await say(opened());
    const closed = new Promise((resolve) => frame.posted[0]?.port.addEventListener("close", resolve));
    line.close();
    line.close();
    await closed;
    reload(line);
    post(hello, { origin: "https://evil.example" });
    await say({ type: "enter" });
    expect(log).toEqual(["connected"]);
  });
});
