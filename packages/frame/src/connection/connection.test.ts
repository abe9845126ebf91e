import type { FrameToPage, PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { options } from "../form/testing.ts";
import { awaitOpen, type Page } from "./connection.ts";
import { startGreeting } from "./greeting.ts";
import { parentOrigin } from "./parent-origin.ts";

const shop = "https://shop.example";
const nonce = "0123456789abcdef0123456789abcdef";
const pageNonce = "f".repeat(32);
const open = { type: "cardpane:open", version: 1, frameNonce: nonce, pageNonce, field: null, options };

/** A port that records the messages that are sent over it. */
function fakePort() {
  const sent: FrameToPage[] = [];
  const port = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    isClosed: false,
    postMessage: (message: FrameToPage) => sent.push(message),
    close() {
      this.isClosed = true;
    },
  };
  return { port, sent, deliver: (data: unknown) => port.onmessage?.({ data }) };
}

/** A frame whose app listens at once, or once `listen` is called. */
function greeting({ listensAtOnce = true } = {}) {
  const parent = {
    posted: [] as [unknown, string][],
    postMessage: (m: unknown, to: string) => parent.posted.push([m, to]),
  };
  const listeners = new Set<(event: MessageEvent) => void>();
  const events: string[] = [];
  const handled: PageToFrame[] = [];
  let page: Page | undefined;
  let given: PaneOptions | undefined;
  const window = {
    parent,
    addEventListener: (_: "message", listener: (event: MessageEvent) => void) => listeners.add(listener),
    removeEventListener: (_: "message", listener: (event: MessageEvent) => void) =>
      listeners.delete(listener),
  };
  const context = { origin: "https://pane.example", ancestorOrigins: [shop], referrer: "", isTop: false };
  const greeted = startGreeting(window, context, {}, () => nonce);
  if (!greeted) throw new Error("The frame sent no hello.");
  const listen = () =>
    awaitOpen(greeted, {
      onOpen: (opening, asked) => {
        page = opening;
        given = asked.options;
        expect(asked.field).toBeNull();
        events.push("opened");
      },
      onMessage: (message) => handled.push(message),
      onClose: () => events.push("closed"),
    });
  if (listensAtOnce) listen();
  const receive = (
    data: unknown,
    more: Partial<{ source: unknown; origin: string; ports: unknown[] }> = {},
  ) => {
    const event = { data, source: parent, origin: shop, ports: [fakePort().port], ...more };
    for (const listener of [...listeners]) listener(event as unknown as MessageEvent);
  };
  return { parent, events, handled, receive, listeners, listen, page: () => page, options: () => given };
}

