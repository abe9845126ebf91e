import type { Snapshot } from "@cardpane/contract/messages";
import { describe, expect, it, vi } from "vitest";
import type { CardPaneOptions } from "../api/options.ts";
import type { Pane } from "../pane/pane.ts";
import { delivered, emptySnapshot } from "../testing/fake-frames.ts";
import {
  address,
  frame,
  frameOf,
  host,
  iframe,
  made,
  mounted,
  ready,
  skeleton,
  skeletons,
  usePage,
} from "../testing/pane-fixture.ts";
import { FrameView } from "../ui/frame-view.ts";

usePage();

describe("a frame", () => {
  it("that was reloaded is replaced, and requests in flight settle as frame_gone", async () => {
    const { pane, log } = await ready();
    const answer = pane.tokenize();
    await delivered();
    const before = iframe();
    frame().hello("f".repeat(32));
    expect((await answer).error?.code).toBe("frame_gone");
    expect(iframe()).not.toBe(before);
    expect(pane).toMatchObject({ status: "loading", snapshot: null });
    await frame().start();
    expect(pane.status).toBe("ready");
    expect(log).toEqual(["loading", "ready", "loading", "tokenerror frame_gone", "ready"]);
  });

  it("that was reloaded is told so only if typed text was lost with it", async () => {
    await ready();
    for (const [empty, count] of [
      [true, 0],
      [false, 1],
    ] as const) {
      await frame().send({ type: "changed", snapshot: { ...emptySnapshot, empty } });
      frame().hello("f".repeat(32));
      await frame().start();
      await delivered();
      expect(frame().received.filter(({ type }) => type === "reloaded")).toHaveLength(count);
    }
  });

  it.each([
    [true, 0],
    [false, 1],
  ])(
    "that is loaded in another place is told that text was lost only if there was any: %j",
    async (empty, count) => {
      const { pane } = await ready();
      await frame().send({ type: "changed", snapshot: { ...emptySnapshot, empty } });
      pane.mount("#other");
      await frame().start();
      await delivered();
      expect(frame().received.filter(({ type }) => type === "reloaded")).toHaveLength(count);
    },
  );

  it("that is reloaded a fourth time in ten seconds fails the pane; retry() resets the count", async () => {
    const { pane, log } = await ready();
    for (let turn = 0; turn < 3; turn += 1) {
      frame().hello("f".repeat(32));
      await frame().start();
      expect(pane.status).toBe("ready");
    }
    frame().hello("f".repeat(32));
    expect(pane).toMatchObject({ status: "failed", error: { code: "frame_gone" } });
    expect(log.at(-1)).toBe("loaderror frame_gone");
    pane.retry();
    await frame().start();
    frame().hello("f".repeat(32));
    expect(pane.status).toBe("loading");
  });

  it("that is navigated to another origin fails the pane, and receives no options", async () => {
    const { pane } = mounted();
    const hijacked = frame();
    hijacked.post({ type: "cardpane:hello", version: 1, frameNonce: "0".repeat(32) }, "https://evil.example");
    expect(pane).toMatchObject({ status: "failed", error: { code: "frame_hijacked" } });
    expect(hijacked.open).toBeUndefined();
    expect(iframe()).toBeNull();
    expect(host().querySelector("button")).toBeNull();
  });

  it("whose document is replaced is covered until the cause is known", async () => {
    const { pane } = await ready();
    // The first load event was that of the iframe itself.
    iframe()?.dispatchEvent(new Event("load"));
    expect(pane.status).toBe("loading");
    expect(iframe()?.style.opacity).toBe("0");
    expect(skeleton()).toBeDefined();
    frame().post("hello", "https://evil.example");
    expect(pane.error?.code).toBe("frame_hijacked");
  });

  it("that a script removed from the page is detected by the next call", async () => {
    const { pane } = await ready();
    iframe()?.remove();
    expect((await pane.tokenize()).error?.code).toBe("frame_gone");
    await frame().start();
    expect(pane.status).toBe("ready");
  });

  it("does not come back into an element of the page's own that the page has emptied", async () => {
    await ready();
    host().replaceChildren();
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    expect(host().childNodes).toHaveLength(0);
  });

  it("that was removed from the page with its element unmounts the pane", async () => {
    const { pane, log } = await ready();
    host().remove();
    expect((await pane.tokenize()).error?.code).toBe("destroyed");
    expect(pane.status).toBe("unmounted");
    expect(log).toContain("closed");
  });
});

