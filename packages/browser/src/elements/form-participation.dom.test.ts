import type { Snapshot } from "@cardpane/contract/messages";
import { success as sample } from "@cardpane/contract/testing";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CardpaneError } from "../api/errors.ts";
import type { PaneStatus, TokenizeResult } from "../api/types.ts";
import { emptyField, emptySnapshot } from "../testing/fake-frames.ts";
import { FormParticipation } from "./form-participation.ts";

/** The clock of the gateway, which is not the shopper's, is a day behind. */
const success = { ...sample, expireAt: Math.floor(Date.now() / 1_000) - 86_400 };
const snapshotOf = (isEmpty: boolean): Snapshot => ({
  ...emptySnapshot,
  fields: { number: { ...emptyField, empty: isEmpty } },
  empty: isEmpty,
});

const form = () => document.querySelector("form") as HTMLFormElement;
const button = (id: string) => document.querySelector<HTMLButtonElement>(`#${id}`) as HTMLButtonElement;

/** The element with a pane whose response the test controls, and the form data that the element set last. */
function setup(name: string | null = "payment", { isPrevented = true } = {}) {
  document.body.innerHTML = `<form method="post"><div id="pane"></div><input id="first"><button id="pay" name="go" value="1"></button>
    <button id="back" formnovalidate></button></form>`;
  const answers: ((result: TokenizeResult) => void)[] = [];
  const element = document.querySelector("#pane") as HTMLElement;
  if (name !== null) element.setAttribute("name", name);
  const notices: (string | null)[] = [];
  const refused: CardpaneError[] = [];
  const pane = {
    status: "ready" as PaneStatus,
    tokenize: vi.fn(() => new Promise<TokenizeResult>((resolve) => answers.push(resolve))),
    reset: vi.fn(),
    notify: (text: string | null) => notices.push(text),
    refuseToken: (error: CardpaneError) => refused.push(error),
  };
  const part = new FormParticipation(element, pane);
  part.attach(form());
  /** The submits that the merchant's own handlers received. */
  const submits: (string | undefined)[] = [];
  form().addEventListener("submit", (event) => {
    if (isPrevented) event.preventDefault();
    submits.push(event.submitter?.id);
  });
  const answer = async (result: TokenizeResult) => {
    const { error: detail } = result;
    // Like the pane, this dispatches the event before the result.
    if (detail) element.dispatchEvent(new CustomEvent("tokenerror", { detail, cancelable: true }));
    answers.shift()?.(result);
    await Promise.resolve();
    await Promise.resolve();
  };
  const change = (numberIsEmpty: boolean) => part.handleSnapshot(snapshotOf(numberIsEmpty));
  return {
    form: form(),
    element,
    pane,
    part,
    notices,
    refused,
    submits,
    answer,
    change,
    value: () => dataOf("payment"),
  };
}

/** Another pane of the form, which responds after two tasks. */
function addSecond(result: TokenizeResult) {
  const element = document.createElement("div");
  element.setAttribute("name", "second");
  form().append(element);
  const second = {
    status: "ready" as const,
    tokenize: vi.fn(async () => {
      await nextTask();
      await nextTask();
      return result;
    }),
    reset() {},
    notify() {},
    refuseToken() {},
  };
  new FormParticipation(element, second).attach(form());
  return second;
}

/** Replaces `requestSubmit()` by its event, because happy-dom would load the form's address. */
function submitByEventAlone(): void {
  vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(function (
    this: HTMLFormElement,
    submitter,
  ) {
    this.dispatchEvent(
      new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: submitter ?? null }),
    );
  });
}

/** What a browser would send for a name of the form: it asks by this event, which happy-dom lacks. */
function dataOf(name: string): unknown {
  const formData = new FormData();
  form().dispatchEvent(Object.assign(new Event("formdata"), { formData }));
  return formData.get(name);
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.stubGlobal("navigation", new EventTarget());
});

