/** A pane with fields in separate elements: its frames, its leader, and its status. */
import type { FieldName, Snapshot } from "@cardpane/contract/messages";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CardpaneError } from "../api/errors.ts";
import type { CardPane } from "../api/types.ts";
import { Pane } from "../pane/pane.ts";
import { delivered, emptySnapshot, type FakeFrame } from "../testing/fake-frames.ts";
import { frameOf, made, src, usePage } from "../testing/pane-fixture.ts";

usePage();

const names = ["number", "expiry", "cvv"] as const;

beforeEach(() => {
  document.body.innerHTML = names.map((name) => `<p id="${name}"></p>`).join("");
});
afterEach(() => {
  document.body.innerHTML = "";
});

const iframes = () => [...document.querySelectorAll("iframe")];
const frame = (id: string): FakeFrame => frameOf(document.querySelector(`#${id} iframe`));
/** A nonce for each field. */
const nonceOf = (id: string) => id.charCodeAt(0).toString(16).padStart(32, "0");

function snapshotOf(...fields: readonly FieldName[]): Snapshot {
  const one = emptySnapshot.fields.number;
  return { ...emptySnapshot, fields: Object.fromEntries(fields.map((name) => [name, one])) };
}

/** Sends everything from `hello` to `ready`; a leader also sends its snapshot. */
async function start(id: string, snapshot: Snapshot | null = null): Promise<void> {
  frame(id).hello(nonceOf(id));
  await frame(id).send(
    { type: "opened", pageNonce: frame(id).open?.pageNonce ?? "" },
    { type: "ready", heightPx: 99, snapshot },
  );
}

function placed(fields: readonly FieldName[] = names): { pane: CardPane; log: string[] } {
  const pane = made();
  const log: string[] = [];
  for (const name of ["loading", "ready", "closed", "change", "enter"] as const)
    pane.on(name, () => log.push(name));
  pane.on("loaderror", ({ code }) => log.push(`loaderror ${code}`));
  for (const field of fields) pane.field(field, `#${field}`);
  return { pane, log };
}

async function ready(): Promise<{ pane: CardPane; log: string[] }> {
  const bench = placed();
  await delivered();
  await start("number", snapshotOf(...names));
  await start("expiry");
  await start("cvv");
  expect(bench.pane.status).toBe("ready");
  return bench;
}

describe("fields in separate elements", () => {
  it("have a frame each, whose options name its field and all fields in the order of the page", async () => {
    placed(["cvv", "number", "expiry"]);
    await delivered();
    expect(iframes()).toHaveLength(3);
    for (const name of names) {
      frame(name).hello(nonceOf(name));
      expect(frame(name).open?.field).toBe(name);
      expect(frame(name).open?.options.fields.map((field) => field.name)).toEqual(names);
    }
    expect(iframes().map(({ title }) => title)).toEqual(names.map((name) => `Secure card payment: ${name}`));
  });

  it("are ready when every frame is ready and the snapshot of the leader has every field", async () => {
    const { pane, log } = placed();
    await delivered();
    await start("cvv");
    await start("expiry");
    expect(pane.status).toBe("loading");
    await start("number", snapshotOf("number", "expiry"));
    expect(pane.status).toBe("loading");
    await frame("number").send({ type: "changed", snapshot: snapshotOf(...names) });
    expect(pane.status).toBe("ready");
    expect(pane.snapshot).toEqual(snapshotOf(...names));
    expect(log).toEqual(["loading", "ready"]);
  });

  it("are introduced to each other once, by the nonces of their `hello`", async () => {
    await ready();
    expect(frame("number").received).toContainEqual({ type: "lead" });
    for (const field of ["expiry", "cvv"] as const) {
      const admit = { type: "admit", field, frameNonce: nonceOf(field) };
      expect(
        frame("number").received.filter((word) => word.type === "admit" && word.field === field),
      ).toEqual([admit]);
      expect(frame(field).received.filter(({ type }) => type === "follow")).toEqual([
        { type: "follow", leaderNonce: nonceOf("number") },
      ]);
    }
  });

  it("are introduced in whatever order their `hello` arrives", async () => {
    placed();
    await delivered();
    frame("cvv").hello(nonceOf("cvv"));
    await delivered();
    expect(frame("cvv").received.some(({ type }) => type === "follow")).toBe(false);
    frame("number").hello(nonceOf("number"));
    await delivered();
    expect(frame("cvv").last("follow")?.leaderNonce).toBe(nonceOf("number"));
    expect(frame("number").received.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["lead", "admit"]),
    );
  });

  it("send requests to the leader; responses and snapshots of followers are ignored", async () => {
    const { pane, log } = await ready();
    const answer = pane.validate();
    await delivered();
    const requestId = frame("number").last("validate")?.requestId ?? "";
    expect(frame("cvv").last("validate")).toBeUndefined();
    const wrong = { ...snapshotOf(...names), valid: true };
    await frame("cvv").send(
      { type: "validated", requestId, snapshot: wrong },
      { type: "changed", snapshot: wrong },
    );
    expect(log).toEqual(["loading", "ready"]);
    await frame("number").send({ type: "validated", requestId, snapshot: snapshotOf(...names) });
    expect((await answer).valid).toBe(false);
  });

  it("report Enter from each frame, and are focused by name", async () => {
    const { pane, log } = await ready();
    await frame("cvv").send({ type: "enter" });
    expect(log.at(-1)).toBe("enter");
    pane.focus("expiry");
    await delivered();
    expect(frame("expiry").last("focus")).toEqual({ type: "focus", field: "expiry" });
    expect(frame("number").last("focus")).toBeUndefined();
  });

  it("have the height and the name that their frame sends", async () => {
    await ready();
    await frame("cvv").send({ type: "labelled", label: "Prüfnummer" }, { type: "resized", heightPx: 120 });
    expect(document.querySelector<HTMLIFrameElement>("#cvv iframe")).toMatchObject({
      title: "Secure card payment: Prüfnummer",
      style: { height: "120px" },
    });
  });
});

