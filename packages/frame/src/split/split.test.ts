/** Frames of one form over real channels: the leader receives every typed text, and followers render the leader's views. */
import type { FieldName, FrameToPage, PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import { randomNonce } from "@cardpane/contract/messages";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Secret } from "../card/secret.ts";
import { FormController } from "../form/form-controller.ts";
import type { InputSource } from "../form/state.ts";
import { cards, device, options, savedCard, success, today } from "../form/testing.ts";
import type { FormView } from "../form/view-model.ts";
import { en } from "../locale/en.ts";
import { SplitField } from "./split-field.ts";
import { delivered } from "./testing.ts";

const names = ["number", "expiry", "cvv"] as const;
const current: PaneOptions = { ...options, fields: names.map((name) => ({ name, required: true })) };

let splitFields: { close: () => void }[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const splitField of splitFields) splitField.close();
  splitFields = [];
});

/** A fake clock for deadlines; messages are still delivered in real time. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
}

/** A frame with a fake input that records calls. */
function frame(
  field: FieldName,
  given: PaneOptions = current,
  answered: Promise<unknown> = Promise.resolve(),
) {
  const posted: FrameToPage[] = [];
  const drawn: (FormView | null)[] = [];
  const requests: unknown[] = [];
  const blocked: FieldName[] = [];
  const applied: PaneOptions[] = [];
  const nonce = randomNonce();
  let text = "";
  let kept = "";
  let form: FormController | undefined;
  const splitField: SplitField = new SplitField(given, {
    field,
    identity: { nonce, page: "https://shop.example" },
    createName: randomNonce,
    screen: {
      draw: (view) => drawn.push(view),
      focusField: () => {},
      blur: () => {},
      wipe: (fields) => {
        if (fields.includes(field)) text = kept = "";
      },
      keep: (fields) => {
        if (!fields && kept) type(kept, "kept");
        const isKept = fields?.includes(field) === true;
        kept = isKept ? text : "";
        if (isKept) text = "";
      },
      announce: () => {},
      fill: (name, value) => name === field && text === "" && type(value),
      resendTexts: () =>
        text && splitField.dispatch({ type: "typed", field, entry: Secret.of(text), source: "other" }),
    },
    onBlocked: () => blocked.push(field),
    onOptions: (options) => applied.push(options),
    createForm: (current, ports) => {
      form = new FormController(current, en, {
        ...ports,
        post: (message) => posted.push(message),
        send: async (request) => {
          requests.push(request);
          await answered;
          return success;
        },
        device: () => device,
        cards,
        strictLuhn: true,
        language: () => "en",
        today: () => today,
        schedule: (run, ms = 0) => setTimeout(run, ms),
        onOptions: (options) => applied.push(options),
      });
      return form;
    },
  });
  splitFields.push(splitField);
  function type(value: string, source: InputSource = "other") {
    text = value;
    splitField.dispatch({ type: "typed", field, entry: Secret.of(value), source });
  }
  return {
    field,
    splitField,
    nonce,
    posted,
    drawn,
    requests,
    blocked,
    applied,
    type,
    text: () => text,
    kept: () => kept,
    endings: () =>
      posted.flatMap((message) =>
        message.type === "tokenized" ? [message.outcome.ok ? "token" : message.outcome.code] : [],
      ),
    tokenize: (timeoutMs = 1_000) =>
      splitField.handleMessage({ type: "tokenize", requestId: "1", timeoutMs, extra: {}, announce: "" }),
    valid: () =>
      Object.entries(form?.snapshot?.fields ?? {}).flatMap(([name, { valid }]) => (valid ? [name] : [])),
  };
}

type Frame = ReturnType<typeof frame>;

/** The page's part: it makes one frame the leader and the others followers. */
async function introduce(lead: Frame, ...others: readonly Frame[]): Promise<void> {
  lead.splitField.handleMessage({ type: "lead" });
  for (const other of others) {
    lead.splitField.handleMessage({ type: "admit", field: other.field, frameNonce: other.nonce });
    other.splitField.handleMessage({ type: "follow", leaderNonce: lead.nonce });
  }
  await delivered();
}

async function form() {
  const [number, expiry, cvv] = [frame("number"), frame("expiry"), frame("cvv")];
  await introduce(number, expiry, cvv);
  return { number, expiry, cvv };
}

async function filled() {
  const frames = await form();
  frames.number.type("4242 4242 4242 4242");
  frames.expiry.type("12 / 31");
  frames.cvv.type("123");
  await delivered();
  return frames;
}