describe("a submit", () => {
  it("is delayed until there is a token, and continues with the token and the same button", async () => {
    const { pane, submits, answer, value } = setup();
    form().requestSubmit(button("pay"));
    expect(submits).toEqual([]);
    expect(pane.tokenize).toHaveBeenCalledOnce();
    await answer(success);
    expect(submits).toEqual(["pay"]);
    expect(JSON.parse(String(value()))).toEqual(success);
  });

  it("uses a token only once: the next submit tokenizes again", async () => {
    const { pane, submits, answer, value } = setup();
    form().requestSubmit(button("pay"));
    await answer(success);
    await nextTask();
    expect(value()).toBeNull();
    form().requestSubmit(button("pay"));
    expect(submits).toHaveLength(1);
    expect(pane.tokenize).toHaveBeenCalledTimes(2);
  });

  it("of two panes waits for both tokens, each of which is requested once", async () => {
    const { pane, submits, answer, value } = setup();
    const second = addSecond(success);
    let sent: unknown;
    form().addEventListener("submit", () => (sent = dataOf("second")));
    form().requestSubmit(button("pay"));
    await answer(success);
    await expect.poll(() => submits).toEqual(["pay"]);
    await nextTask();
    expect([pane.tokenize, second.tokenize].map((it) => vi.mocked(it).mock.calls.length)).toEqual([1, 1]);
    expect([value(), dataOf("second")]).toEqual([null, null]);
    expect(sent).toBe(JSON.stringify(success));
  });

  it("of two panes frees the button if the next page does not load", async () => {
    const { submits, answer } = setup("payment", { isPrevented: false });
    submitByEventAlone();
    addSecond(success);
    form().requestSubmit(button("pay"));
    await answer(success);
    await expect.poll(() => submits).toEqual(["pay"]);
    await nextTask();
    expect(button("pay").getAttribute("aria-disabled")).toBe("true");
    dispatchEvent(new Event("pagehide"));
    expect(button("pay").matches("[aria-busy], [aria-disabled]")).toBe(false);
  });

  it("of two panes, one of which fails, leaves no token in a draft", async () => {
    const { submits, answer, value } = setup();
    const second = addSecond({ error: new CardpaneError("form_invalid") });
    form().requestSubmit(button("pay"));
    await answer(success);
    await expect.poll(() => second.tokenize).toHaveBeenCalled();
    await nextTask();
    await nextTask();
    expect(value()).not.toBeNull();
    form().requestSubmit(button("back"));
    expect([submits, value()]).toEqual([["back"], null]);
  });

  it("during another one is ignored: there is one request and one submit", async () => {
    const { pane, submits, answer } = setup();
    form().requestSubmit(button("pay"));
    form().requestSubmit(button("pay"));
    await answer(success);
    expect(pane.tokenize).toHaveBeenCalledOnce();
    expect(submits).toHaveLength(1);
  });

  it("does not continue without a token, and may be repeated", async () => {
    const { pane, submits, answer, value } = setup();
    form().requestSubmit(button("pay"));
    await answer({ error: new CardpaneError("form_invalid") });
    expect(submits).toEqual([]);
    expect(value()).toBeNull();
    form().requestSubmit(button("pay"));
    expect(pane.tokenize).toHaveBeenCalledTimes(2);
  });

  it.each<[string, () => ReturnType<typeof setup>, string]>([
    ["the element has no name", () => setup(null), "pay"],
    ["the element's name is empty", () => setup(""), "pay"],
    ["the button has formnovalidate (save, back)", () => setup(), "back"],
  ])("is not delayed if %s", (_why, make, id) => {
    const { pane, submits } = make();
    form().requestSubmit(button(id));
    expect(pane.tokenize).not.toHaveBeenCalled();
    expect(submits).toEqual([id]);
  });

  it("that the page prevents creates no token", () => {
    const { pane } = setup();
    const prevent = (event: Event) => event.preventDefault();
    document.addEventListener("submit", prevent, true);
    form().requestSubmit(button("pay"));
    document.removeEventListener("submit", prevent, true);
    expect(pane.tokenize).not.toHaveBeenCalled();
  });

  it("continues without its button if that was removed from the form meanwhile", async () => {
    const { submits, answer } = setup();
    const pay = button("pay");
    form().requestSubmit(pay);
    pay.remove();
    await answer(success);
    expect(submits).toHaveLength(1);
    expect(submits).not.toContain("pay");
  });

  it("does not continue if the form was reset meanwhile, and may be repeated", async () => {
    const { pane, part, submits, answer, value } = setup();
    form().requestSubmit(button("pay"));
    part.reset();
    await answer(success);
    expect(submits).toEqual([]);
    expect(value()).toBeNull();
    expect(button("pay").hasAttribute("aria-busy")).toBe(false);
    form().requestSubmit(button("pay"));
    expect(pane.tokenize).toHaveBeenCalledTimes(2);
    await answer(success);
    expect(submits).toEqual(["pay"]);
  });

  it("does not continue if the page replaced the card meanwhile", async () => {
    const { part, submits, answer, value } = setup();
    form().requestSubmit(button("pay"));
    part.cancel();
    await answer(success);
    expect([submits, value()]).toEqual([[], null]);
  });

  it.each([
    ["leaves the page does not continue", false, ["back"]],
    ["the page handles itself continues", true, ["back", "pay"]],
  ])("that waits for its token while a draft that %s", async (_what, isPrevented, expected) => {
    const { submits, answer } = setup("payment", { isPrevented });
    submitByEventAlone();
    form().requestSubmit(button("pay"));
    form().requestSubmit(button("back"));
    await nextTask();
    await answer(success);
    expect(submits).toEqual(expected);
  });

  it("does not continue without its token if the element was disabled meanwhile", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { element, submits, answer, value, refused, notices } = setup();
    form().requestSubmit(button("pay"));
    // happy-dom disables no `<div>`.
    vi.spyOn(element, "matches").mockImplementation((selector) => selector.startsWith(":disabled"));
    await answer(success);
    expect([submits, value(), refused.map(({ code }) => code)]).toEqual([[], null, ["pane_disabled"]]);
    expect(notices.at(-1)).toBe("");
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("pane_disabled"));
  });

  it("does not continue if the element was removed from the form meanwhile", async () => {
    const { part, submits, answer } = setup();
    form().requestSubmit(button("pay"));
    part.attach(null);
    await answer(success);
    expect([submits, part.value]).toEqual([[], ""]);
  });
});

