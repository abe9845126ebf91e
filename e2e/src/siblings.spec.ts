/**
 * Frames of one form, attacked: frames of ours that another page embeds, that belong to another pane, or that say again
 * what was said. Storage partitioning is off in this browser, so that nothing but the pane's own rules keeps them apart.
 */
import type { FrameToPage, PaneOptions, Snapshot } from "@cardpane/contract/messages";
import { examplePaneOptions } from "@cardpane/contract/testing";
import type { Page } from "@playwright/test";
import { expect, type Stack, test } from "./fixtures.ts";
import { withResolver } from "./held-requests.ts";
import { merchantPage, splitTag } from "./pages.ts";
import { goodCard, openSplitPane, SplitPaneObject } from "./pane-object.ts";

interface HandMade {
  readonly nonce: string;
  /** The types of the frame's messages to the page. */
  readonly heard: string[];
  /** The same in full. */
  readonly messages: readonly FrameToPage[];
  say(message: object): void;
}
/** Under which name a page keeps a frame that it made. */
type Name = "lead" | "cvv" | "own";

declare global {
  /** A hostile page's hands. */
  interface Window {
    frameOf(src: string, field: string): Promise<HandMade>;
    lead: HandMade;
    cvv: HandMade;
    own: HandMade;
    made: Record<string, HandMade>;
    /** In a frame: the messages of other frames that it received, with their channels. */
    words: { type: string }[];
    channel: BroadcastChannel;
  }
}

/** The script of a hostile page: it creates a frame of ours by hand and sends it any message. */
function install(options: PaneOptions): void {
  Object.assign(window, {
    frameOf: (src: string, field: string) =>
      new Promise((resolve) => {
        const iframe = document.createElement("iframe");
        iframe.src = src;
        iframe.referrerPolicy = "strict-origin";
        addEventListener("message", ({ source, data, origin }) => {
          if (source !== iframe.contentWindow || data.type !== "cardpane:hello") return;
          const { port1, port2 } = new MessageChannel();
          const heard: string[] = [];
          const messages: unknown[] = [];
          port1.onmessage = (event) => {
            heard.push(event.data.type);
            messages.push(event.data);
          };
          const nonce: string = data.frameNonce;
          const pageNonce = "0".repeat(32);
          iframe.contentWindow?.postMessage(
            { type: "cardpane:open", version: 1, frameNonce: nonce, pageNonce, field, options },
            origin,
            [port2],
          );
          resolve({ nonce, heard, messages, say: (message: object) => port1.postMessage(message) });
        });
        document.body.append(iframe);
      }),
  });
}

const blank = "<!doctype html><html lang=en><title>Hand made</title><body></body></html>";

/** Opens a page of the merchant's. */
async function openHostile(page: Page, stack: Stack): Promise<void> {
  await page.goto(stack.site.serve(blank));
  await page.evaluate(install, examplePaneOptions);
}
/** Opens, in another tab, a page of another origin that may embed the pane, too. */
async function openElsewhere(page: Page, stack: Stack): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(stack.shop);
  await other.evaluate(install, examplePaneOptions);
  return other;
}

const frameUrl = (release: string) => `${release}frame?environment=sandbox&locale=en`;

/** Makes a frame in a page and answers its nonce. */
function make(page: Page, as: Name, field: string, release: string): Promise<string> {
  return page.evaluate(
    async ({ as, field, src }) => {
      const hands = window;
      hands[as] = await hands.frameOf(src, field);
      if (as === "lead") hands.lead.say({ type: "lead" });
      return hands[as].nonce;
    },
    { as, field, src: frameUrl(release) },
  );
}

const say = (page: Page, as: Name, message: object) =>
  page.evaluate(({ as, message }) => window[as].say(message), { as, message });
const heard = (page: Page, as: Name) => page.evaluate((as) => window[as].heard, as);

/** Has a frame of its own join a page's lead: what was sent to the lead before has been read by then. */
async function joinAfter(page: Page, leaderNonce: string, release: string): Promise<void> {
  const frameNonce = await make(page, "own", "cvv", release);
  await say(page, "lead", { type: "admit", field: "cvv", frameNonce });
  await say(page, "own", { type: "follow", leaderNonce });
  await expect.poll(() => heard(page, "own")).toContain("ready");
}

test("frames made by hand find one another where they may: the attacks below would work else", async ({
  page,
  stack,
}) => {
  await openHostile(page, stack);
  const lead = await make(page, "lead", "number", stack.release);
  const cvv = await make(page, "cvv", "cvv", stack.release);
  await say(page, "lead", { type: "admit", field: "cvv", frameNonce: cvv });
  await say(page, "cvv", { type: "follow", leaderNonce: lead });
  await expect.poll(() => heard(page, "cvv")).toContain("ready");
});

