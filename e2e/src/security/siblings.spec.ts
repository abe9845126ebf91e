/**
 * Attacks between the frames of split forms: frames of ours that another page embeds, frames of another pane, and replayed
 * messages. Storage partitioning is off in this browser, so that only the pane's own rules separate the frames.
 */
import type { FrameToPage, PaneOptions, Snapshot } from "@cardpane/contract/messages";
import { examplePaneOptions } from "@cardpane/contract/testing";
import type { Page } from "@playwright/test";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { withResolver } from "../support/held-requests.ts";
import { merchantPage, splitTag } from "../support/pages.ts";
import { goodCard, openSplitPane, SplitPaneObject } from "../support/pane-object.ts";

/** A frame of ours that a page has created without the pane's script. */
interface ForgedFrame {
  readonly nonce: string;
  /** The frame's messages to the page. */
  readonly messages: readonly FrameToPage[];
  send(message: object): void;
}

declare global {
  interface Window {
    createFrame(src: string, field: string): Promise<ForgedFrame>;
    /** In a hostile page: the frames that it has created, by the names that the test gave them. */
    forged: Record<string, ForgedFrame>;
    /** In a frame: the messages of the form's channel, which a script in the pane's origin could read. */
    channelMessages: { type: string }[];
    channel: BroadcastChannel;
  }
}

/** The script of a hostile page: it creates a frame of ours and sends it any message. */
function install(options: PaneOptions): void {
  Object.assign(window, {
    forged: {},
    createFrame: (src: string, field: string) =>
      new Promise((resolve) => {
        const iframe = document.createElement("iframe");
        iframe.src = src;
        iframe.referrerPolicy = "strict-origin";
        addEventListener("message", ({ source, data, origin }) => {
          if (source !== iframe.contentWindow || data.type !== "cardpane:hello") return;
          const { port1, port2 } = new MessageChannel();
          const messages: unknown[] = [];
          port1.onmessage = (event) => messages.push(event.data);
          const nonce: string = data.frameNonce;
          const pageNonce = "0".repeat(32);
          iframe.contentWindow?.postMessage(
            { type: "cardpane:open", version: 1, frameNonce: nonce, pageNonce, field, options },
            origin,
            [port2],
          );
          resolve({ nonce, messages, send: (message: object) => port1.postMessage(message) });
        });
        document.body.append(iframe);
      }),
  });
}

const blank = "<!doctype html><html lang=en><title>Hostile</title><body></body></html>";

/** Opens a hostile page with the merchant's origin. */
async function openHostile(page: Page, stack: Stack): Promise<void> {
  await page.goto(stack.site.serve(blank));
  await page.evaluate(install, examplePaneOptions);
}
/** Opens, in another tab, a hostile page of another origin that is also allowed to embed the pane. */
async function openElsewhere(page: Page, stack: Stack): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(stack.shop);
  await other.evaluate(install, examplePaneOptions);
  return other;
}

const frameUrl = (release: string) => `${release}frame?environment=sandbox&locale=en`;

/** Creates a frame in a page, stores it under a name, and returns its nonce. */
function forge(page: Page, name: string, field: string, release: string): Promise<string> {
  return page.evaluate(
    async ({ name, field, src }) => {
      const frame = await window.createFrame(src, field);
      window.forged[name] = frame;
      return frame.nonce;
    },
    { name, field, src: frameUrl(release) },
  );
}

/** Creates a frame with the number that is the leader of a form. */
async function forgeLeader(page: Page, release: string): Promise<string> {
  const nonce = await forge(page, "leader", "number", release);
  await send(page, "leader", { type: "lead" });
  return nonce;
}

const send = (page: Page, name: string, message: object) =>
  page.evaluate(({ name, message }) => window.forged[name]?.send(message), { name, message });
const messagesOf = (page: Page, name: string) =>
  page.evaluate((name) => window.forged[name]?.messages ?? [], name);
const typesOf = async (page: Page, name: string) => (await messagesOf(page, name)).map(({ type }) => type);