describe("the handshake", () => {
  it("sends hello to the pinned origin and to no other", () => {
    const { parent } = greeting();
    expect(parent.posted).toEqual([[{ type: "cardpane:hello", version: 1, frameNonce: nonce }, shop]]);
  });

  describe("a greeting", () => {
    const hello = [{ type: "cardpane:hello", version: 1, frameNonce: nonce }, shop];
    const greet = { type: "cardpane:greet" };

    it("of the page gets the same hello as a reply, before and after the page has opened the pane", () => {
      const { parent, receive, events } = greeting();
      receive(greet, { ports: [] });
      receive(greet, { ports: [] });
      expect(parent.posted).toEqual([hello, hello, hello]);
      receive(open);
      receive(greet, { ports: [] });
      expect(parent.posted).toHaveLength(4);
      expect(events).toEqual(["opened"]);
    });

    it.each([
      ["the opener", greet, { source: { postMessage() {} } }],
      ["a sibling of the page's origin", greet, { source: {} }],
      ["no window", greet, { source: null }],
      ["the page's window after it went elsewhere", greet, { origin: "https://evil.example" }],
      ["an opaque origin", greet, { origin: "null" }],
      ["the page with an unknown key", { ...greet, frameNonce: nonce }, {}],
      ["the page as a text", "cardpane:greet", {}],
    ])("of %s gets no reply", (_, data, more) => {
      const { parent, receive } = greeting();
      receive(data, more);
      expect(parent.posted).toEqual([hello]);
      receive(greet);
      expect(parent.posted).toEqual([hello, hello]);
    });

    it("does not count as an open: the page's second open still closes the pane", () => {
      const { receive, events } = greeting();
      receive(greet);
      receive(open);
      receive(greet);
      receive({ ...open, pageNonce: nonce });
      expect(events).toEqual(["opened", "closed"]);
    });

    it("gets no reply from a closed pane", () => {
      const { parent, receive, page } = greeting();
      receive(open);
      page()?.fail("frame_gone");
      receive(greet);
      expect(parent.posted).toEqual([hello]);
    });
  });

  it("opens for the page, and sends opened on its port first", () => {
    const { receive, events, options: given } = greeting();
    const { port, sent } = fakePort();
    receive(open, { ports: [port] });
    expect(events).toEqual(["opened"]);
    expect(given()).toEqual(options);
    expect(sent).toEqual([{ type: "opened", pageNonce }]);
  });

  it.each([
    ["the opener", open, { source: { postMessage() {} } }],
    ["a sibling of the page's origin", open, { source: {} }],
    ["no window", open, { source: null }],
    ["the page's window after it went elsewhere", open, { origin: "https://evil.example" }],
    ["another port of the same host [T-M6]", open, { origin: `${shop}:8443` }],
    ["the same host without TLS", open, { origin: "http://shop.example" }],
    ["an opaque origin", open, { origin: "null" }],
    ["no origin", open, { origin: "" }],
    ["an open without a port", open, { ports: [] }],
    ["an open with two ports", open, { ports: [fakePort().port, fakePort().port] }],
    ["an open with another's nonce", { ...open, frameNonce: pageNonce }, {}],
    ["an open without a nonce", { type: "cardpane:open", version: 1 }, {}],
    ["another message", { ...open, type: "cardpane:hello" }, {}],
    ["no object", "cardpane:open", {}],
  ])("drops %s, and still opens for the page", (_, data, more) => {
    const { receive, events } = greeting();
    receive(data, more);
    expect(events).toEqual([]);
    receive(open);
    expect(events).toEqual(["opened"]);
  });

  it.each([
    ["another version", { ...open, version: 2 }, "version_mismatch"],
    [
      "another version with other keys",
      { type: "cardpane:open", version: 9, frameNonce: nonce, theme: 1 },
      "version_mismatch",
    ],
    [
      "options that cannot be read",
      { ...open, options: { ...options, gateway: "https://evil.example" } },
      "options_refused",
    ],
    ["an unknown key", { ...open, extra: 1 }, "options_refused"],
  ])("fails on %s, and cannot be opened afterwards", (_, data, code) => {
    const { receive, events, listeners } = greeting();
    const { port, sent } = fakePort();
    receive(data, { ports: [port] });
    expect(sent).toEqual([{ type: "failed", code }]);
    expect(port.isClosed).toBe(true);
    receive(open);
    expect(events).toEqual(["closed"]);
    expect(listeners.size).toBe(0);
  });

  it.each([
    ["a replay", open],
    ["a second one", { ...open, pageNonce: nonce }],
    ["a broken second one", { type: "cardpane:open" }],
  ])("closes the pane on %s", (_, second) => {
    const { receive, events, page } = greeting();
    const { port, sent, deliver } = fakePort();
    receive(open, { ports: [port] });
    receive(second);
    expect(events).toEqual(["opened", "closed"]);
    expect(sent.at(-1)).toEqual({ type: "failed", code: "frame_gone" });
    expect(port.isClosed).toBe(true);
    page()?.send({ type: "enter" });
    deliver({ type: "clear" });
    expect(sent).toHaveLength(2);
  });

  it("ignores a second open from another window or origin", () => {
    const { receive, events } = greeting();
    receive(open);
    receive(open, { source: {} });
    receive(open, { origin: "https://evil.example" });
    expect(events).toEqual(["opened"]);
  });
});

describe("the handshake before the app listens", () => {
  it("keeps the page's open, and opens once the app listens", () => {
    const { receive, events, listen } = greeting({ listensAtOnce: false });
    const { port, sent } = fakePort();
    receive(open, { ports: [port] });
    expect(sent).toEqual([]);
    listen();
    expect(events).toEqual(["opened"]);
    expect(sent).toEqual([{ type: "opened", pageNonce }]);
  });

  it("sends the same hello for a greeting", () => {
    const { receive, parent } = greeting({ listensAtOnce: false });
    receive({ type: "cardpane:greet" }, { ports: [] });
    expect(parent.posted).toHaveLength(2);
    expect(parent.posted[1]).toEqual(parent.posted[0]);
  });

  it.each([
    ["the opener", { source: { postMessage() {} } }],
    ["a sibling of the page's origin", { source: {} }],
    ["the page's window after it went elsewhere", { origin: "https://evil.example" }],
  ])("keeps no open of %s", (_, more) => {
    const { receive, events, listen } = greeting({ listensAtOnce: false });
    receive(open, more);
    listen();
    expect(events).toEqual([]);
    receive(open);
    expect(events).toEqual(["opened"]);
  });

  it("closes the pane on a second open, however many arrive", () => {
    const { receive, events, listeners, listen } = greeting({ listensAtOnce: false });
    const { port, sent } = fakePort();
    receive(open, { ports: [port] });
    for (let times = 0; times < 50; times++) receive(open);
    listen();
    expect(events).toEqual(["opened", "closed"]);
    expect(sent.map(({ type }) => type)).toEqual(["opened", "failed"]);
    expect(listeners.size).toBe(0);
  });
});

