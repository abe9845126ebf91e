import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { en } from "../../../frame/src/locale/en.ts";
import { type CardPane, createCardPane, defineCardPane } from "../index.ts";
import { type FakePanes, installFakePanes } from "../testing.ts";

const filledIn = { number: true, expiry: true, cvv: true } as const;

let panes: FakePanes;

beforeAll(defineCardPane);
beforeEach(() => {
  panes = installFakePanes();
});
afterEach(async () => {
  document.body.replaceChildren();
  await Promise.resolve();
  panes.restore();
});

const options = { src: "https://pane.example/0.1.0/", environment: "live" } as const;

/** Each way to create a pane. */
const ways: readonly [string, () => CardPane][] = [
  [
    "createCardPane()",
    () => {
      document.body.innerHTML = '<div id="card"></div>';
      return createCardPane(options).mount("#card");
    },
  ],
  ["<card-pane>", () => render("")],
  [
    "<card-pane> with fields of their own",
    () =>
      render(
        ["number", "expiry", "cvv"]
          .map((name) => `<card-pane-field name="${name}"></card-pane-field>`)
          .join(""),
      ),
  ],
];

function render(content: string): CardPane {
  document.body.innerHTML = `<card-pane src="${options.src}" environment="live">${content}</card-pane>`;
  return document.body.querySelector("card-pane") as unknown as CardPane;
}

describe.each(ways)("the fake of %s", (_, mount) => {
  async function start(): Promise<{ pane: CardPane; log: string[] }> {
    const pane = mount();
    const log: string[] = [];
    for (const name of ["ready", "change", "token", "tokenerror", "loaderror", "enter"] as const) {
      pane.on(name, () => log.push(name));
    }
    // Fields join at the end of the task that inserted them.
    await Promise.resolve();
    return { pane, log };
  }

  it("loads nothing, and is ready when the test calls becomeReady()", async () => {
    const { pane, log } = await start();
    expect(pane.status).toBe("loading");
    panes.last().becomeReady();
    expect([pane.status, log]).toEqual(["ready", ["ready"]]);
    expect(Object.keys(pane.snapshot?.fields ?? {})).toEqual(["number", "expiry", "cvv"]);
    expect(pane.snapshot).toMatchObject({ empty: true, complete: false, valid: false });
  });

  it("accepts the shopper's input, and creates a token for it", async () => {
    const { pane, log } = await start();
    panes.last().becomeReady();
    expect(await pane.tokenize()).toMatchObject({
      error: { code: "form_invalid", actor: "customer", fields: ["number", "expiry", "cvv"] },
    });
    expect(pane.snapshot?.fields.cvv?.error).toBe("required");
    panes.last().type({ ...filledIn, brand: "mastercard" });
    expect(pane.snapshot).toMatchObject({ valid: true, complete: true, brand: "mastercard" });
    expect((await pane.tokenize()).token).toBeTruthy();
    expect(pane.snapshot).toMatchObject({ empty: true, brand: null });
    expect((await pane.tokenize()).error?.code).toBe("form_invalid");
    panes.last().nextToken({ token: "mine" });
    expect((await pane.tokenize()).token).toBe("mine");
    panes.last().nextError("card_refused", ["cvv"], "Check it");
    expect((await pane.tokenize()).error).toMatchObject({
      code: "card_refused",
      fields: ["cvv"],
      text: "Check it",
    });
    panes.last().nextError("rate_limited");
    expect((await pane.tokenize()).error).toMatchObject({ code: "rate_limited", retryAfterSeconds: 30 });
    panes.last().nextError("rate_limited", [], "In 5 seconds", 5);
    expect((await pane.tokenize()).error).toMatchObject({ retryAfterSeconds: 5, text: "In 5 seconds" });
    expect(log.filter((name) => name.startsWith("token"))).toEqual([
      "tokenerror",
      "token",
      "tokenerror",
      "token",
      "tokenerror",
      "tokenerror",
      "tokenerror",
    ]);
  });

  it.each([
    ["5082", { number: false, expiry: false, cvv: true }, "refused"],
    ["5051", { number: false, expiry: false, cvv: true }, null],
    ["5041", { number: true, expiry: true, cvv: true }, null],
  ])(
    "shows the decline %s, and gives the card back if it can be paid with again",
    async (code, empty, error) => {
      const { pane } = await start();
      panes.last().becomeReady();
      panes.last().type(filledIn);
      await pane.tokenize();
      pane.showDecline(code);
      const fields = pane.snapshot?.fields ?? {};
      expect(panes.last().decline).toBe(code);
      expect({ number: fields.number?.empty, expiry: fields.expiry?.empty, cvv: fields.cvv?.empty }).toEqual({
        ...empty,
        cvv: error === null,
      });
      expect(fields.cvv?.error ?? null).toBe(error);
      panes.last().type(filledIn);
      await pane.tokenize();
      expect(panes.last().decline).toBeNull();
    },
  );

  it("shows errors, clears, and reports Enter and the focus", async () => {
    const { pane, log } = await start();
    panes.last().becomeReady();
    panes.last().type({ number: "check_digit" });
    expect((await pane.validate()).fields).toMatchObject({
      number: { error: "check_digit", valid: false },
      cvv: { error: "required" },
    });
    pane.clear();
    expect(pane.snapshot?.fields.number).toMatchObject({ empty: true, error: null });
    pane.focus("cvv");
    expect(pane.snapshot?.fields.cvv?.focused).toBe(true);
    panes.last().pressEnter();
    expect(log.at(-1)).toBe("enter");
  });

  it("fails to load, and fails again after a retry", async () => {
    const { pane, log } = await start();
    panes.last().failToLoad("load_blocked");
    expect([pane.status, pane.error?.code, log]).toEqual(["failed", "load_blocked", ["loaderror"]]);
    pane.retry();
    expect(pane.status).toBe("loading");
    panes.last().becomeReady();
    expect(pane.status).toBe("ready");
  });

  it("has the current options, and refuses those that the real pane refuses", async () => {
    const { pane } = await start();
    panes.last().becomeReady();
    pane.update({ locale: "de", disabled: true });
    expect(panes.last().options).toMatchObject({ locale: "de", disabled: true });
    expect(() => pane.update({ locale: "_" })).toThrow("options_invalid");
  });
});