/** Lets another frame of a page join the leader. The leader has then handled every message sent to it before. */
async function joinAfter(page: Page, leaderNonce: string, release: string): Promise<void> {
  const frameNonce = await forge(page, "later", "cvv", release);
  await send(page, "leader", { type: "admit", field: "cvv", frameNonce });
  await send(page, "later", { type: "follow", leaderNonce });
  await expect.poll(() => typesOf(page, "later")).toContain("ready");
}

test("forged frames of one page can pair, so the attacks below fail because of the pane's rules", async ({
  page,
  stack,
}) => {
  await openHostile(page, stack);
  const leader = await forgeLeader(page, stack.release);
  const cvv = await forge(page, "cvv", "cvv", stack.release);
  await send(page, "leader", { type: "admit", field: "cvv", frameNonce: cvv });
  await send(page, "cvv", { type: "follow", leaderNonce: leader });
  await expect.poll(() => typesOf(page, "cvv")).toContain("ready");
});

test("a frame that another page embeds does not join, even if both pages cooperate [T-M2]", async ({
  page,
  stack,
}) => {
  await openHostile(page, stack);
  const other = await openElsewhere(page, stack);

  const leader = await forgeLeader(page, stack.release);
  const foreign = await forge(other, "cvv", "cvv", stack.release);
  await send(page, "leader", { type: "admit", field: "cvv", frameNonce: foreign });
  await send(other, "cvv", { type: "follow", leaderNonce: leader });

  // The two frames can reach each other, so only the pane's rules separate them.
  const channel = "a channel of this test";
  const inner = (from: Page) => from.frames().find((frame) => frame.url().includes("/frame?"));
  const reached = inner(other)?.evaluate(
    (name) =>
      new Promise<unknown>((resolve) => {
        new BroadcastChannel(name).onmessage = ({ data }) => resolve(data);
      }),
    channel,
  );
  await inner(page)?.evaluate((name) => {
    const sender = new BroadcastChannel(name);
    setInterval(() => sender.postMessage("reached"), 50);
  }, channel);
  expect(await reached).toBe("reached");

  // A frame of the leader's own page joins afterwards: the leader has then handled the foreign frame's join.
  await joinAfter(page, leader, stack.release);
  expect(await typesOf(other, "cvv")).toEqual(["opened", "localized"]);
  await other.close();
});

test("a frame that another page embeds does not become the leader of ours", async ({ page, stack }) => {
  await openHostile(page, stack);
  const other = await openElsewhere(page, stack);
  const leader = await forgeLeader(other, stack.release);
  const cvv = await forge(page, "cvv", "cvv", stack.release);
  await send(other, "leader", { type: "admit", field: "cvv", frameNonce: cvv });
  await send(page, "cvv", { type: "follow", leaderNonce: leader });
  await joinAfter(other, leader, stack.release);
  expect(await typesOf(page, "cvv")).toEqual(["opened", "localized"]);
  await other.close();
});

test("a frame that was admitted elsewhere, or not at all, does not join", async ({ page, stack }) => {
  await openHostile(page, stack);
  const leader = await forgeLeader(page, stack.release);
  await forge(page, "cvv", "cvv", stack.release);
  await send(page, "leader", { type: "admit", field: "cvv", frameNonce: "0".repeat(32) });
  await send(page, "cvv", { type: "follow", leaderNonce: leader });
  await joinAfter(page, leader, stack.release);
  expect(await typesOf(page, "cvv")).toEqual(["opened", "localized"]);
});