describe("over the port", () => {
  it("messages of the page are handled until it closes the pane", () => {
    const { receive, handled, events } = greeting();
    const { port, deliver } = fakePort();
    receive(open, { ports: [port] });
    deliver({ type: "focus", field: "cvv" });
    deliver({ type: "close" });
    deliver({ type: "clear" });
    expect(handled).toEqual([{ type: "focus", field: "cvv" }, { type: "close" }]);
    expect(events).toEqual(["opened", "closed"]);
    expect(port.isClosed).toBe(true);
  });

  it("an unknown message changes nothing and throws nothing", () => {
    const { receive, handled, events } = greeting();
    const { port, deliver } = fakePort();
    receive(open, { ports: [port] });
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ type: fc.string() }, { noNullPrototype: false })),
        (word) => {
          deliver(word);
          deliver({ type: "focus", field: "gateway" });
          deliver({ type: "update", options: { ...options, gateway: "https://evil.example" } });
          deliver({ type: "clear", extra: word });
        },
      ),
    );
    expect(handled).toEqual([]);
    expect(events).toEqual(["opened"]);
  });
});

describe("the page's origin", () => {
  const place = { origin: "https://pane.example", referrer: "", isTop: false };
  it.each([
    ["reported by the browser", { ancestorOrigins: [shop, "https://outer.example"] }, shop],
    ["reported by the referrer", { referrer: `${shop}/checkout?x=1` }, shop],
    [
      "the browser's word over the referrer's",
      { ancestorOrigins: [shop], referrer: "https://evil.example/" },
      shop,
    ],
    ["opaque", { ancestorOrigins: ["null"] }, null],
    ["opaque, with a referrer", { ancestorOrigins: ["null"], referrer: `${shop}/` }, null],
    ["of a file", { ancestorOrigins: ["file://"] }, null],
    ["not given", {}, null],
    ["the pane's own", { ancestorOrigins: ["https://pane.example"] }, null],
    ["of a frame that is not embedded", { ancestorOrigins: [shop], isTop: true }, null],
    ["under a pane without TLS", { ancestorOrigins: [shop], origin: "http://pane.example" }, null],
    [
      "under a pane on loopback",
      { ancestorOrigins: ["http://localhost:4000"], origin: "http://127.0.0.1:4001" },
      "http://localhost:4000",
    ],
    ["under a pane on *.localhost", { ancestorOrigins: [shop], origin: "http://pane.localhost:4001" }, shop],
    [
      "under a pane that only looks like loopback",
      { ancestorOrigins: [shop], origin: "http://127.0.0.1.evil.example" },
      null,
    ],
    ["under an opaque pane", { ancestorOrigins: [shop], origin: "null" }, null],
  ])("%s", (_, more, wanted) => {
    expect(parentOrigin({ ...place, ...more })).toBe(wanted);
  });
});

it.each([
  ["http://192.168.1.20:4001", true, "http://192.168.1.20:4000"],
  ["http://192.168.1.20:4001", false, null],
  ["http://pane.example", true, null],
  ["https://pane.example", true, "http://192.168.1.20:4000"],
])(
  "a pane at %s starts on a private network only where its host says so (%s)",
  (own, lanOverHttp, wanted) => {
    const context = {
      origin: own,
      ancestorOrigins: ["http://192.168.1.20:4000"],
      referrer: "",
      isTop: false,
    };
    expect(parentOrigin(context, { lanOverHttp })).toBe(wanted);
  },
);

it("a greeting lists every origin above the frame, so that frames can compare them", () => {
  const window = { parent: { postMessage() {} }, addEventListener() {}, removeEventListener() {} };
  const around = { origin: "https://pane.example", referrer: `${shop}/pay`, isTop: false };
  const pageOf = (ancestorOrigins?: readonly string[]) =>
    startGreeting(window, { ...around, ancestorOrigins }, {})?.page;
  expect(pageOf([shop, "https://outer.example"])).toBe(`${shop} https://outer.example`);
  expect(pageOf()).toBe(shop);
});