describe("a field", () => {
  it("that is added is loaded, and the pane is ready again when the field is", async () => {
    const { pane, log } = await ready();
    document.body.insertAdjacentHTML("beforeend", '<p id="cardholder"></p>');
    pane.field("cardholder?", "#cardholder");
    await delivered();
    expect(pane.status).toBe("loading");
    expect(frame("number").last("update")?.options.fields.at(-1)).toEqual({
      name: "cardholder",
      required: false,
    });
    await frame("number").send({ type: "changed", snapshot: snapshotOf(...names, "cardholder") });
    await start("cardholder");
    expect(pane.status).toBe("ready");
    expect(log).toEqual(["loading", "ready", "loading", "ready"]);
  });

  it("that is removed leaves the other fields unchanged", async () => {
    const { pane } = await ready();
    pane.field("cvv", null);
    await delivered();
    expect(iframes()).toHaveLength(2);
    expect(document.querySelector("#cvv")?.childNodes).toHaveLength(0);
    expect(pane.status).toBe("ready");
    expect(
      frame("number")
        .last("update")
        ?.options.fields.map(({ name }) => name),
    ).toEqual(["number", "expiry"]);
  });

  it("that was the leader and is removed is replaced by another leader, which is introduced to the others", async () => {
    const { pane } = await ready();
    pane.field("number", null);
    await delivered();
    expect(pane.status).toBe("loading");
    expect(frame("expiry").received.at(-2)).toEqual({ type: "lead" });
    expect(frame("expiry").last("admit")).toEqual({
      type: "admit",
      field: "cvv",
      frameNonce: nonceOf("cvv"),
    });
    expect(frame("cvv").last("follow")?.leaderNonce).toBe(nonceOf("expiry"));
    await frame("expiry").send({ type: "ready", heightPx: 99, snapshot: snapshotOf("expiry", "cvv") });
    expect(pane.status).toBe("ready");
  });

  it("that reports twice that it is ready changes the public state only by a change event", async () => {
    const { pane } = await ready();
    const { snapshot } = pane;
    await frame("number").send({ type: "ready", heightPx: 99, snapshot: null });
    expect(pane.snapshot).toBe(snapshot);
  });

  it("stays in place if it is mounted in the same element again, and moves to another element", async () => {
    const { pane } = await ready();
    const before = iframes();
    pane.field("cvv", "#cvv");
    await delivered();
    expect(iframes()).toEqual(before);
    document.body.insertAdjacentHTML("afterbegin", '<p id="other"></p>');
    pane.field("cvv", "#other");
    await delivered();
    expect(document.querySelectorAll("#other iframe")).toHaveLength(1);
    expect(document.querySelector("#cvv")?.childNodes).toHaveLength(0);
    frame("other").hello();
    expect(frame("other").open?.options.fields.map(({ name }) => name)).toEqual(["cvv", "number", "expiry"]);
  });

  it.each([
    ["number", "#nothing", "no_element"],
    ["nothing" as FieldName, "#number", "options_invalid"],
    ["" as FieldName, null, "options_invalid"],
  ])("%s that is mounted in %s throws %s and changes nothing", (field, target, code) => {
    const pane = made();
    expect(() => pane.field(field as FieldName, target)).toThrow(expect.objectContaining({ code }));
    expect(pane.status).toBe("unmounted");
    pane.destroy();
    expect(() => pane.field("cvv", "#cvv")).toThrow(CardpaneError);
    expect(iframes()).toHaveLength(0);
  });
});

