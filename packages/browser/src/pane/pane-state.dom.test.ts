/** The pane as an object: read-only state, methods that can be detached, and refused options. */
import { savedCard } from "@cardpane/contract/testing";
import { describe, expect, it, vi } from "vitest";
import type { FieldOption } from "../api/options.ts";
import type { CardPane } from "../api/types.ts";
import { delivered, emptySnapshot } from "../testing/fake-frames.ts";
import { frame, host, iframe, made, mounted, ready, usePage } from "../testing/pane-fixture.ts";

usePage();

describe("the public state of a pane", () => {
  it.each(["status", "snapshot", "error", "ended"])("has %s, which a page cannot write", async (name) => {
    const { pane } = await ready();
    const before = Reflect.get(pane, name);
    expect(() => Object.assign(pane, { [name]: "mine" })).toThrow(TypeError);
    expect(Reflect.get(pane, name)).toBe(before);
    expect(pane.status).toBe("ready");
  });

  it("can be read and used through a proxy, as Vue and Alpine make one of each object", async () => {
    const { pane } = await ready();
    const proxy: CardPane = new Proxy(pane, { get: (target, name, it) => Reflect.get(target, name, it) });
    expect([proxy.status, proxy.snapshot, proxy.error]).toEqual(["ready", emptySnapshot, null]);
    proxy.unmount();
    expect(proxy.status).toBe("unmounted");
  });

  it("has methods that a test can spy on", () => {
    const pane = made();
    const tokenize = vi.spyOn(pane, "tokenize");
    void pane.tokenize();
    expect(tokenize).toHaveBeenCalledOnce();
  });

  it("has methods that can be called without their pane", async () => {
    const { pane } = mounted();
    const { destroy, unmount, tokenize } = pane;
    unmount();
    expect(pane.status).toBe("unmounted");
    destroy();
    expect(pane.status).toBe("destroyed");
    expect((await tokenize()).error?.code).toBe("destroyed");
  });
});

describe("fields that can never create a token", () => {
  it.each<[FieldOption[], string]>([
    [["cvv"], "expiry"],
    [["number", "cvv"], "expiry"],
    [["expiry", "cvv"], "number"],
    [["number", "expiryMonth"], "expiry"],
    [["expiryMonth", "expiryYear"], "number"],
  ])("are refused when %j are mounted, and the message names the missing part: %s", (fields, missing) => {
    expect(() => made({ fields }).mount("#card")).toThrow(
      `The option \`fields\` does not fit. It takes \`${missing}\`, too, unless \`savedCard\` is set. (options_invalid)`,
    );
    expect(iframe()).toBeNull();
  });

  it.each<[FieldOption[]]>([[["number", "expiry"]], [["number", "expiryMonth", "expiryYear"]]])(
    "are not %j",
    (fields) => {
      expect(made({ fields }).mount("#card").status).toBe("loading");
    },
  );

  it("do not include the single CVV of a saved card", () => {
    expect(made({ fields: ["cvv"], savedCard }).mount("#card").status).toBe("loading");
  });

  it("are refused by update() of a mounted pane, and nothing has changed", async () => {
    const { pane } = await ready();
    expect(() => pane.update({ fields: ["cvv"], locale: "de" })).toThrow("It takes `expiry`, too");
    await delivered();
    expect(frame().last("update")).toBeUndefined();
  });
});

describe("fields that are mounted in one element", () => {
  it("are refused from the second on, and the first remains", () => {
    const pane = made().field("number", "#card");
    expect(() => pane.field("expiry", "#card")).toThrow(
      "The element already has another pane or field. Unmount that one first, or give each an element of its own. Field: `number`. (element_occupied)",
    );
    expect(() => pane.field("number?", "#card")).not.toThrow();
    expect(host().querySelectorAll("iframe")).toHaveLength(1);
  });

  it("may be mounted one after the other, if the first was removed", () => {
    const pane = made().field("number", "#card").field("number", null);
    expect(() => pane.field("expiry", "#card")).not.toThrow();
  });
});

describe("an element that has another pane", () => {
  const message =
    "The element already has another pane or field. Unmount that one first, or give each an element of its own. (element_occupied)";

  it.each<[string, (pane: CardPane) => unknown]>([
    ["a form", (pane) => pane.mount("#card")],
    ["a field", (pane) => pane.field("cvv", "#card")],
  ])("is refused for %s, whether it has a form or a field, and the other pane remains", (_, put) => {
    for (const occupy of [() => made().mount("#card"), () => made().field("number", "#card")]) {
      const occupant = occupy();
      expect(() => put(made())).toThrow(message);
      expect(host().querySelectorAll("iframe")).toHaveLength(1);
      expect(occupant.status).toBe("loading");
      occupant.destroy();
    }
  });

  it("is refused in the task in which the other pane mounts its second field there", () => {
    made().field("number", "#other").field("cvv", "#card");
    expect(() => made().mount("#card")).toThrow(message);
  });

  it.each<[string, (pane: CardPane) => unknown]>([
    ["unmounted", (pane) => pane.unmount()],
    ["destroyed", (pane) => pane.destroy()],
    ["removed by emptying the element", () => host().replaceChildren()],
  ])("is free once that pane is %s", (_, end) => {
    end(made().mount("#card"));
    expect(made().mount("#card").status).toBe("loading");
    expect(host().querySelectorAll("iframe")).toHaveLength(1);
  });

  it("is free after that pane's field was moved to another element", async () => {
    made().field("number", "#card").field("number", "#other");
    await delivered();
    expect(() => made().mount("#card")).not.toThrow();
    expect(() => made().mount("#other")).toThrow(message);
  });

  it("accepts the same pane again, as a whole form or as a field", () => {
    const pane = made().mount("#card");
    const first = iframe();
    expect(pane.mount("#card").status).toBe("loading");
    expect(iframe()).toBe(first);
    pane.field("cvv", "#card").mount("#card");
    expect(host().querySelectorAll("iframe")).toHaveLength(1);
  });

  it("that was emptied accepts the same pane again", async () => {
    const { pane, log } = await ready();
    host().replaceChildren();
    pane.mount("#card");
    await frame().start();
    expect([pane.status, host().querySelectorAll("iframe").length]).toEqual(["ready", 1]);
    expect(log).toEqual(["loading", "ready", "closed", "loading", "ready"]);
  });

  it("that was emptied accepts the same field again", async () => {
    const pane = made().field("number", "#card").field("expiry", "#other");
    await delivered();
    host().replaceChildren();
    pane.field("number", "#card");
    await delivered();
    expect(host().querySelectorAll("iframe")).toHaveLength(1);
  });

  it("that was emptied has the pane again after tokenize(), which finds that its frame is gone", async () => {
    const { pane } = await ready();
    host().replaceChildren();
    expect((await pane.tokenize()).error?.code).toBe("frame_gone");
    await frame().start();
    expect([pane.status, host().querySelectorAll("iframe").length]).toEqual(["ready", 1]);
  });

  it("that was emptied shows the failure of its pane", () => {
    const pane = made().mount("#card");
    host().replaceChildren();
    pane.update({ src: "https://shop.example/" });
    expect(pane.error?.code).toBe("same_origin");
    expect(host().querySelector("[role=alert]")?.textContent).not.toBe("");
  });
});