describe("a covered pane", () => {
  const boxes = () => skeleton()?.isConnected === true;
  const challenge = { action: "redirect", url: "https://bank.example/" } as const;

  it("has an inert iframe until the frame is ready", async () => {
    mounted();
    expect(iframe()?.inert).toBe(true);
    await frame().start();
    expect(iframe()?.inert).toBe(false);
  });

  it("is revealed at once, under a skeleton that fades out, lets clicks through and is then removed", async () => {
    await ready();
    expect(iframe()?.style.opacity).toBe("1");
    expect(skeletons().map(({ style, inert }) => [style.opacity, inert])).toEqual([["0", true]]);
    await expect.poll(skeletons).toEqual([]);
  });

  describe("whose skeleton fades out", () => {
    const fadingMs = 100;
    const opacities = () => skeletons().map(({ style }) => style.opacity);

    /** A pane halfway through the fade. Channels and messages of the frame are real. */
    async function fading() {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const bench = await ready();
      vi.advanceTimersByTime(fadingMs);
      expect(opacities()).toEqual(["0"]);
      return bench;
    }

    it("keeps the skeleton that fades out when the look changes, and removes it on time", async () => {
      const { pane } = await fading();
      const [before] = skeletons();
      pane.update({ tokens: { radius: 12 } });
      expect(skeletons()).toEqual([before]);
      expect(opacities()).toEqual(["0"]);
      vi.advanceTimersByTime(fadingMs - 1);
      expect(skeletons()).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(skeletons()).toEqual([]);
    });

    it("keeps a new skeleton when it is covered again meanwhile", async () => {
      await fading();
      iframe()?.dispatchEvent(new Event("load"));
      expect(opacities()).toEqual(["0", ""]);
      vi.advanceTimersByTime(1_000);
      expect(opacities()).toEqual([""]);
    });

    it("is gone when it is destroyed meanwhile", async () => {
      const { pane } = await fading();
      pane.destroy();
      expect(skeletons()).toEqual([]);
      vi.advanceTimersByTime(fadingMs);
    });
  });

  it("shows no emptied fields behind a next action, and shows them again after it, as high as before", async () => {
    const { pane } = await ready();
    await frame().send({ type: "resized", heightPx: 321 });
    expect(boxes()).toBe(false);
    const leaving = new AbortController();
    const result = pane.handleNextAction(challenge, { mode: "dialog", signal: leaving.signal });
    await expect.poll(boxes).toBe(true);
    leaving.abort();
    await result;
    expect(boxes()).toBe(false);
    expect(iframe()?.style.opacity).toBe("1");
    expect(iframe()?.style.height).toBe("321px");
    // The form gives the card back.
    await expect.poll(() => frame().last("decline")).toEqual({ type: "decline", code: null });
  });

  it("takes no keys during a next action, and then has the focus again unless the shopper has moved it", async () => {
    vi.stubGlobal("location", { assign: () => {} });
    vi.stubGlobal("stop", () => {});
    const { pane } = await ready();
    const other = document.querySelector<HTMLElement>("#other") as HTMLElement;
    other.tabIndex = 0;
    for (const next of [null, other]) {
      iframe()?.focus();
      expect(document.activeElement).toBe(iframe());
      const leaving = new AbortController();
      const result = pane.handleNextAction(challenge, { signal: leaving.signal });
      await expect.poll(() => iframe()?.inert).toBe(true);
      expect(document.activeElement).toBe(document.body);
      next?.focus();
      leaving.abort();
      await result;
      expect(iframe()?.inert).toBe(false);
      expect(document.activeElement).toBe(next ?? iframe());
    }
  });

  it("is not covered if the payment has no next action, or one that is refused", async () => {
    const { pane } = await ready();
    const cover = vi.spyOn(FrameView.prototype, "cover");
    const refused = { action: "redirect", url: "ftp://bank.example/" };
    for (const nothing of [{ type: "none" }, { payment: {} }, { payment: { url: null } }, refused] as never[])
      await pane.handleNextAction(nothing);
    expect(cover).not.toHaveBeenCalled();
  });

  it("stays covered by a frame that was lost meanwhile", async () => {
    const { pane } = await ready();
    const leaving = new AbortController();
    const result = pane.handleNextAction(challenge, { mode: "dialog", signal: leaving.signal });
    await expect.poll(boxes).toBe(true);
    frame().hello("f".repeat(32));
    leaving.abort();
    await result;
    expect(boxes()).toBe(true);
    await frame().start();
    expect(boxes()).toBe(false);
  });
});