describe("a frame of several that is lost", () => {
  it("is reloaded without the others; pending requests of the leader are still settled, and new ones wait", async () => {
    const { pane } = await ready();
    const sent = pane.validate();
    await delivered();
    const kept = document.querySelector("#number iframe");
    const lost = document.querySelector("#cvv iframe");
    frame("cvv").hello("f".repeat(32));
    expect(document.querySelector("#number iframe")).toBe(kept);
    expect(document.querySelector("#cvv iframe")).not.toBe(lost);
    expect(pane.status).toBe("loading");
    const requestId = frame("number").last("validate")?.requestId ?? "";
    await frame("number").send({ type: "validated", requestId, snapshot: snapshotOf(...names) });
    expect((await sent).fields.cvv).toBeDefined();
    const waiting = pane.tokenize();
    await delivered();
    expect(frame("number").last("tokenize")).toBeUndefined();
    await start("cvv");
    expect(pane.status).toBe("ready");
    await delivered();
    expect(frame("number").last("tokenize")).toBeDefined();
    expect(frame("number").received.filter(({ type }) => type === "admit")).toHaveLength(3);
    pane.destroy();
    expect((await waiting).error?.code).toBe("destroyed");
  });

  it("and was the leader ends pending requests with frame_gone, and the new leader is introduced to the others", async () => {
    const { pane } = await ready();
    const sent = pane.tokenize();
    await delivered();
    frame("number").hello("f".repeat(32));
    expect((await sent).error?.code).toBe("frame_gone");
    frame("number").hello("e".repeat(32));
    await delivered();
    expect(frame("number").received).toContainEqual({ type: "lead" });
    expect(frame("cvv").last("follow")?.leaderNonce).toBe("e".repeat(32));
  });

  it("because it was navigated to another origin fails the pane, once, and no frame remains", async () => {
    const { pane, log } = await ready();
    frame("expiry").post("hello", "https://evil.example");
    expect(pane.error?.code).toBe("frame_hijacked");
    expect(iframes()).toHaveLength(0);
    expect(
      [...document.querySelectorAll("[role=alert]")].filter(({ textContent }) => textContent),
    ).toHaveLength(1);
    expect(log.filter((name) => name.startsWith("loaderror"))).toHaveLength(1);
  });

  it("because the page removed its element is no longer part of the form", async () => {
    const { pane } = await ready();
    document.querySelector("#cvv")?.remove();
    void pane.validate();
    await delivered();
    expect(
      frame("number")
        .last("update")
        ?.options.fields.map(({ name }) => name),
    ).toEqual(["number", "expiry"]);
    expect(pane.status).toBe("ready");
  });
});

describe("a failed pane with fields in separate elements", () => {
  const alerts = () =>
    [...document.querySelectorAll("[role=alert]")].filter(({ textContent }) => textContent);

  async function failed() {
    document.body.insertAdjacentHTML("afterbegin", '<p id="first"></p>');
    const bench = placed();
    await delivered();
    frame("number").hello();
    await frame("number").send({ type: "failed", code: "options_refused" });
    expect(bench.pane.status).toBe("failed");
    return bench;
  }

  it.each<[string, string, (pane: CardPane) => unknown]>([
    ["moved", "first", (pane) => pane.field("number", "#first")],
    ["removed", "expiry", (pane) => pane.field("number", null)],
    ["preceded by another one", "first", (pane) => pane.field("cardholder", "#first")],
  ])("stays failed, and shows it in the first field, when its first field is %s", async (_, id, act) => {
    const { pane, log } = await failed();
    act(pane);
    await delivered();
    expect([pane.status, log.at(-1), iframes().length]).toEqual(["failed", "loaderror options_refused", 0]);
    expect(alerts().map((alert) => alert.closest("p")?.id)).toEqual([id]);
    expect((await pane.tokenize()).error?.code).toBe("options_refused");
  });
});

it("a pane without its last field is unmounted, and mounted again with its next one", async () => {
  const { pane, log } = placed(["number"]);
  await delivered();
  pane.field("number", null);
  await delivered();
  expect([pane.status, log]).toEqual(["unmounted", ["loading", "closed"]]);
  expect((await pane.tokenize()).error?.code).toBe("not_ready");
  pane.field("number", "#number");
  await delivered();
  expect(iframes()).toHaveLength(1);
});

it("the whole form in one element replaces separate fields, and the reverse", async () => {
  const { pane } = await ready();
  pane.mount("#number");
  expect(iframes()).toHaveLength(1);
  frame("number").hello();
  expect(frame("number").open?.field).toBeNull();
  pane.field("cvv", "#cvv");
  await delivered();
  expect(iframes()).toHaveLength(1);
  frame("cvv").hello();
  expect(frame("cvv").open?.field).toBe("cvv");
});

it("an expiry both in one field and in two fails", async () => {
  document.body.insertAdjacentHTML("beforeend", '<p id="expiryYear"></p>');
  const { pane } = placed(["number", "expiry", "expiryYear", "cvv"]);
  await delivered();
  expect(pane.error?.code).toBe("options_invalid");
});

it("two elements for one field fail, and the pane recovers when one of them is removed", async () => {
  const pane = new Pane({ src });
  const [one, other] = [document.createElement("div"), document.createElement("div")];
  document.body.append(one, other);
  pane.place("cvv", one);
  pane.place("cvv", other);
  await expect
    .poll(() => pane.error?.message)
    .toMatch(/^The option `fields` does not fit\. It takes each field once/);
  expect(pane.status).toBe("failed");
  expect(document.querySelector("iframe")).toBeNull();
  pane.place(null, other);
  await expect.poll(() => pane.status).toBe("loading");
  expect(one.querySelector("iframe")).not.toBeNull();
  pane.destroy();
});