it("each frame applies the language and the look of new options", async () => {
  const { number, expiry } = await form();
  const options: PaneOptions = { ...current, locale: "de" };
  for (const { splitField, applied } of [number, expiry]) {
    splitField.handleMessage({ type: "update", options });
    expect(applied.at(-1)).toEqual(options);
  }
});

it("the network that is chosen in a follower's frame is the form's", async () => {
  const [cvv, number, expiry] = [frame("cvv"), frame("number"), frame("expiry")];
  await introduce(cvv, number, expiry);
  number.type("4035 5010 0000 0008");
  number.splitField.dispatch({ type: "chosen", network: "cartes-bancaires" });
  await delivered();
  expect(number.drawn.at(-1)?.fields[0]?.networks?.chosen).toBe("cartes-bancaires");
});

it("each frame renders its own field and nothing else of the form", async () => {
  const { number, expiry, cvv } = await form();
  for (const { drawn, field } of [number, expiry, cvv]) {
    const view = drawn.at(-1);
    expect(view?.fields.map(({ name }) => name)).toEqual([field]);
    expect(view?.relayed).toEqual(names.filter((name) => name !== field));
  }
});

it("the entries of all frames become one request, and a token wipes every frame", async () => {
  const { number, expiry, cvv } = await filled();
  expect(number.valid()).toEqual(["number", "expiry", "cvv"]);
  number.tokenize();
  await delivered();
  expect(number.endings()).toEqual(["token"]);
  expect(number.requests).toHaveLength(1);
  expect([expiry.text(), cvv.text()]).toEqual(["", ""]);
});

describe("a card that became a token", () => {
  const tokenized = async () => {
    const frames = await filled();
    frames.number.tokenize();
    await delivered();
    return frames;
  };

  it("is kept by each frame for its own field, except the CVV, and given back by a decline", async () => {
    const { number, expiry, cvv } = await tokenized();
    expect([number, expiry, cvv].map(({ kept }) => kept())).toEqual(["4242 4242 4242 4242", "12 / 31", ""]);
    number.splitField.handleMessage({ type: "decline", code: "5082" });
    await delivered();
    expect([number, expiry, cvv].map(({ text }) => text())).toEqual(["4242 4242 4242 4242", "12 / 31", ""]);
    expect(number.valid()).toEqual(["number", "expiry"]);
    expect(number.drawn.at(-1)?.notice).toBe(en.declines.wrong_cvv);
    expect(expiry.drawn.at(-1)?.notice).toBeNull();
    expect(cvv.drawn.at(-1)?.fields[0]?.error).toBe(en.errors.cvv.invalid);
    expect(number.posted).toContainEqual({ type: "advanced", from: null, to: "cvv" });
  });

  it.each([
    [
      "clear()",
      ({ number }: Awaited<ReturnType<typeof form>>) => number.splitField.handleMessage({ type: "clear" }),
    ],
    [
      "a decline after which only another card can help",
      ({ number }) => number.splitField.handleMessage({ type: "decline", code: "5041" }),
    ],
    [
      "the loss of the leader",
      ({ number, expiry, cvv }) => {
        number.splitField.close();
        void introduce(cvv, expiry);
      },
    ],
    [
      "the hidden document",
      ({ number, expiry }) => {
        for (const { splitField } of [number, expiry]) splitField.handlePageHide(true);
      },
    ],
  ] as const satisfies readonly (readonly [string, (frames: Awaited<ReturnType<typeof form>>) => void])[])(
    "is forgotten by every frame after %s",
    async (_, end) => {
      const frames = await tokenized();
      end(frames);
      await delivered();
      await delivered();
      expect([frames.number, frames.expiry].map(({ kept, text }) => kept() + text())).toEqual(["", ""]);
    },
  );
});

it("errors are shown in the frame of their field", async () => {
  const { number, cvv } = await form();
  cvv.type("1");
  cvv.splitField.dispatch({ type: "blurred", field: "cvv" });
  await delivered();
  expect(cvv.drawn.at(-1)?.fields[0]?.error).toBe(en.errors.cvv.incomplete);
  expect(number.drawn.at(-1)?.fields[0]?.error).toBeNull();
});

