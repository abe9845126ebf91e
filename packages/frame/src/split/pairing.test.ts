/** The frames of one form pair over real channels, and no other frame can join. */
import type { FieldName } from "@cardpane/contract/messages";
import { randomNonce } from "@cardpane/contract/messages";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { hostPairing, joinPairing } from "./pairing.ts";
import { delivered } from "./testing.ts";

const page = "https://shop.example https://outer.example";
let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

function lead(nonce = randomNonce()) {
  const joined: [FieldName, string][] = [];
  const names: string[] = [];
  const createName = () => {
    names.push(randomNonce());
    return names.at(-1) ?? "";
  };
  const pairing = hostPairing({ nonce, page }, createName, (field, name) => joined.push([field, name]));
  ends.push(pairing.close);
  return { nonce, pairing, joined };
}

interface SiblingOptions {
  readonly nonce?: string;
  readonly chain?: string;
  readonly field?: FieldName;
}

function sibling(
  leaderNonce: string,
  { nonce = randomNonce(), chain = page, field = "cvv" }: SiblingOptions = {},
) {
  const joined: string[] = [];
  ends.push(joinPairing({ nonce, page: chain, field }, leaderNonce, (name) => joined.push(name)));
  return { nonce, joined };
}

/** An attacker on a pairing channel, whose code is not ours. */
function intruder(leaderNonce: string) {
  const received: Record<string, unknown>[] = [];
  const channel = new BroadcastChannel(`cardpane:${leaderNonce}`);
  channel.onmessage = (event) => received.push((event as MessageEvent).data);
  ends.push(() => channel.close());
  return { received, send: (message: unknown) => channel.postMessage(message) };
}