test("a replayed join is not answered, and what is typed stays between two frames", async ({
  page,
  stack,
}) => {
  await openHostile(page, stack);
  const leader = await forgeLeader(page, stack.release);
  // A frame that never joins keeps the pairing open.
  await send(page, "leader", { type: "admit", field: "expiry", frameNonce: "0".repeat(32) });
  const cvv = await forge(page, "cvv", "cvv", stack.release);
  const frames = page.frames().filter((frame) => frame.url().includes("/frame?"));
  // No page can do this: it reads the form's channel in the pane's origin.
  await frames[0]?.evaluate((name) => {
    const channelMessages: { type: string }[] = [];
    const channel = new BroadcastChannel(`cardpane:${name}`);
    channel.onmessage = ({ data }) => channelMessages.push(data);
    Object.assign(window, { channelMessages, channel });
  }, leader);
  await send(page, "leader", { type: "admit", field: "cvv", frameNonce: cvv });
  await send(page, "cvv", { type: "follow", leaderNonce: leader });
  await expect.poll(() => typesOf(page, "cvv")).toContain("ready");
  await frames[1]?.locator("input").pressSequentially("123");
  const replayed = await frames[0]?.evaluate(() => {
    const { channelMessages, channel } = window;
    const join = channelMessages.find(({ type }) => type === "join");
    channel.postMessage(join);
    return join?.type;
  });
  expect(replayed).toBe("join");
  // When a later frame has joined, the leader has handled the replayed message.
  const expiry = await forge(page, "expiry", "expiry", stack.release);
  await send(page, "leader", { type: "admit", field: "expiry", frameNonce: expiry });
  await send(page, "expiry", { type: "follow", leaderNonce: leader });
  await expect.poll(() => typesOf(page, "expiry")).toContain("ready");
  const types = await frames[0]?.evaluate(() => window.channelMessages.map(({ type }) => type));
  expect(types?.filter((type) => type === "joined")).toHaveLength(2);
  expect(types).not.toContain("typed");
});

/** The input of the frame with this index, in order of creation. */
const inputOf = (page: Page, index: number) =>
  page.locator("iframe").nth(index).contentFrame().locator(".box input");

async function snapshots(page: Page, name: string): Promise<readonly Snapshot[]> {
  return (await messagesOf(page, name)).flatMap((message) =>
    "snapshot" in message && message.snapshot ? [message.snapshot] : [],
  );
}

test("a form is no oracle: no leader validates a frame as another field than it renders [T-M18]", async ({
  page,
  stack,
}) => {
  await openHostile(page, stack);
  const honest = await forge(page, "honest", "number", stack.release);
  const cvv = await forge(page, "cvv", "cvv", stack.release);
  await send(page, "honest", { type: "lead" });
  await send(page, "honest", { type: "admit", field: "cvv", frameNonce: cvv });
  await send(page, "cvv", { type: "follow", leaderNonce: honest });
  await expect.poll(() => typesOf(page, "cvv")).toContain("ready");
  await inputOf(page, 1).pressSequentially("424");
  await expect.poll(async () => (await snapshots(page, "honest")).at(-1)?.fields.cvv?.valid).toBe(true);

  // Without the shopper's knowledge, a second form that claims this frame as its number.
  const hidden = await forge(page, "hidden", "expiry", stack.release);
  await send(page, "hidden", { type: "lead" });
  await send(page, "hidden", { type: "admit", field: "number", frameNonce: cvv });
  await send(page, "cvv", { type: "follow", leaderNonce: hidden });
  await expect(inputOf(page, 1)).toHaveValue("");
  // The messages of a frame with the number do arrive, so the absence of the earlier ones proves something.
  const number = await forge(page, "number", "number", stack.release);
  await send(page, "hidden", { type: "admit", field: "number", frameNonce: number });
  await send(page, "number", { type: "follow", leaderNonce: hidden });
  await expect.poll(() => typesOf(page, "number")).toContain("ready");
  const silent = await snapshots(page, "hidden");
  expect(silent.length).toBeGreaterThan(0);
  for (const snapshot of silent) expect([snapshot.empty, snapshot.brands]).toEqual([true, []]);
  await inputOf(page, 3).pressSequentially("42");
  await expect.poll(async () => (await snapshots(page, "hidden")).at(-1)?.brand).toBe("visa");
});