describe("a failed submit that a pane shows", () => {
  const shown = () => host().querySelector("[role=alert]");

  it("has the focus and shows the text of the error, or the text for a failed frame", async () => {
    const { pane } = await ready({ texts: { failed: "Lädt nicht." } });
    const notify = (text: string | null) => (pane as Pane).notify(text);
    notify("Sie sind offline.");
    expect([shown()?.textContent, document.activeElement]).toEqual(["Sie sind offline.", shown()]);
    notify(null);
    expect(shown()?.textContent).toBe("");
    notify("");
    expect([shown()?.textContent, document.activeElement]).toEqual(["Lädt nicht.", shown()]);
  });

  it("does not replace the message of a pane that has failed", async () => {
    const { pane } = mounted();
    frame().hello();
    await frame().send({ type: "failed", code: "load_timeout" });
    (pane as Pane).notify("");
    expect(shown()?.textContent).toBe(
      "The card form could not be loaded. You haven’t been charged. Try again",
    );
    expect(document.activeElement).toBe(shown());
  });
});

describe("a failed pane", () => {
  async function failed(options: CardPaneOptions = {}) {
    const made = mounted(options);
    frame().hello();
    await frame().send({ type: "failed", code: "load_timeout" });
    return made;
  }

  it("shows the failure in an alert that existed before, with a button that loads the pane again", async () => {
    const { pane } = mounted();
    const alert = host().querySelector("[role=alert]");
    expect(alert?.textContent).toBe("");
    frame().hello();
    await frame().send({ type: "failed", code: "load_timeout" });
    expect(host().querySelector("[role=alert]")).toBe(alert);
    expect(alert?.textContent).toBe("The card form could not be loaded. You haven’t been charged. Try again");
    const button = alert?.querySelector("button");
    expect(button?.type).toBe("button");
    button?.click();
    expect(pane.status).toBe("loading");
    expect(alert?.textContent).toBe("");
    await frame().start();
    expect(pane).toMatchObject({ status: "ready", error: null });
  });

  it("focuses its message when the page focuses the pane", async () => {
    const { pane } = await failed();
    pane.focus();
    expect(document.activeElement).toBe(host().querySelector("[role=alert]"));
  });

  it("keeps the focus when its button is pressed, and moves it to the frame when the frame is ready", async () => {
    await failed();
    const alert = host().querySelector<HTMLElement>("[role=alert]");
    alert?.querySelector("button")?.focus();
    alert?.querySelector("button")?.click();
    expect(document.activeElement).toBe(alert);
    await frame().start();
    expect(document.activeElement).toBe(iframe());
    expect(frame().last("focus")).toEqual({ type: "focus", field: "number" });
  });

  it("does not move the focus if the shopper moved it meanwhile, or if the page called retry()", async () => {
    const { pane } = await failed();
    const other = document.body.appendChild(document.createElement("button"));
    host().querySelector<HTMLElement>("[role=alert] button")?.click();
    other.focus();
    await frame().start();
    expect(document.activeElement).toBe(other);
    await frame().send({ type: "failed", code: "load_timeout" });
    pane.retry();
    await frame().start();
    expect(document.activeElement).toBe(other);
    expect(frame().last("focus")).toBeUndefined();
    other.remove();
  });

  it("shows the text of the merchant", async () => {
    await failed({ texts: { failed: "Lädt nicht.", retry: "Nochmal" } });
    expect(host().textContent).toBe("Lädt nicht. Nochmal");
  });

  it("reports its error once by event, property and console, with only the message of its code", async () => {
    const { pane, log } = await failed();
    expect(log).toEqual(["loading", "loaderror load_timeout"]);
    expect(pane.error).toMatchObject({ code: "load_timeout", actor: "network", retryable: true });
    expect(console.error).toHaveBeenCalledExactlyOnceWith(String(pane.error));
  });

  it("reloads on update() of its address only", async () => {
    const { pane } = await failed();
    pane.update({ disabled: true });
    expect(pane.status).toBe("failed");
    pane.update({ environment: "staging" });
    expect(pane.status).toBe("loading");
    expect(address()).toContain("environment=staging");
  });
});