describe("the fakes of a test", () => {
  it("exist for each mounted pane, and not before", () => {
    expect(() => panes.last()).toThrow("No pane was mounted.");
    const [, mount] = ways[0] ?? [];
    mount?.();
    mount?.();
    expect(panes.all).toHaveLength(2);
  });

  it("are removed by restore(): the next pane has a real frame", () => {
    panes.restore();
    document.body.innerHTML = '<div id="card"></div>';
    const setSrc = vi.spyOn(HTMLIFrameElement.prototype, "src", "set").mockImplementation(() => {});
    createCardPane(options).mount("#card").destroy();
    expect(setSrc).toHaveBeenCalledWith(expect.stringContaining("https://pane.example/0.1.0/frame?"));
    setSrc.mockRestore();
  });
});

it("remove the iframe of the page's HTML, so that the fake is the only form", () => {
  const pane = Object.assign(document.createElement("card-pane"), options);
  const early = Object.assign(document.createElement("iframe"), { slot: "cardpane-frame" });
  pane.append(early);
  document.body.append(pane);
  expect(early.isConnected).toBe(false);
  panes.last().becomeReady();
  expect(pane.status).toBe("ready");
});

it.each([
  ["number", "expiry", "cvv"],
  ["number", "expiryMonth", "expiryYear", "cvv", "cardholder", "postalCode"],
] as const)("a fake frame names its fields as a real one does, in English: %s, %s, %s", (...fields) => {
  document.body.innerHTML = '<div id="card"></div>';
  const pane = createCardPane({ ...options, fields }).mount("#card");
  panes.last().becomeReady();
  const snapshots = Object.entries(pane.snapshot?.fields ?? {});
  expect(snapshots.map(([name, { label }]) => [name, label])).toEqual(
    fields.map((name) => [name, en.labels[name]]),
  );
});