describe("a token that was not submitted yet", () => {
  /** Keeps the token: another input is invalid, so the browser does not dispatch the second submit. */
  async function kept() {
    const bench = setup();
    form().requestSubmit(button("pay"));
    vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementationOnce(() => {});
    return bench;
  }

  it("is used by the next submit", async () => {
    const { pane, submits, answer } = await kept();
    await answer(success);
    expect(submits).toEqual([]);
    form().requestSubmit(button("pay"));
    expect(submits).toEqual(["pay"]);
    expect(pane.tokenize).toHaveBeenCalledOnce();
  });

  const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

  it.each<[string, (bench: Awaited<ReturnType<typeof kept>>) => void, number]>([
    ["is replaced when it has expired", () => later(30 * 60_000), 2],
    ["is kept for 30 minutes, however wrong the shopper's clock is", () => later(30 * 60_000 - 1), 1],
    ["is replaced when the card was changed", ({ change }) => change(false), 2],
    ["is kept when the fields are wiped", ({ change }) => change(true), 1],
    ["is replaced when the form was reset", ({ part }) => part.reset(), 2],
    ["is replaced when the page replaced the card", ({ part }) => part.cancel(), 2],
  ])("%s", async (_what, act, requests) => {
    const bench = await kept();
    vi.useFakeTimers({ toFake: ["Date"] });
    await bench.answer(success);
    act(bench);
    form().requestSubmit(button("pay"));
    expect(bench.pane.tokenize).toHaveBeenCalledTimes(requests);
  });
});

