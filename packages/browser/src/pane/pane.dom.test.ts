import { examplePaneOptions, savedCard } from "@cardpane/contract/testing";
import { describe, expect, it, vi } from "vitest";
import { delivered, emptyField, emptySnapshot } from "../testing/fake-frames.ts";
import {
  address,
  frame,
  host,
  iframe,
  made,
  mounted,
  ready,
  skeleton,
  src,
  usePage,
} from "../testing/pane-fixture.ts";
import { createCardPane, type Pane } from "./pane.ts";

usePage();

describe("mounting", () => {
  it("shows a skeleton at once over an iframe that is sandboxed and sends the page's origin as referrer", () => {
    const { pane, log } = mounted({ locale: "de" });
    expect(pane.status).toBe("loading");
    expect(log).toEqual(["loading"]);
    expect(host().firstElementChild?.getAttribute("aria-busy")).toBe("true");
    expect(skeleton()?.querySelectorAll("div").length).toBe(5);
    expect(iframe()?.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin allow-forms");
    expect(iframe()?.referrerPolicy).toBe("strict-origin");
    expect(iframe()?.title).toBe("Secure card payment");
    expect(address()).toBe(`${src}frame?environment=live&locale=de`);
    expect(iframe()?.style.opacity).toBe("0");
  });

  it("is ready when the frame has sent ready, and not before", async () => {
    const { pane, log } = mounted();
    frame().hello();
    await frame().send({ type: "opened", pageNonce: frame().open?.pageNonce ?? "" });
    expect(pane.status).toBe("loading");
    expect(pane.snapshot).toBeNull();
    await frame().send({ type: "ready", heightPx: 289, snapshot: emptySnapshot });
    expect(pane.status).toBe("ready");
    expect(pane.snapshot).toEqual(emptySnapshot);
    expect(log).toEqual(["loading", "ready"]);
    expect(host().querySelector("[aria-busy]")).toBeNull();
    expect(skeleton()).toBeUndefined();
    expect(iframe()?.style).toMatchObject({ opacity: "1", height: "289px" });
  });

  it("sends the frame the resolved options", async () => {
    document.documentElement.lang = "fr-CH";
    await ready({
      scheme: "dark",
      fields: ["number", "expiry", "cvv?"],
      tokens: { radius: 4 },
      disabled: true,
    });
    document.documentElement.removeAttribute("lang");
    expect(frame().open?.options).toEqual({
      ...examplePaneOptions,
      fields: [
        { name: "number", required: true },
        { name: "expiry", required: true },
        { name: "cvv", required: false },
      ],
      locale: "fr-CH",
      disabled: true,
      appearance: { ...examplePaneOptions.appearance, scheme: "dark", tokens: { radius: 4 } },
    });
  });

  it.each(["split", "select"] as const)("has separate fields for month and year: %s", async (expiry) => {
    await ready({ expiry, fields: ["number", "expiry", "cvv"] });
    const { options } = frame().open ?? {};
    expect(options?.expiry).toBe(expiry);
    expect(options?.fields.map(({ name }) => name)).toEqual(["number", "expiryMonth", "expiryYear", "cvv"]);
  });

  it("has only the CVV field for a saved card", async () => {
    await ready({ savedCard, fields: ["number", "cardholder"] });
    expect(frame().open?.options).toMatchObject({ savedCard, fields: [{ name: "cvv", required: true }] });
  });

  it("in the same element again changes nothing; in another element the pane moves there, empty", async () => {
    const { pane, log } = await ready();
    const before = iframe();
    expect(pane.mount("#card")).toBe(pane);
    expect(iframe()).toBe(before);
    pane.mount("#other");
    expect(document.querySelectorAll("iframe")).toHaveLength(1);
    expect(document.querySelector("#other iframe")).not.toBeNull();
    expect(host().childNodes).toHaveLength(0);
    expect(log).toEqual(["loading", "ready", "closed", "loading"]);
  });

  it("lasts while the page takes the element out for a moment and changes meanwhile", async () => {
    const { log } = await ready();
    const element = host();
    const parent = element.parentElement;
    element.remove();
    document.documentElement.lang = "de";
    await new Promise(requestAnimationFrame);
    parent?.append(element);
    document.documentElement.removeAttribute("lang");
    await new Promise(requestAnimationFrame);
    expect(element.contains(iframe())).toBe(true);
    expect(log).toEqual(["loading", "ready", "loading"]);
  });

  it.each([
    ["#nothing", "no_element"],
    ["###", "no_element"],
    [null as unknown as string, "no_element"],
  ])("in %s throws %s and does not change the page", (target, code) => {
    const pane = createCardPane({ src });
    expect(() => pane.mount(target)).toThrow(expect.objectContaining({ code }));
    expect(() => pane.mount(document.createElement("div"))).toThrow(expect.objectContaining({ code }));
    expect(pane.status).toBe("unmounted");
    expect(document.querySelector("iframe")).toBeNull();
  });

  it("throws if the frame would not be isolated, and does not change the page", () => {
    const pane = createCardPane({ src: "/pane/" });
    expect(() => pane.mount("#card")).toThrow(expect.objectContaining({ code: "same_origin" }));
    expect(pane.status).toBe("unmounted");
    expect(host().childNodes).toHaveLength(0);
  });
});

describe("unmounting", () => {
  it("closes the frame, leaves no nodes behind, and the pane may be mounted again", async () => {
    const { pane, log } = await ready();
    const { received } = frame();
    pane.unmount();
    pane.unmount();
    await delivered();
    expect(received.at(-1)).toEqual({ type: "close" });
    expect(host().childNodes).toHaveLength(0);
    expect(pane).toMatchObject({ status: "unmounted", snapshot: null, error: null });
    expect(log).toEqual(["loading", "ready", "closed"]);
    pane.mount("#card");
    await frame().start();
    expect(pane.status).toBe("ready");
  });

  it("settles requests in flight and waiting requests as destroyed", async () => {
    const first = mounted().pane;
    const waiting = first.tokenize();
    first.unmount();
    expect((await waiting).error?.code).toBe("destroyed");
    const { pane } = await ready();
    const sent = pane.tokenize();
    await delivered();
    pane.destroy();
    expect((await sent).error?.code).toBe("destroyed");
  });

  it("by destroy() is final", async () => {
    const { pane } = await ready();
    pane.destroy();
    pane.destroy();
    expect(pane.status).toBe("destroyed");
    expect(() => pane.mount("#card")).toThrow(expect.objectContaining({ code: "destroyed" }));
    expect((await pane.tokenize()).error?.code).toBe("destroyed");
    pane.focus();
    pane.clear();
    pane.retry();
    pane.update({ disabled: true });
    expect(iframe()).toBeNull();
  });
});

describe("a listener", () => {
  it("of closed cannot mount a pane that is being destroyed", async () => {
    const { pane } = await ready();
    const statuses: string[] = [];
    (pane as Pane).ended.addEventListener("abort", () => statuses.push(pane.status));
    pane.on("closed", () => {
      statuses.push(pane.status);
      expect(() => pane.mount("#other")).toThrow(expect.objectContaining({ code: "destroyed" }));
    });
    pane.destroy();
    expect([statuses, pane.status]).toEqual([["destroyed", "destroyed"], "destroyed"]);
    expect(iframe()).toBeNull();
  });

  it.each([
    ["loading", ["loading", "closed"]],
    ["loaderror", ["loading", "loaderror", "closed"]],
  ] as const)(
    "of %s may destroy the pane: no frame is left, and nothing happens after it",
    async (event, events) => {
      const pane = made();
      const log: string[] = [];
      for (const name of ["loading", "loaderror", "closed"] as const) pane.on(name, () => log.push(name));
      pane.on(event, pane.destroy);
      if (event === "loading") pane.mount("#card");
      else {
        document.body.insertAdjacentHTML("beforeend", '<p id="last"></p>');
        pane.field("expiry", "#card").field("expiryYear", "#other").field("cvv", "#last");
      }
      await Promise.resolve();
      expect([pane.status, log]).toEqual(["destroyed", events]);
      expect(document.querySelectorAll("iframe")).toHaveLength(0);
    },
  );

  it("that destroys the pane receives no event after closed", async () => {
    const { pane } = await ready();
    const log: string[] = [];
    for (const name of ["fieldfocus", "brandchange", "change", "closed"] as const)
      pane.on(name, () => log.push(name));
    pane.on("fieldfocus", pane.destroy);
    const fields = { number: { ...emptyField, focused: true } };
    await frame().send({
      type: "changed",
      snapshot: { ...emptySnapshot, brand: "visa", brands: ["visa"], fields },
    });
    expect(log).toEqual(["fieldfocus", "closed"]);
  });

  it("of the capture phase is removed by the returned function", async () => {
    const { pane } = await ready();
    const listener = vi.fn();
    pane.on("change", listener, { capture: true })();
    await frame().send({ type: "changed", snapshot: emptySnapshot });
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("update", () => {
  it("changes options in place", async () => {
    const { pane } = await ready({ tokens: { radius: 4 } });
    const before = iframe();
    pane.update({ locale: "ar", texts: { title: "Karte", retry: "Neu", labels: { cvv: "CVC" } } });
    await delivered();
    expect(frame().last("update")?.options).toMatchObject({
      locale: "ar",
      // The page shows title and retry, so the frame does not receive them.
      texts: { labels: { cvv: "CVC" } },
      appearance: { tokens: { radius: 4 } },
    });
    expect(iframe()).toBe(before);
    expect(iframe()?.title).toBe("Karte");
  });

  it("with an invalid option throws and changes nothing", async () => {
    const { pane } = await ready({ locale: "de" });
    expect(() => pane.update({ locale: "de_DE" })).toThrow("locale");
    pane.update({ disabled: true });
    await delivered();
    expect(frame().last("update")?.options).toMatchObject({ locale: "de", disabled: true });
  });

  it("before hello is part of the first options that the frame receives", async () => {
    const { pane } = mounted();
    pane.update({ disabled: true });
    frame().hello();
    expect(frame().open?.options.disabled).toBe(true);
  });

  it("of the address reloads the pane", async () => {
    const { pane } = await ready();
    pane.update({ src: "https://pane.example/0.0.1/" });
    expect(pane.status).toBe("loading");
    expect(address()).toContain("/0.0.1/frame");
    pane.update({ src: "/same/" });
    expect(pane).toMatchObject({ status: "failed", error: { code: "same_origin" } });
  });
});

describe("showDecline", () => {
  it.each([
    ["5082", "5082"],
    ["5043x", "5043x"],
    [5082, "5082"],
    [null, ""],
    [undefined, ""],
  ])("passes on %j to the frame, which knows the codes", async (code, sent) => {
    const { pane } = await ready();
    pane.showDecline(code as string);
    await delivered();
    expect(frame().last("decline")).toEqual({ type: "decline", code: sent });
  });

  it("moves the focus to the field that the frame names", async () => {
    await ready();
    const focus = vi.spyOn(iframe() as HTMLIFrameElement, "focus");
    frame().send({ type: "advanced", from: null, to: "cvv" });
    await expect.poll(() => frame().last("focus")).toEqual({ type: "focus", field: "cvv" });
    expect(focus).toHaveBeenCalled();
  });

  it("is dropped before the pane is ready", () => {
    expect(() => made().showDecline("5082")).not.toThrow();
  });
});

describe("announce", () => {
  it("passes on one line of text", async () => {
    const { pane } = await ready();
    pane.announce("Thank you, paid.");
    await delivered();
    expect(frame().last("announce")).toEqual({ type: "announce", text: "Thank you, paid." });
  });

  it("removes the last announcement", async () => {
    const { pane } = await ready();
    pane.announce("");
    await delivered();
    expect(frame().last("announce")).toEqual({ type: "announce", text: "" });
  });

  it.each([" ", "a\nb", "\u202ea", "x".repeat(301), 1, null, undefined, {}])(
    "refuses %j with an error that names the option and not its value",
    async (text) => {
      const { pane } = await ready();
      expect(() => pane.announce(text as string)).toThrow(
        "The option `text` does not fit. It takes one line of at most 300 characters, or an empty text. (options_invalid)",
      );
      await delivered();
      expect(frame().last("announce")).toBeUndefined();
    },
  );

  it("is dropped before the pane is ready", () => {
    expect(() => made().announce("Paid")).not.toThrow();
  });
});