it("no view is sent twice: a key in one frame renders nothing in the others", async () => {
  const { number, expiry, cvv } = await form();
  number.type("4242");
  await delivered();
  const before = [expiry.drawn.length, cvv.drawn.length];
  number.type("4242 4");
  number.type("4242 42");
  await delivered();
  expect([expiry.drawn.length, cvv.drawn.length]).toEqual(before);
});

describe("tokenize", () => {
  it("waits for pending edits of the followers", async () => {
    const { number, cvv } = await filled();
    cvv.type("12");
    await delivered();
    cvv.type("124");
    number.tokenize();
    await delivered();
    expect(number.endings()).toEqual(["token"]);
  });

  it("succeeds if the page disables the fields meanwhile, as in one frame", async () => {
    const { number } = await filled();
    number.tokenize();
    number.splitField.handleMessage({ type: "update", options: { ...current, disabled: true } });
    await delivered();
    expect(number.endings()).toEqual(["token"]);
  });

  it.each<[string, PageToFrame]>([
    ["clear()", { type: "clear" }],
    ["reset()", { type: "reset" }],
    ["another saved card", { type: "update", options: { ...current, savedCard } }],
  ])("is aborted by %s while it waits for the other frames", async (_, message) => {
    const { number } = await filled();
    number.tokenize();
    number.splitField.handleMessage(message);
    await delivered();
    expect(number.endings()).toEqual(["aborted"]);
    expect(number.requests).toEqual([]);
  });

  it("of a disabled form is refused at once, also if the page enables it meanwhile", async () => {
    const { number } = await filled();
    number.splitField.handleMessage({ type: "update", options: { ...current, disabled: true } });
    number.tokenize();
    number.splitField.handleMessage({ type: "update", options: current });
    await delivered();
    expect(number.endings()).toEqual(["pane_disabled"]);
    expect(number.requests).toEqual([]);
  });

  it("ends with frame_gone and the field when a frame is silent, within its deadline", async () => {
    const { number, cvv } = await filled();
    cvv.splitField.close();
    stopClock();
    number.tokenize(100);
    await vi.advanceTimersByTimeAsync(99);
    expect(number.endings()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(number.endings()).toEqual(["frame_gone"]);
    expect(number.posted.at(-1)).toMatchObject({ outcome: { fields: ["cvv"] } });
    expect(number.requests).toEqual([]);
  });

  it("can be cancelled while it waits, and settles once", async () => {
    const { number, cvv } = await filled();
    cvv.splitField.close();
    stopClock();
    number.tokenize(60);
    number.splitField.handleMessage({ type: "cancel", requestId: "1" });
    expect(number.endings()).toEqual(["aborted"]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(number.endings()).toEqual(["aborted"]);
  });

  it("continues as soon as a late frame has joined", async () => {
    const { number, cvv } = await filled();
    const late = frame("cvv");
    cvv.splitField.close();
    number.splitField.handleMessage({ type: "admit", field: "cvv", frameNonce: late.nonce });
    stopClock();
    number.tokenize();
    late.type("999");
    late.splitField.handleMessage({ type: "follow", leaderNonce: number.nonce });
    await delivered();
    expect(number.endings()).toEqual(["token"]);
  });
});

describe("when the leader is gone", () => {
  it("another frame becomes the leader, and every follower sends its text to it", async () => {
    const { number, expiry, cvv } = await filled();
    number.splitField.close();
    await delivered();
    expect([expiry.text(), cvv.text()]).toEqual(["12 / 31", "123"]);
    const next = frame("number");
    await introduce(expiry, cvv, next);
    expect(expiry.valid()).toEqual(["expiry", "cvv"]);
    next.type("4242 4242 4242 4242");
    await delivered();
    expiry.tokenize();
    await delivered();
    expect(expiry.endings()).toEqual(["token"]);
  });

  it("views and fills of the old leader are ignored", async () => {
    const { number, cvv } = await form();
    const [next, drawn] = [frame("expiry"), cvv.drawn.length];
    cvv.splitField.handleMessage({ type: "follow", leaderNonce: next.nonce });
    number.type("3782 822463 10005");
    number.splitField.relayAutofill("cvv", "123");
    await delivered();
    expect([cvv.text(), cvv.drawn.length]).toEqual(["", drawn]);
  });
});

describe("one entry is sent to one leader only", () => {
  const card: Partial<Record<FieldName, string>> = {
    number: "4242 4242 4242 4242",
    expiry: "12 / 31",
    cvv: "123",
  };

  it("a follower that receives another leader while its own leader exists sends nothing to it, and is wiped", async () => {
    const { number, cvv } = await filled();
    const [other, next] = [frame("expiry"), frame("number")];
    next.splitField.handleMessage({ type: "lead" });
    for (const { field, nonce } of [cvv, other])
      next.splitField.handleMessage({ type: "admit", field, frameNonce: nonce });
    cvv.splitField.handleMessage({ type: "follow", leaderNonce: next.nonce });
    // Continues the text that the first leader already holds.
    cvv.type("1234");
    await expect.poll(cvv.text).toBe("");
    await delivered();
    expect(next.valid()).toEqual([]);
    // From now on, typed text goes to the new leader.
    cvv.type("987");
    await expect.poll(next.valid).toEqual(["cvv"]);
    // The first leader has lost a follower.
    number.tokenize(50);
    await expect.poll(number.endings).toEqual(["frame_gone"]);
  });

  it("a follower that becomes the leader while its own leader exists is wiped, too", async () => {
    const { cvv } = await filled();
    cvv.splitField.handleMessage({ type: "lead" });
    // The text that is typed meanwhile continues the text that the other leader holds.
    cvv.type("1234");
    cvv.type("123");
    expect(cvv.valid()).toEqual([]);
    await expect.poll(cvv.text).toBe("");
    expect(cvv.valid()).toEqual([]);
    cvv.type("987");
    expect(cvv.valid()).toEqual(["cvv"]);
  });

  it("three leaders and a slow gateway get one token", async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const fields = names.map((name) => frame(name));
    const leads = Array.from({ length: 3 }, () => frame("cardholder", current, answered));
    for (const [index, lead] of leads.entries()) {
      await introduce(lead, ...fields);
      if (index === 0) {
        for (const field of fields) field.type(card[field.field] ?? "");
        await delivered();
      }
      // The page names the next leader as soon as the frames have sent all their texts.
      lead.tokenize(3_000);
      await delivered();
    }
    expect(leads.map(({ requests }) => requests.length)).toEqual([1, 0, 0]);
    answer();
    for (const lead of leads.slice(1))
      await expect.poll(lead.endings).toEqual([expect.stringMatching(/form_invalid|frame_gone/)]);
    expect(leads.flatMap((lead) => lead.endings()).filter((ending) => ending === "token")).toHaveLength(1);
    expect(fields.map(({ text }) => text())).toEqual(["", "", ""]);
  });

  it("a leader that is closed while the gateway is slow gets no token, and the next leader gets the texts", async () => {
    const fields = names.map((name) => frame(name));
    const [first, next] = [frame("cardholder", current, new Promise(() => {})), frame("postalCode")];
    await introduce(first, ...fields);
    for (const field of fields) field.type(card[field.field] ?? "");
    first.tokenize();
    await expect.poll(() => first.requests.length).toBe(1);
    first.splitField.handleMessage({ type: "close" });
    await introduce(next, ...fields);
    expect(first.endings()).toEqual(["frame_gone"]);
    next.tokenize();
    await expect.poll(next.endings).toEqual(["token"]);
  });

  it("a frame that is closed is wiped, although its leader exists", async () => {
    const { cvv } = await filled();
    expect(cvv.text()).not.toBe("");
    cvv.splitField.handleMessage({ type: "close" });
    expect(cvv.text()).toBe("");
  });

  it("a follower that another one replaces is wiped, and the leader forgets its text", async () => {
    const { number, cvv } = await filled();
    const next = frame("cvv");
    number.splitField.handleMessage({ type: "admit", field: "cvv", frameNonce: next.nonce });
    await delivered();
    expect(cvv.text()).toBe("");
    expect(number.valid()).toEqual(["number", "expiry"]);
  });

  it("no frame joins for the leader's own field [T-M22]", async () => {
    const { number } = await form();
    const twin = frame("number");
    number.splitField.handleMessage({ type: "admit", field: "number", frameNonce: twin.nonce });
    twin.splitField.handleMessage({ type: "follow", leaderNonce: number.nonce });
    twin.type("4242 4242 4242 4242");
    await delivered();
    expect(twin.drawn).toEqual([]);
    expect(number.valid()).toEqual([]);
  });

  it("a frame renders its own field only, whatever view its leader sends [T-M21]", async () => {
    const { number, cvv } = await form();
    const view = number.drawn.at(-1);
    const twin = frame("cvv");
    const drawn = () => twin.drawn.flatMap((one) => one?.fields.map(({ name }) => name) ?? []);
    // A fake leader, which sends the view of the number to the frame of the CVV.
    const [leaderNonce, name] = [randomNonce(), randomNonce()];
    const pairing = new BroadcastChannel(`cardpane:${leaderNonce}`);
    const channel = new BroadcastChannel(`cardpane:${name}`);
    pairing.onmessage = () =>
      pairing.postMessage({ type: "joined", page: "https://shop.example", to: twin.nonce, channel: name });
    channel.onmessage = () => {
      channel.postMessage({ type: "view", view });
      channel.postMessage({ type: "view", view: cvv.drawn.at(-1) });
    };
    splitFields.push(pairing, channel);
    twin.splitField.handleMessage({ type: "follow", leaderNonce });
    await expect.poll(drawn).toEqual(["cvv"]);
  });
});

it("autofill for another field is relayed to its frame, from the leader and from a follower", async () => {
  const { number, expiry, cvv } = await form();
  number.splitField.relayAutofill("cvv", "123");
  cvv.splitField.relayAutofill("number", "4242 4242 4242 4242");
  cvv.splitField.relayAutofill("expiry", "12 / 31");
  await delivered();
  expect([number.text(), expiry.text(), cvv.text()]).toEqual(["4242 4242 4242 4242", "12 / 31", "123"]);
  await delivered();
  expect(number.valid()).toEqual(["number", "expiry", "cvv"]);
});

it("a frame that is hidden is wiped, and the form has the empty field", async () => {
  const { number, cvv } = await filled();
  cvv.splitField.handlePageHide(false);
  await delivered();
  expect(cvv.text()).toBe("");
  expect(number.valid()).toEqual(["number", "expiry"]);
});

it("frames in the back-forward cache send each other nothing until the page is restored, and are then empty", async () => {
  const { number, expiry, cvv } = await filled();
  const drawn = cvv.drawn.length;
  for (const { splitField } of [expiry, number, cvv]) splitField.handlePageHide(true);
  await delivered();
  expect([number.text(), expiry.text(), cvv.text()]).toEqual(["", "", ""]);
  expect(cvv.drawn).toHaveLength(drawn);
  for (const { splitField } of [cvv, number, expiry]) splitField.handlePageShow();
  await delivered();
  expect(cvv.drawn.length).toBeGreaterThan(drawn);
  expect(number.valid()).toEqual([]);
  cvv.type("123");
  expiry.type("12 / 31");
  await delivered();
  expect(number.valid()).toEqual(["expiry", "cvv"]);
});

it("the CVV of another card is wiped, also in a frame that becomes the leader at the same time", async () => {
  const { cvv } = await filled();
  cvv.splitField.handleMessage({
    type: "update",
    options: { ...current, fields: [{ name: "cvv", required: true }], savedCard },
  });
  cvv.splitField.handleMessage({ type: "lead" });
  expect(cvv.text()).toBe("");
  expect(cvv.valid()).toEqual([]);
});

it("messages of a field that the form no longer has are ignored", async () => {
  const { number, cvv } = await filled();
  number.splitField.handleMessage({
    type: "update",
    options: { ...current, fields: current.fields.slice(0, 2) },
  });
  number.splitField.handleMessage({ type: "update", options: current });
  cvv.type("999");
  await delivered();
  expect(number.valid()).toEqual(["number", "expiry"]);
});

it("a browser that blocks channels is reported, by the frame that opens one first", async () => {
  vi.stubGlobal("BroadcastChannel", () => {
    throw new DOMException("denied", "SecurityError");
  });
  const [number, cvv] = [frame("number"), frame("cvv")];
  await introduce(number, cvv);
  vi.unstubAllGlobals();
  expect([number.blocked, cvv.blocked]).toEqual([["number"], ["cvv"]]);
});

it("a key that completes a field sends `advanced` to the page; no frame takes the focus itself", async () => {
  const given = { ...current, autoAdvance: true };
  const [number, expiry] = [frame("number", given), frame("expiry", given)];
  await introduce(number, expiry, frame("cvv", given));
  expiry.type("12 / 3", "key");
  expiry.type("12 / 31", "key");
  await delivered();
  expect(number.posted).toContainEqual({ type: "advanced", from: "expiry", to: "cvv" });
  expect(expiry.posted).toEqual([]);
  number.type("5555 5555 5555 4444", "other");
  await delivered();
  expect(number.posted.filter(({ type }) => type === "advanced")).toHaveLength(1);
});