test("a frame that another page embeds does not join, though both pages conspire", async ({
  page,
  stack,
}) => {
  await openHostile(page, stack);
  const other = await openElsewhere(page, stack);

  const lead = await make(page, "lead", "number", stack.release);
  const stranger = await make(other, "cvv", "cvv", stack.release);
  await say(page, "lead", { type: "admit", field: "cvv", frameNonce: stranger });
  await say(other, "cvv", { type: "follow", leaderNonce: lead });

  // The two frames can hear each other: only the pane's rules keep them apart.
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
    const speaker = new BroadcastChannel(name);
    setInterval(() => speaker.postMessage("reached"), 50);
  }, channel);
  expect(await reached).toBe("reached");

  // The lead takes the one that may join, which asked after the stranger.
  await joinAfter(page, lead, stack.release);
  expect(await heard(other, "cvv")).toEqual(["opened", "localized"]);
  await other.close();
});

test("a frame that another page embeds does not become the lead of ours", async ({ page, stack }) => {
  await openHostile(page, stack);
  const other = await openElsewhere(page, stack);
  const lead = await make(other, "lead", "number", stack.release);
  const cvv = await make(page, "cvv", "cvv", stack.release);
  await say(other, "lead", { type: "admit", field: "cvv", frameNonce: cvv });
  await say(page, "cvv", { type: "follow", leaderNonce: lead });
  await joinAfter(other, lead, stack.release);
  expect(await heard(page, "cvv")).toEqual(["opened", "localized"]);
  await other.close();
});

test("a frame that was admitted elsewhere, or not at all, does not join", async ({ page, stack }) => {
  await openHostile(page, stack);
  const lead = await make(page, "lead", "number", stack.release);
  await make(page, "cvv", "cvv", stack.release);
  await say(page, "lead", { type: "admit", field: "cvv", frameNonce: "0".repeat(32) });
  await say(page, "cvv", { type: "follow", leaderNonce: lead });
  await joinAfter(page, lead, stack.release);
  expect(await heard(page, "cvv")).toEqual(["opened", "localized"]);
});

test("a replayed join is not answered, and what is typed stays between two frames", async ({
  page,
  stack,
}) => {
  await openHostile(page, stack);
  const lead = await make(page, "lead", "number", stack.release);
  // One that will never come keeps the pairing open.
  await say(page, "lead", { type: "admit", field: "expiry", frameNonce: "0".repeat(32) });
  const cvv = await make(page, "cvv", "cvv", stack.release);
  const frames = page.frames().filter((frame) => frame.url().includes("/frame?"));
  // Worse than any page can do: it listens in the pane's own origin.
  await frames[0]?.evaluate((name) => {
    const words: { type: string }[] = [];
    const channel = new BroadcastChannel(`cardpane:${name}`);
    channel.onmessage = ({ data }) => words.push(data);
    Object.assign(window, { words, channel });
  }, lead);
  await say(page, "lead", { type: "admit", field: "cvv", frameNonce: cvv });
  await say(page, "cvv", { type: "follow", leaderNonce: lead });
  await expect.poll(() => heard(page, "cvv")).toContain("ready");
  await frames[1]?.locator("input").pressSequentially("123");
  const types = await frames[0]?.evaluate(async () => {
    const { words, channel } = window;
    const before = words.length;
    channel.postMessage(words.find(({ type }) => type === "join"));
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { before: before > 0, after: words.slice(before), types: words.map(({ type }) => type) };
  });
  expect(types?.before).toBe(true);
  expect(types?.after).toEqual([]);
  expect(types?.types.filter((type) => type === "joined")).toHaveLength(1);
  expect(types?.types).not.toContain("typed");
});

/** Makes a frame of a field under a name of the test's own, and tells it to lead where it should. */
async function makeNamed(page: Page, name: string, field: string, release: string): Promise<string> {
  return page.evaluate(
    async ({ name, field, src }) => {
      const hands = window;
      hands.made ??= {};
      const made = await hands.frameOf(src, field);
      hands.made[name] = made;
      return made.nonce;
    },
    { name, field, src: frameUrl(release) },
  );
}

const tell = (page: Page, name: string, message: object) =>
  page.evaluate(({ name, message }) => window.made[name]?.say(message), {
    name,
    message,
  });
const messagesOf = (page: Page, name: string) =>
  page.evaluate((name) => window.made[name]?.messages ?? [], name);