describe("the form", () => {
  const typed: Snapshot = {
    ...emptySnapshot,
    empty: false,
    brand: "visa",
    brands: ["visa"],
    fields: { number: { ...emptySnapshot.fields.number, focused: true, empty: false } as never },
  };

  it("dispatches its events on the pane and on the element, when the snapshot is current already", async () => {
    const { pane } = await ready();
    const log: unknown[] = [];
    pane.on("change", (snapshot) => log.push("change", snapshot === pane.snapshot));
    pane.on("fieldfocus", ({ field }) => log.push("fieldfocus", field));
    host().addEventListener("brandchange", (event) => log.push((event as CustomEvent).detail));
    await frame().send({ type: "changed", snapshot: typed });
    expect(log).toEqual(["fieldfocus", "number", { brand: "visa", brands: ["visa"] }, "change", true]);
    expect(pane.snapshot).toEqual(typed);
  });

  it("dispatches binchange with the first digits", async () => {
    const { pane } = await ready({ bin: 6 });
    const bins: unknown[] = [];
    pane.on("binchange", (detail) => bins.push(detail));
    await frame().send({ type: "binchange", bin: "424242" });
    await frame().send({ type: "binchange", bin: "4242424242424242" });
    await frame().send({ type: "binchange", bin: null });
    expect(bins).toEqual([{ bin: "424242" }, { bin: null }]);
  });

  it("dispatches resize with its new height", async () => {
    const { pane } = await ready();
    const heights: number[] = [];
    pane.on("resize", ({ heightPx }) => heights.push(heightPx));
    await frame().send({ type: "resized", heightPx: 321 });
    expect(heights).toEqual([321]);
    expect(iframe()?.style.height).toBe("321px");
  });

  it("dispatches enter and escape", async () => {
    const { log } = await ready();
    await frame().send({ type: "enter" }, { type: "escape" });
    expect(log.slice(-2)).toEqual(["enter", "escape"]);
  });

  it("focuses the named field, else that which the frame finds to correct", async () => {
    const { pane } = await ready();
    pane.focus("number");
    pane.focus();
    pane.focus("cardholder");
    pane.blur();
    pane.clear();
    await delivered();
    expect(frame().received.map((message) => message.type)).toEqual([
      "focus",
      "focus",
      "focus",
      "blur",
      "clear",
    ]);
    const focused = frame().received.filter((message) => message.type === "focus");
    // The form has no cardholder.
    expect(focused.map(({ field }) => field)).toEqual(["number", null, null]);
  });

  it("receives no message before it is ready", async () => {
    const { pane } = mounted();
    frame().hello();
    pane.focus("number");
    await delivered();
    expect(frame().last("focus")).toBeUndefined();
  });

  it("is validated by the frame, or counts as not valid when the frame cannot respond", async () => {
    const { pane } = await ready();
    const answer = pane.validate();
    await delivered();
    await frame().send({ type: "validated", requestId: "1", snapshot: { ...typed, valid: true } });
    expect(await answer).toEqual({ ...typed, valid: true });
    await frame().send({ type: "changed", snapshot: { ...typed, valid: true } });
    const second = pane.validate();
    await delivered();
    frame().hello("f".repeat(32));
    expect((await second).valid).toBe(false);
  });
});

describe("a listener", () => {
  it("may unmount the pane from within", async () => {
    const { pane } = mounted();
    pane.on("ready", () => pane.unmount());
    await frame().start();
    expect(pane.status).toBe("unmounted");
    expect(host().childNodes).toHaveLength(0);
  });
});

describe("two panes on a page", () => {
  it("ignore messages of each other's frames", async () => {
    const first = mounted().pane;
    const second = made();
    second.mount("#other");
    const [one, two] = [...document.querySelectorAll("iframe")].map((element) => frameOf(element));
    await one?.start();
    expect([first.status, second.status]).toEqual(["ready", "loading"]);
    two?.post("x", "https://evil.example");
    expect([first.status, second.status]).toEqual(["ready", "failed"]);
  });
});

it("autofilled fields are reported by their names", async () => {
  const { pane } = await ready();
  const details: unknown[] = [];
  pane.on("autofill", (detail) => details.push(detail));
  await frame().send({ type: "autofill", fields: ["number", "cvv"] });
  expect(details).toEqual([{ fields: ["number", "cvv"] }]);
});