test("a card that is typed once makes one token, however many leaders a page creates [T-M19]", async ({
  page,
  stack,
}) => {
  let requests = 0;
  const { promise: slow, resolve: answer } = withResolver();
  await page.route(`${stack.gateway}/**`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    requests += 1;
    await slow;
    return route.continue();
  });
  await openHostile(page, stack);
  const fields = ["number", "expiry", "cvv"] as const;
  const nonces = new Map<string, string>();
  for (const field of fields) nonces.set(field, await forge(page, field, field, stack.release));
  for (const name of ["first", "second", "third"]) {
    const leaderNonce = await forge(page, name, "cardholder", stack.release);
    await send(page, name, { type: "lead" });
    for (const [field, frameNonce] of nonces) await send(page, name, { type: "admit", field, frameNonce });
    for (const field of fields) await send(page, field, { type: "follow", leaderNonce });
    if (name === "first") {
      for (const field of fields) await expect.poll(() => typesOf(page, field)).toContain("ready");
      for (const [index, field] of fields.entries())
        await inputOf(page, index).pressSequentially(goodCard[field] ?? "");
      await expect.poll(async () => (await snapshots(page, "first")).at(-1)?.valid).toBe(true);
    }
    await send(page, name, { type: "tokenize", requestId: "1", timeoutMs: 20_000, extra: {}, announce: "" });
    if (name === "first") await expect.poll(() => requests).toBe(1);
  }
  // The other requests end without a card; then the gateway responds to the one that it received.
  const outcomes = (name: string) =>
    messagesOf(page, name).then((messages) =>
      messages.flatMap((message) => (message.type === "tokenized" ? [message.outcome.ok] : [])),
    );
  for (const name of ["second", "third"]) await expect.poll(() => outcomes(name)).toEqual([false]);
  expect(requests).toBe(1);
  answer();
  await expect.poll(() => outcomes("first")).toEqual([true]);
  for (const [index] of fields.entries()) await expect(inputOf(page, index)).toHaveValue("");
});

test("two split panes on a page do not receive each other's messages", async ({ page, stack }) => {
  const tags = splitTag(undefined, 'id="one"') + splitTag(undefined, 'id="two"');
  await page.goto(stack.site.serve(merchantPage(stack, tags)));
  const one = (await new SplitPaneObject(page, page.locator("#one")).ready()) as SplitPaneObject;
  const two = (await new SplitPaneObject(page, page.locator("#two")).ready()) as SplitPaneObject;
  await one.type(goodCard);
  await expect.poll(async () => (await one.snapshot()).complete).toBe(true);
  expect((await two.snapshot()).empty).toBe(true);
  for (const name of ["number", "expiry", "cvv"] as const) await expect(two.field(name)).toHaveValue("");
  expect((await two.tokenize()).error?.code).toBe("form_invalid");
  expect((await one.tokenize()).token).toBeTruthy();
});

test("two tabs of one page do not receive each other's messages [T-M17]", async ({
  page,
  context,
  stack,
}) => {
  const html = merchantPage(stack, splitTag());
  const other = await context.newPage();
  const one = await openSplitPane(page, stack, html);
  const two = await openSplitPane(other, stack, html);
  await one.type(goodCard);
  await expect.poll(async () => (await one.snapshot()).complete).toBe(true);
  expect((await two.snapshot()).empty).toBe(true);
  await two.type({ number: "5555555555554444" });
  expect((await one.snapshot()).brand).toBe("visa");
  await page.bringToFront();
  expect((await one.tokenize()).token).toBeTruthy();
  await other.close();
});

test("the page cannot lead a frame of its pane away from it", async ({ page, stack }) => {
  // A second handshake closes the frame that receives it, whichever frame that is.
  const pane = await openSplitPane(page, stack, merchantPage(stack, splitTag()));
  await pane.type(goodCard);
  await pane.iframe("cvv").evaluate((frame: HTMLIFrameElement, origin) => {
    frame.contentWindow?.postMessage(
      {
        type: "cardpane:open",
        version: 1,
        frameNonce: "0".repeat(32),
        pageNonce: "0".repeat(32),
        field: "cvv",
        options: {},
      },
      origin,
      [new MessageChannel().port2],
    );
  }, stack.pane);
  await expect.poll(() => pane.text("cvv")).toBe("");
});
