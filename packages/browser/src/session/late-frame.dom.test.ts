import { describe, expect, it } from "vitest";
import type { CardPaneOptions } from "../api/options.ts";
import { delivered } from "../testing/fake-frames.ts";
import {
  frame,
  frameOf,
  host,
  iframe,
  made,
  mounted,
  ready,
  skeletons,
  usePage,
} from "../testing/pane-fixture.ts";

usePage();

const alert = () => host().querySelector<HTMLElement>("[role=alert]");
const failedText = "The card form could not be loaded. You haven’t been charged. Try again";

/** A pane whose frame is not ready in time. */
async function late(options: CardPaneOptions = {}) {
  const bench = mounted({ loadTimeoutMs: 20, ...options });
  await expect.poll(() => bench.pane.status).toBe("failed");
  return bench;
}

describe("a frame that is not ready in time", () => {
  it("is kept behind the message, without room and out of reach", async () => {
    const { pane } = await late();
    expect(pane.error).toMatchObject({ code: "load_timeout", retryable: true });
    expect(alert()?.textContent).toBe(failedText);
    expect([iframe()?.style.height, iframe()?.style.opacity, iframe()?.inert]).toEqual(["0px", "0", true]);
    expect([skeletons(), host().querySelector("[aria-busy]")]).toEqual([[], null]);
  });

  it("takes the place of the message when it is ready, with what the page changed meanwhile", async () => {
    const { pane, log } = await late();
    pane.update({ labels: "hidden" });
    await frame().start(200);
    expect([pane.status, pane.error, alert()?.textContent]).toEqual(["ready", null, ""]);
    expect([iframe()?.style.height, iframe()?.style.opacity, iframe()?.inert]).toEqual(["200px", "1", false]);
    expect(frame().open?.options.appearance.labels).toBe("hidden");
    expect(log).toEqual(["loading", "loaderror load_timeout", "ready"]);
  });

  it("that was opened already learns what the page changed meanwhile", async () => {
    const { pane } = mounted({ loadTimeoutMs: 20 });
    frame().hello();
    await expect.poll(() => pane.status).toBe("failed");
    pane.update({ labels: "hidden" });
    await delivered();
    expect(frame().last("update")?.options.appearance.labels).toBe("hidden");
  });

  it("gives no token before it is ready, and one afterwards", async () => {
    const { pane } = await late();
    expect((await pane.tokenize()).error?.code).toBe("load_timeout");
    await frame().start();
    expect(frame().last("tokenize")).toBeUndefined();
    void pane.tokenize();
    await delivered();
    expect(frame().last("tokenize")).toBeDefined();
  });

  it("gets the focus if the message had it", async () => {
    const { pane } = await late();
    pane.focus();
    expect(document.activeElement).toBe(alert());
    await frame().start();
    expect(document.activeElement).toBe(iframe());
    expect(frame().last("focus")?.field).toBe("number");
  });

  it("is said to have charged nothing only if the form has asked for nothing", async () => {
    const { pane } = await ready();
    void pane.tokenize();
    await frame().send({ type: "failed", code: "load_failed" });
    expect(alert()?.textContent).toBe("The card form could not be loaded. Try again");
  });

  it("is replaced when the shopper tries again", async () => {
    const { pane } = await late();
    const before = iframe();
    alert()?.querySelector("button")?.click();
    expect(pane.status).toBe("loading");
    expect(iframe()).not.toBe(before);
    await frame().start();
    expect(pane.status).toBe("ready");
  });

  it("keeps the message when its document is replaced, or cannot be ours", async () => {
    const { pane, log } = mounted({ loadTimeoutMs: 20 });
    frame().hello();
    await expect.poll(() => pane.status).toBe("failed");
    for (let load = 0; load < 2; load += 1) iframe()?.dispatchEvent(new Event("load"));
    expect([pane.status, alert()?.textContent]).toEqual(["failed", failedText]);
    frame().post({}, "https://evil.example");
    expect([pane.error?.code, iframe()]).toEqual(["frame_hijacked", null]);
    expect(log).toEqual(["loading", "loaderror load_failed", "loaderror frame_hijacked"]);
  });

  it("is lost with a pane that is removed", async () => {
    const { pane, log } = await late();
    const frameBefore = frame();
    pane.unmount();
    await frameBefore.start();
    expect([pane.status, log.at(-1)]).toEqual(["unmounted", "closed"]);
  });
});

describe("one frame of several that is not ready in time", () => {
  it("hides the others, and brings them back with it", async () => {
    const pane = made({ loadTimeoutMs: 20 }).field("number", "#card").field("cvv", "#other");
    await Promise.resolve();
    const iframes = [...document.querySelectorAll("iframe")];
    const heights = () => iframes.map(({ style }) => style.height);
    const [number, cvv] = iframes.map(frameOf);
    await number?.start(70, ["number", "cvv"]);
    await expect.poll(() => pane.status).toBe("failed");
    expect(heights()).toEqual(["0px", "0px"]);
    cvv?.hello("1".repeat(32));
    await cvv?.send(
      { type: "opened", pageNonce: cvv.open?.pageNonce ?? "" },
      { type: "ready", heightPx: 71, snapshot: null },
    );
    expect([pane.status, alert()?.textContent, heights()]).toEqual(["ready", "", ["70px", "71px"]]);
  });
});