describe("an admitted follower joins", () => {
  it.each(["before", "after"])("when it follows %s it is admitted", async (order) => {
    const { nonce, pairing, joined } = lead();
    const own = randomNonce();
    if (order === "after") pairing.admit("cvv", own);
    const one = sibling(nonce, { nonce: own });
    await delivered();
    if (order === "before") {
      expect(one.joined).toEqual([]);
      pairing.admit("cvv", own);
      await delivered();
    }
    expect(joined).toEqual([["cvv", one.joined[0]]]);
    expect(one.joined[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(one.joined[0]).not.toBe(nonce);
  });

  it("over a separate channel each", async () => {
    const { nonce, pairing, joined } = lead();
    const [one, two] = [sibling(nonce), sibling(nonce, { field: "expiry" })];
    pairing.admit("cvv", one.nonce);
    pairing.admit("expiry", two.nonce);
    await delivered();
    expect(joined.map(([field]) => field).sort()).toEqual(["cvv", "expiry"]);
    expect(one.joined[0]).not.toBe(two.joined[0]);
  });

  it("and replaces the follower that was admitted for its field before", async () => {
    const { nonce, pairing, joined } = lead();
    const [old, next] = [randomNonce(), randomNonce()];
    pairing.admit("cvv", old);
    pairing.admit("cvv", next);
    const first = sibling(nonce, { nonce: old });
    const second = sibling(nonce, { nonce: next });
    await delivered();
    expect(first.joined).toEqual([]);
    expect(joined).toEqual([["cvv", second.joined[0]]]);
  });
});

describe("no other frame joins", () => {
  it.each([
    ["embedded by another page", { chain: "https://evil.example" }],
    ["embedded by the same page inside another", { chain: "https://shop.example" }],
    ["embedded by the same page inside a further page", { chain: `${page} https://evil.example` }],
  ])("%s, although the page admits it", async (_, more) => {
    const { nonce, pairing, joined } = lead();
    const stranger = sibling(nonce, more);
    pairing.admit("cvv", stranger.nonce);
    await delivered();
    expect([joined, stranger.joined]).toEqual([[], []]);
  });

  it("embedded by another page, though it was admitted, without an invitation [T-M3]", async () => {
    const { nonce, pairing, joined } = lead();
    const own = randomNonce();
    pairing.admit("cvv", own);
    await delivered();
    // The pairing is active now, so only the leader's check of the chain of origins refuses this frame.
    const stranger = sibling(nonce, { nonce: own, chain: "https://evil.example" });
    await delivered();
    expect([joined, stranger.joined]).toEqual([[], []]);
  });

  it.each(["before", "after"])(
    "as another field than it renders, when it is admitted %s it follows [T-M20]",
    async (order) => {
      const { nonce, pairing, joined } = lead();
      const own = randomNonce();
      if (order === "before") pairing.admit("number", own);
      const cvv = sibling(nonce, { nonce: own, field: "cvv" });
      if (order === "after") pairing.admit("number", own);
      await delivered();
      expect([joined, cvv.joined]).toEqual([[], []]);
      // Admitted for its own field, it joins.
      pairing.admit("cvv", own);
      await delivered();
      expect(joined).toEqual([["cvv", cvv.joined[0]]]);
    },
  );

  it("with a nonce that was not admitted: a frame of another pane, of another tab", async () => {
    const [one, other] = [lead(), lead()];
    const stranger = sibling(one.nonce);
    other.pairing.admit("cvv", stranger.nonce);
    one.pairing.admit("cvv", randomNonce());
    await delivered();
    expect([one.joined, other.joined, stranger.joined]).toEqual([[], [], []]);
  });

  it("by replaying the messages of a follower, during the pairing or after it", async () => {
    const { nonce, pairing, joined } = lead();
    const thief = intruder(nonce);
    const one = sibling(nonce);
    pairing.admit("cvv", one.nonce);
    pairing.admit("expiry", randomNonce());
    await delivered();
    const join = thief.received.find(({ type }) => type === "join");
    expect(join).toMatchObject({ from: one.nonce });
    const before = thief.received.length;
    thief.send(join);
    await delivered();
    expect(thief.received.length).toBe(before);
    expect(joined).toHaveLength(1);
    expect(one.joined).toHaveLength(1);
  });

  it("after every follower has joined: the leader has closed the pairing channel", async () => {
    const closed = vi.spyOn(BroadcastChannel.prototype, "close");
    const { nonce, pairing, joined } = lead();
    const one = sibling(nonce);
    pairing.admit("cvv", one.nonce);
    await delivered();
    const names = closed.mock.contexts.map((channel) => (channel as BroadcastChannel).name);
    closed.mockRestore();
    // The channels of the follower and of the leader.
    expect(names).toEqual([`cardpane:${nonce}`, `cardpane:${nonce}`]);
    const thief = intruder(nonce);
    thief.send({ type: "join", page, from: one.nonce, field: "cvv" });
    await delivered();
    expect(thief.received).toEqual([]);
    expect(joined).toHaveLength(1);
    // The leader opens it again for the next follower.
    const next = sibling(nonce);
    pairing.admit("cvv", next.nonce);
    await delivered();
    expect(joined).toHaveLength(2);
  });

  it.each([
    ["to another", { to: randomNonce() }],
    ["from another page", { page: "https://evil.example" }],
    ["with an invalid name", { channel: "short" }],
    ["with an unknown key", { more: 1 }],
  ])("as the leader: `joined` %s is ignored", async (_, more) => {
    const nonce = randomNonce();
    const one = sibling(nonce);
    intruder(nonce).send({ type: "joined", page, to: one.nonce, channel: randomNonce(), ...more });
    await delivered();
    expect(one.joined).toEqual([]);
  });

  it("twice as the leader: a follower accepts one", async () => {
    const nonce = randomNonce();
    const one = sibling(nonce);
    const thief = intruder(nonce);
    for (let flushId = 0; flushId < 3; flushId++)
      thief.send({ type: "joined", page, to: one.nonce, channel: randomNonce() });
    await delivered();
    expect(one.joined).toHaveLength(1);
  });
});

it("arbitrary messages change nothing and throw nothing", async () => {
  const { nonce, pairing, joined } = lead();
  const one = sibling(nonce);
  pairing.admit("cvv", randomNonce());
  const thief = intruder(nonce);
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        type: fc.constantFrom("invite", "join", "joined", "typed", "__proto__"),
        page: fc.oneof(fc.constant(page), fc.string()),
        to: fc.oneof(fc.constant(one.nonce.toUpperCase()), fc.string()),
        from: fc.string(),
        channel: fc.string(),
      },
      { requiredKeys: [] },
    ),
  );
  for (const one of fc.sample(message, 2_000)) thief.send(one);
  await delivered();
  expect([joined, one.joined]).toEqual([[], []]);
});