describe("a form without method=post", () => {
  beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => {}));

  async function submitted(attributes: Record<string, string>, isPrevented = false) {
    const bench = setup("payment", { isPrevented });
    form().removeAttribute("method");
    for (const [name, value] of Object.entries(attributes))
      (name.startsWith("form") ? button("pay") : form()).setAttribute(name, value);
    submitByEventAlone();
    const events: Event[] = [];
    addEventListener("submit", (event) => events.push(event), { capture: true });
    form().requestSubmit(button("pay"));
    await bench.answer(success);
    return { ...bench, isSent: events.at(-1)?.defaultPrevented === false };
  }

  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ method: "get" }, false],
    [{ method: "post", formmethod: "get" }, false],
    [{ method: "post" }, true],
    [{ method: "get", formmethod: "post" }, true],
    [{ method: "dialog" }, true],
  ])("never sends a token in its address: %j", async (attributes, isSent) => {
    const bench = await submitted(attributes);
    expect(bench.isSent).toBe(isSent);
    expect(bench.refused.map(({ code }) => code)).toEqual(isSent ? [] : ["form_method"]);
    expect(vi.mocked(console.error).mock.calls.flat().join()).toContain(isSent ? "" : "method=post");
    expect(bench.notices.at(-1)).toBe(isSent ? null : "");
  });

  it("never sends a token in its address from inside a shadow root, which the event does not leave", async () => {
    const bench = setup("payment", { isPrevented: false });
    document.body.replaceChildren(document.createElement("div"));
    const root = document.body.firstElementChild?.attachShadow({ mode: "open" });
    root?.append(bench.form);
    bench.form.removeAttribute("method");
    submitByEventAlone();
    bench.form.requestSubmit();
    await bench.answer(success);
    expect(bench.refused.map(({ code }) => code)).toEqual(["form_method"]);
  });

  it("gives the token to a handler of the page that prevents the submit and sends the data itself", async () => {
    const bench = await submitted({}, true);
    expect([bench.refused, bench.value()]).toEqual([[], JSON.stringify(success)]);
  });

  it("has no token in its data if a handler of the page stops the event and lets the browser submit it", async () => {
    document.body.addEventListener("submit", (event) => event.stopPropagation(), { once: true });
    document.body.addEventListener("submit", (event) => event.stopPropagation(), { once: true });
    const bench = setup("payment", { isPrevented: false });
    form().removeAttribute("method");
    submitByEventAlone();
    form().requestSubmit(button("pay"));
    await bench.answer(success);
    expect(bench.part.value).not.toBe("");
    expect(bench.value()).toBeNull();
  });
});

describe("a page that is being left", () => {
  /** Submits the form with the token; the next page loads slowly. */
  async function left({
    isPrevented = false,
    attributes = "",
    baseTargets = [] as string[],
    moves = false,
  } = {}) {
    vi.useFakeTimers();
    const bench = setup("payment", { isPrevented });
    for (const target of baseTargets)
      document.body.append(Object.assign(document.createElement("base"), { target }));
    for (const [name, value = ""] of attributes.split(" ").map((text) => text.split("="))) {
      if (name) (name.startsWith("form") ? button("pay") : form()).setAttribute(name, value);
    }
    submitByEventAlone();
    const pay = button("pay");
    const press = () => form().requestSubmit(pay);
    press();
    await bench.answer(success);
    if (moves) bench.part.attach(null);
    vi.advanceTimersByTime(0);
    return { ...bench, pay, press };
  }

  it("ignores a second press, because the card is already used, and keeps its button busy", async () => {
    const { pane, submits, pay, press } = await left();
    press();
    vi.advanceTimersByTime(29_999);
    press();
    expect(pane.tokenize).toHaveBeenCalledOnce();
    expect(submits).toEqual(["pay"]);
    expect(pay.getAttribute("aria-busy")).toBe("true");
  });

  it.each<[string, (bench: Awaited<ReturnType<typeof left>>) => void]>([
    ["something is typed", ({ change }) => change(false)],
    ["the form is reset", ({ part }) => part.reset()],
    ["the browser may restore it later", () => dispatchEvent(new Event("pagehide"))],
    ["the navigation was stopped", () => navigation.dispatchEvent(new Event("navigateerror"))],
    ["thirty seconds have passed", () => vi.advanceTimersByTime(30_000)],
  ])("can be submitted again when %s", async (_what, act) => {
    const bench = await left();
    act(bench);
    expect(bench.pay.hasAttribute("aria-busy")).toBe(false);
    expect(bench.pay.hasAttribute("aria-disabled")).toBe(false);
    bench.press();
    expect(bench.pane.tokenize).toHaveBeenCalledTimes(2);
  });

  it("stays busy while its emptied fields report a change", async () => {
    const { pay, change } = await left();
    change(true);
    expect(pay.getAttribute("aria-busy")).toBe("true");
  });

  it.each([
    "",
    "target=_self",
    "target=_TOP",
    "target=pay formtarget=_parent",
    "method=dialog formmethod=post",
  ])("keeps the button busy: %j", async (attributes) => {
    const { pay } = await left({ attributes });
    expect(pay.getAttribute("aria-busy")).toBe("true");
  });

  it.each(["target=_blank", "formtarget=_blank", "target=pay", "method=dialog", "formmethod=dialog"])(
    "stays if the form has another target: %s",
    async (attributes) => {
      const { pane, pay, press } = await left({ attributes });
      expect(pay.hasAttribute("aria-busy")).toBe(false);
      press();
      expect(pane.tokenize).toHaveBeenCalledTimes(2);
    },
  );

  it.each<[string, string, readonly string[], boolean]>([
    ["stays if the first base with a target has another one", "", ["_blank", "_self"], false],
    ["is left if the first base with a target has the page's own", "", ["_top", "_blank"], true],
    ["is left if the form's target is empty, whatever the base has", "target", ["_blank"], true],
    [
      "is left if the button's target is empty, whatever form and base have",
      "target=_blank formtarget",
      ["_blank"],
      true,
    ],
  ])("%s", async (_what, attributes, baseTargets, isLeft) => {
    const { pay } = await left({ attributes, baseTargets: [...baseTargets] });
    expect(pay.getAttribute("aria-busy")).toBe(isLeft ? "true" : null);
  });

  it.each<[string, string, string | null]>([
    ["keeps the button busy", "", "true"],
    ["stays if that form has another target", "target=_blank", null],
  ])("%s although the element was moved out of the form meanwhile", async (_what, attributes, busy) => {
    const { pay } = await left({ attributes, moves: true });
    expect(pay.getAttribute("aria-busy")).toBe(busy);
  });

  it("stays if the page submits the form itself: the next press tokenizes", async () => {
    const { pane, pay, press } = await left({ isPrevented: true });
    expect(pay.hasAttribute("aria-busy")).toBe(false);
    press();
    expect(pane.tokenize).toHaveBeenCalledTimes(2);
  });
});