/** The input of the frame that was made n-th. */
const inputOf = (page: Page, index: number) =>
  page.locator("iframe").nth(index).contentFrame().locator(".box input");

async function snapshots(page: Page, name: string): Promise<readonly Snapshot[]> {
  return (await messagesOf(page, name)).flatMap((message) =>
    "snapshot" in message && message.snapshot ? [message.snapshot] : [],
  );
}

test("a form is no oracle: no lead judges a frame as another field than it draws", async ({
  page,
  stack,
}) => {
  await openHostile(page, stack);
  const honest = await makeNamed(page, "honest", "number", stack.release);
  const cvv = await makeNamed(page, "cvv", "cvv", stack.release);
  await tell(page, "honest", { type: "lead" });
  await tell(page, "honest", { type: "admit", field: "cvv", frameNonce: cvv });
  await tell(page, "cvv", { type: "follow", leaderNonce: honest });
  await expect.poll(async () => (await messagesOf(page, "cvv")).map(({ type }) => type)).toContain("ready");
  await inputOf(page, 1).pressSequentially("424");
  await expect.poll(async () => (await snapshots(page, "honest")).at(-1)?.fields.cvv?.valid).toBe(true);

  // Behind the shopper's back, a form in which that frame is to be the number.
  const hidden = await makeNamed(page, "hidden", "expiry", stack.release);
  await tell(page, "hidden", { type: "lead" });
  await tell(page, "hidden", { type: "admit", field: "number", frameNonce: cvv });
  await tell(page, "cvv", { type: "follow", leaderNonce: hidden });
  await expect(inputOf(page, 1)).toHaveValue("");
  // The messages of a frame with the number do arrive, so that the missing ones before are significant.
  const number = await makeNamed(page, "number", "number", stack.release);
  await tell(page, "hidden", { type: "admit", field: "number", frameNonce: number });
  await tell(page, "number", { type: "follow", leaderNonce: hidden });
  await expect
    .poll(async () => (await messagesOf(page, "number")).map(({ type }) => type))
    .toContain("ready");
  const silent = await snapshots(page, "hidden");
  expect(silent.length).toBeGreaterThan(0);
  for (const snapshot of silent) expect([snapshot.empty, snapshot.brands]).toEqual([true, []]);
  await inputOf(page, 3).pressSequentially("42");
  await expect.poll(async () => (await snapshots(page, "hidden")).at(-1)?.brand).toBe("visa");
});

test("of one typing there is one token, however many leads a page has", async ({ page, stack }) => {
  let asked = 0;
  const { promise: slow, resolve: answer } = withResolver();
  await page.route(`${stack.gateway}/**`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    asked += 1;
    await slow;
    return route.continue();
  });
  await openHostile(page, stack);
  const fields = ["number", "expiry", "cvv"] as const;
  const nonces = new Map<string, string>();
  for (const field of fields) nonces.set(field, await makeNamed(page, field, field, stack.release));
  for (const name of ["first", "second", "third"]) {
    const leaderNonce = await makeNamed(page, name, "cardholder", stack.release);
    await tell(page, name, { type: "lead" });
    for (const [field, frameNonce] of nonces) await tell(page, name, { type: "admit", field, frameNonce });
    for (const field of fields) await tell(page, field, { type: "follow", leaderNonce });
    if (name === "first") {
      for (const field of fields)
        await expect
          .poll(async () => (await messagesOf(page, field)).map(({ type }) => type))
          .toContain("ready");
      for (const [index, field] of fields.entries())
        await inputOf(page, index).pressSequentially(goodCard[field] ?? "");
      await expect.poll(async () => (await snapshots(page, "first")).at(-1)?.valid).toBe(true);
    }
    await tell(page, name, { type: "tokenize", requestId: "1", timeoutMs: 20_000, extra: {} });
    if (name === "first") await expect.poll(() => asked).toBe(1);
  }
  // The others end, without a card; then the gateway answers the one that it was asked.
  const outcomes = (name: string) =>
    messagesOf(page, name).then((messages) =>
      messages.flatMap((message) => (message.type === "tokenized" ? [message.outcome.ok] : [])),
    );
  for (const name of ["second", "third"]) await expect.poll(() => outcomes(name)).toEqual([false]);
  expect(asked).toBe(1);
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

test("two tabs of one page do not receive each other's messages", async ({ page, context, stack }) => {
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
  // A second handshake ends the frame that it is tried on, whichever it is.
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
  await expect
    .poll(() =>
      pane
        .field("cvv")
        .inputValue({ timeout: 500 })
        .catch(() => ""),
    )
    .toBe("");
});