describe("Enter", () => {
  const enter = (element: HTMLElement) =>
    element.dispatchEvent(new CustomEvent("enter", { cancelable: true }));

  it("clicks the first submit button of the form, as in any input", async () => {
    const { element, answer, submits } = setup();
    enter(element);
    await Promise.resolve();
    await answer(success);
    expect(submits).toEqual(["pay"]);
  });

  it("clicks no disabled button", async () => {
    const { element, pane } = setup();
    button("pay").disabled = true;
    enter(element);
    await Promise.resolve();
    expect(pane.tokenize).not.toHaveBeenCalled();
  });

  it("does nothing when the page prevents it", async () => {
    const { element, pane } = setup();
    element.addEventListener("enter", (event) => event.preventDefault());
    enter(element);
    await Promise.resolve();
    expect(pane.tokenize).not.toHaveBeenCalled();
  });

  it("outside a form does nothing", async () => {
    const { element, part, submits } = setup();
    part.attach(null);
    enter(element);
    await Promise.resolve();
    expect(submits).toEqual([]);
  });
});

describe("a reset", () => {
  it.each([
    [false, 1],
    [true, 0],
  ])("that the page prevents (%s) empties the pane %i times", async (isPrevented, times) => {
    const { pane } = setup();
    form().addEventListener("reset", (event) => isPrevented && event.preventDefault());
    form().dispatchEvent(new Event("reset", { bubbles: true, cancelable: true }));
    await nextTask();
    expect(pane.reset).toHaveBeenCalledTimes(times);
  });
});

describe("a page with zone.js before 0.14", () => {
  /** Its list of a form's listeners: one that a signal has ended stays in it, and then no other is added for the type. */
  function useOldZone(): void {
    const { addEventListener, removeEventListener } = HTMLFormElement.prototype;
    const known = new Map<string, Set<unknown>>();
    vi.spyOn(HTMLFormElement.prototype, "addEventListener").mockImplementation(function (
      this: HTMLFormElement,
      type,
      handler,
      options,
    ) {
      const handlers = known.get(type) ?? new Set();
      const isAdded = handlers.size === 0;
      known.set(type, handlers.add(handler));
      if (isAdded) addEventListener.call(this, type, handler, options);
    });
    vi.spyOn(HTMLFormElement.prototype, "removeEventListener").mockImplementation(function (
      this: HTMLFormElement,
      type,
      handler,
      options,
    ) {
      known.get(type)?.delete(handler);
      removeEventListener.call(this, type, handler, options);
    });
  }

  it("has its submit delayed, too, when the pane comes back into its form", async () => {
    const { pane, part, value, answer } = setup();
    part.attach(null);
    useOldZone();
    for (const owner of [form(), null, form(), form()]) part.attach(owner);
    form().dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
    expect(pane.tokenize).toHaveBeenCalledOnce();
    await answer(success);
    expect(JSON.parse(String(value()))).toEqual(success);
  });
});

describe("a browser without requestSubmit(), such as Safari 15.4", () => {
  it.each([["pay"], [""]])("submits the form by a click on a button of the form: %j", async (id) => {
    const { answer } = setup();
    const clicked: unknown[] = [];
    vi.spyOn(HTMLElement.prototype, "click").mockImplementation(function (this: HTMLElement) {
      clicked.push([this.id, this.closest("form") === form()]);
    });
    const { requestSubmit } = HTMLFormElement.prototype;
    Reflect.set(HTMLFormElement.prototype, "requestSubmit", undefined);
    try {
      const submitter = id ? button(id) : null;
      form().dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));
      await answer(success);
      await expect.poll(() => clicked).toEqual([[id, true]]);
      expect(form().querySelectorAll("button")).toHaveLength(2);
    } finally {
      HTMLFormElement.prototype.requestSubmit = requestSubmit;
    }
  });
});

describe("a failed submit", () => {
  it("is shown by the pane in the language of the shopper if no field caused it", async () => {
    const { notices, submits, answer } = setup();
    form().requestSubmit(button("pay"));
    await answer({ error: new CardpaneError("offline", { text: "Sie sind offline." }) });
    expect(notices.at(-1)).toBe("Sie sind offline.");
    expect(submits).toEqual([]);
  });

  it.each([
    ["destroyed", "loading", null],
    ["frame_gone", "loading", null],
    ["frame_gone", "failed", ""],
    ["not_ready", "loading", ""],
  ] as const)("with %s, while the pane is %s, is shown as %j", async (code, status, shown) => {
    const { pane, notices, answer } = setup();
    form().requestSubmit(button("pay"));
    pane.status = status;
    await answer({ error: new CardpaneError(code) });
    expect(notices.at(-1)).toBe(shown);
  });

  it("is shown by the frame if a field caused it", async () => {
    const { notices, answer } = setup();
    form().requestSubmit(button("pay"));
    await answer({ error: new CardpaneError("card_refused", { text: "Nein.", fields: ["number"] }) });
    expect(notices.filter((text) => text !== null)).toEqual([]);
  });

  it("is not shown if the page prevents the default of the event, this time only", async () => {
    const { element, notices, answer } = setup();
    const error = new CardpaneError("offline", { text: "Sie sind offline." });
    element.addEventListener("tokenerror", (event) => event.preventDefault(), { once: true });
    form().requestSubmit(button("pay"));
    await answer({ error });
    expect(notices.filter((text) => text !== null)).toEqual([]);
    form().requestSubmit(button("pay"));
    await answer({ error });
    expect(notices.at(-1)).toBe("Sie sind offline.");
  });

  it("is shown until the next submit or the reset of the form", async () => {
    const { part, notices, answer } = setup();
    form().requestSubmit(button("pay"));
    await answer({ error: new CardpaneError("gateway_error", { text: "Fehler." }) });
    form().requestSubmit(button("pay"));
    expect(notices.at(-1)).toBeNull();
    await answer({ error: new CardpaneError("gateway_error", { text: "Fehler." }) });
    part.reset();
    expect(notices.at(-1)).toBeNull();
  });

  it("marks its button as busy until there is a result, and leaves it enabled", async () => {
    const { answer } = setup();
    const pay = button("pay");
    form().requestSubmit(pay);
    expect(pay.getAttribute("aria-busy")).toBe("true");
    expect(pay.getAttribute("aria-disabled")).toBe("true");
    expect(pay.disabled).toBe(false);
    await answer({ error: new CardpaneError("offline", { text: "x" }) });
    expect(pay.hasAttribute("aria-busy")).toBe(false);
    expect(pay.hasAttribute("aria-disabled")).toBe(false);
  });
});
