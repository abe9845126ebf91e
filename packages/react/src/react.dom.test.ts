import { type CardPaneElement, defineCardPane } from "@cardpane/browser";
import { type FakePanes, installFakePanes } from "@cardpane/browser/testing";
import {
  Activity,
  act,
  createElement,
  type ReactElement,
  type ReactNode,
  StrictMode,
  Suspense,
  use,
} from "react";
import { jsx } from "react/jsx-runtime";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CardPane, CardPaneField, type CardPaneProps, type UseCardPane, useCardPane } from "./index.ts";

const props = { src: "https://pane.example/0.1.0/", environment: "staging" } as const;
const filledIn = { number: true, expiry: true, cvv: true } as const;

let panes: FakePanes;
let container: HTMLElement;
let root: Root | undefined;
/** The errors and warnings of React; no test expects any. */
let reported: unknown[];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  reported = [];
  vi.spyOn(console, "error").mockImplementation((...args) => reported.push(args));
  panes = installFakePanes();
  document.body.innerHTML = "<div></div>";
  container = document.body.firstElementChild as HTMLElement;
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  expect(document.querySelectorAll("iframe")).toHaveLength(0);
  panes.restore();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An element that was inserted without its options waits for them until the end of the task. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

async function render(node: ReactNode): Promise<void> {
  await act(async () => {
    root ??= createRoot(container);
    root.render(node);
  });
  await act(nextTask);
}

/** Wraps an action outside of React, as React Testing Library does. */
const done = (work: () => void) => act(async () => work());

const element = () => container.querySelector("card-pane") as CardPaneElement;

describe("<CardPane>", () => {
  it("loads and reports nothing in a hidden part of the page, until React shows the part and runs its effects", async () => {
    // Defined already, as in a shop that has shown a pane before.
    defineCardPane();
    const page = (mode: "hidden" | "visible") =>
      jsx(Activity, { mode, children: jsx(CardPane, { ...props, fields: ["number", "expiry"] }) });
    await render(page("hidden"));
    expect(element().status).toBe("unmounted");
    expect([panes.all.length, reported]).toEqual([0, []]);
    await render(page("visible"));
    expect(panes.all).toHaveLength(1);
    await done(() => panes.last().becomeReady());
    expect(element().status).toBe("ready");
    expect(reported).toEqual([]);
  });

  it("is hydrated from a server's markup without an error, with one frame, every option and every handler", async () => {
    const onReady = vi.fn();
    const tree = createElement(
      StrictMode,
      null,
      createElement(CardPane, {
        ...props,
        name: "payment",
        className: "wide",
        fields: ["number", "expiry", "cvv"],
        loadTimeoutMs: 600_000,
        ...({ title: "Card", "data-testid": "pane" } as object),
        tokens: { radius: 9 },
        maskNumber: true,
        onReady,
      }),
    );
    container.innerHTML = renderToString(tree);
    expect(container.innerHTML).toContain("min-height:156px");
    // Defined already, by a pane in a part that was hydrated before.
    defineCardPane();
    await act(nextTask);
    expect([element().status, container.querySelector("card-pane")?.className]).toEqual([
      "unmounted",
      "wide",
    ]);
    await act(async () => {
      root = hydrateRoot(container, tree, { onRecoverableError: (error) => reported.push(error) });
    });
    await act(nextTask);
    expect(panes.all).toHaveLength(1);
    await done(() => panes.last().becomeReady());
    expect(onReady).toHaveBeenCalledOnce();
    expect(panes.last().options).toMatchObject({ maskNumber: true, appearance: { tokens: { radius: 9 } } });
    expect(element().loadTimeoutMs).toBe(600_000);
    // A prop that is not an option is an attribute, as on any element.
    expect([element().title, element().dataset["testid"]]).toEqual(["Card", "pane"]);
    expect(element().classList.contains("wide")).toBe(true);
    expect(element().style.minHeight).toBe("");
    expect(reported).toEqual([]);
  });

  it("renders the iframe on a server with `early`, with attributes that React knows, and renders none with fields", () => {
    panes.restore();
    const early = { ...props, locale: "de", early: true };
    const markup = renderToString(createElement(CardPane, early));
    expect(markup).toMatch(
      /^<card-pane[^>]*><iframe slot="cardpane-frame" src="https:\/\/pane\.example\/0.1.0\/frame\?environment=staging&amp;locale=de" sandbox="allow-scripts allow-same-origin allow-forms" referrerPolicy="strict-origin" inert="" style="border:0;visibility:hidden"><\/iframe><\/card-pane>$/,
    );
    for (const none of [
      { ...early, early: false },
      { ...early, children: createElement(CardPaneField, { name: "number" }) },
    ])
      expect(renderToString(createElement(CardPane, none))).not.toContain("iframe");
    expect(reported).toEqual([]);
  });

  it("compares options by value: an equal one changes nothing, and a removed one gets its default", async () => {
    const view = (more: CardPaneProps) => createElement(CardPane, { ...props, ...more });
    await render(view({ tokens: { radius: 9 }, locale: "de" }));
    await done(() => panes.last().becomeReady());
    const update = vi.spyOn(element(), "update");
    await render(view({ tokens: { radius: 9 }, locale: "de" }));
    expect(update).not.toHaveBeenCalled();
    await render(view({ tokens: { radius: 3 }, disabled: false }));
    expect(panes.last().options).toMatchObject({ appearance: { tokens: { radius: 3 } }, disabled: false });
    expect(panes.last().options?.locale).not.toBe("de");
    expect(element().hasAttribute("disabled")).toBe(false);
    expect(panes.all).toHaveLength(1);
  });

  it("calls the handler of the last render, with the detail and the event", async () => {
    const handlers = [vi.fn(), vi.fn()];
    await render(createElement(CardPane, { ...props, onChange: handlers[0] }));
    await render(createElement(CardPane, { ...props, onChange: handlers[1] }));
    await done(() => panes.last().becomeReady());
    await done(() => panes.last().type(filledIn));
    expect(handlers[0]).not.toHaveBeenCalled();
    expect(handlers[1]).toHaveBeenCalledWith(expect.objectContaining({ valid: true }), expect.any(Event));
  });

  it("reports an invalid option, and the application continues", async () => {
    const errors: string[] = [];
    vi.stubGlobal("reportError", (error: Error) => errors.push(error.message));
    const wrong: unknown = { tokens: "red" };
    await render(createElement(CardPane, { ...props, ...(wrong as CardPaneProps) }));
    expect(errors).toEqual([expect.stringContaining("The option `tokens` does not fit.")]);
    expect(element()).not.toBeNull();
  });

  it("sets a ref to its element, and has fields in separate elements", async () => {
    const ref = { current: null as CardPaneElement | null };
    const field = (name: "number" | "expiry" | "cvv") =>
      createElement(CardPaneField, { name, className: "box" });
    await render(
      createElement(
        CardPane,
        { ...props, ref },
        createElement("p", null, field("number")),
        field("expiry"),
        field("cvv"),
      ),
    );
    expect(ref.current).toBe(element());
    await done(() => panes.last().becomeReady());
    expect(Object.keys(ref.current?.snapshot?.fields ?? {})).toEqual(["number", "expiry", "cvv"]);
    expect(container.querySelectorAll("card-pane-field.box")).toHaveLength(3);
  });
});

let hook: UseCardPane;
function Checkout({
  split = false,
  ...options
}: Parameters<typeof useCardPane>[0] & { split?: boolean }): ReactElement {
  hook = useCardPane({ ...props, ...options });
  if (!split) return createElement("div", { ref: hook.ref });
  const names = ["number", "expiry", "cvv"] as const;
  return createElement(
    "div",
    null,
    ...names.map((name) => createElement("p", { key: name, ref: hook.field(name) })),
  );
}

interface TotalProps {
  amount: Promise<string>;
  hasCard?: boolean;
}
const Total = ({ amount }: TotalProps) => use(amount);
const CheckoutBesideTotal = ({ amount, hasCard = true }: TotalProps) =>
  createElement(Suspense, null, hasCard && createElement(Checkout), createElement(Total, { amount }));
function CheckoutAroundTotal({ amount, hasCard = true }: TotalProps) {
  hook = useCardPane(props);
  const form = createElement("div", { ref: hook.ref });
  return hasCard ? createElement(Suspense, null, form, createElement(Total, { amount })) : null;
}
function NumberAndCvv({ hasCvv }: { hasCvv: boolean }) {
  hook = useCardPane(props);
  const cvv = createElement("p", { hidden: !hasCvv, ref: hasCvv ? hook.field("cvv") : null });
  return createElement("div", null, createElement("p", { ref: hook.field("number") }), cvv);
}
const strict = (options: Parameters<typeof Checkout>[0]) =>
  createElement(StrictMode, null, createElement(Checkout, options));

describe("useCardPane()", () => {
  it.each([false, true])(
    "has one pane under StrictMode, and creates a token (one frame per field: %s)",
    async (split) => {
      await render(strict({ split }));
      expect([hook.status, hook.ready]).toEqual(["loading", false]);
      expect(document.querySelectorAll("iframe")).toHaveLength(split ? 3 : 1);
      await done(() => panes.last().becomeReady());
      expect(hook.ready).toBe(true);
      await done(() => panes.last().type(filledIn));
      expect(hook.snapshot?.valid).toBe(true);
      expect((await act(() => hook.tokenize())).token).toBeTruthy();
      expect(reported).toEqual([]);
    },
  );

  it("follows its options, compared by value, and reports an invalid one as its error", async () => {
    await render(strict({ tokens: { radius: 9 } }));
    await done(() => panes.last().becomeReady());
    await render(strict({ tokens: { radius: 9 }, locale: "de" }));
    expect(panes.last().options).toMatchObject({ locale: "de" });
    await render(strict({ locale: "_" }));
    expect(hook.error?.code).toBe("options_invalid");
    expect(hook.status).toBe("ready");
    await render(strict({ locale: "fr" }));
    expect(panes.last().options?.locale).toBe("fr");
    expect(panes.last().options?.appearance.tokens).toEqual({});
    expect(hook.error).toBeNull();
  });

  it("has the error of an invalid option, loads with the others, and is free of the error once it is right", async () => {
    const wrong = { labels: "beside" } as object;
    await render(strict({ ...wrong, locale: "de" }));
    expect([hook.status, hook.error?.code]).toEqual(["loading", "options_invalid"]);
    await done(() => panes.last().becomeReady());
    expect(panes.last().options?.locale).toBe("de");
    expect([hook.status, hook.error?.code]).toEqual(["ready", "options_invalid"]);
    await render(strict({}));
    expect([hook.status, hook.error, panes.last().options?.locale]).toEqual(["ready", null, "en-US,en"]);
    await render(strict(wrong));
    expect([hook.status, hook.error?.code]).toEqual(["ready", "options_invalid"]);
    await render(strict({}));
    expect([hook.status, hook.error]).toEqual(["ready", null]);
  });

  it.each([
    ["with its component", CheckoutBesideTotal],
    ["within its component", CheckoutAroundTotal],
  ])("keeps the pane while <Suspense> hides it %s, and removes it with its element", async (_, Page) => {
    const form = () => container.querySelector("div");
    await render(createElement(Page, { amount: Promise.resolve("1") }));
    await done(() => panes.last().becomeReady());
    let answer = (_: string) => {};
    await render(createElement(Page, { amount: new Promise<string>((resolve) => (answer = resolve)) }));
    expect(form()?.style.display).toBe("none");
    await done(() => answer("2"));
    await act(nextTask);
    expect(form()?.style.display).not.toBe("none");
    expect([hook.status, panes.all.length]).toEqual(["ready", 1]);
    await render(createElement(Page, { amount: Promise.resolve("3"), hasCard: false }));
    expect(document.querySelectorAll("iframe")).toHaveLength(0);
  });

  it("is unmounted if its element is removed with the <Suspense> that hides it", async () => {
    await render(createElement(CheckoutAroundTotal, { amount: Promise.resolve("1") }));
    await done(() => panes.last().becomeReady());
    const pending = new Promise<string>(() => {});
    await render(createElement(CheckoutAroundTotal, { amount: pending }));
    expect(hook.ready).toBe(true);
    await render(createElement(CheckoutAroundTotal, { amount: pending, hasCard: false }));
    expect(hook.ready).toBe(false);
  });

  it("tries nothing again while the page keeps its element out of the document", async () => {
    await render(strict({}));
    await done(() => panes.last().becomeReady());
    container.remove();
    await done(() => void hook.pane?.announce("Paying…"));
    expect(reported).toEqual([]);
    document.body.append(container);
  });

  it("loses a field that the page gives up, also if the page hides its element", async () => {
    await render(createElement(NumberAndCvv, { hasCvv: true }));
    await render(createElement(NumberAndCvv, { hasCvv: false }));
    expect(document.querySelectorAll("iframe")).toHaveLength(1);
  });

  it("keeps the options that the page sets by pane.update() when other options or the places change", async () => {
    await render(strict({ split: true }));
    await done(() => panes.last().becomeReady());
    await done(() => hook.pane?.update({ disabled: true, locale: "fr" }));
    await render(strict({ split: true, readOnly: true }));
    await render(strict({ readOnly: true }));
    expect(panes.last().options).toMatchObject({ disabled: true, locale: "fr", readOnly: true });
  });

  it("fails if the pane cannot be mounted at all", async () => {
    vi.stubGlobal("origin", new URL(props.src).origin);
    await render(strict({}));
    expect([hook.status, hook.error?.code, panes.all.length]).toEqual(["failed", "same_origin", 0]);
  });

  it("reports the reason why the pane failed, and renders on a server", async () => {
    expect(renderToString(createElement(Checkout))).toBe("<div></div>");
    expect((await hook.tokenize()).error?.code).toBe("not_ready");
    await render(strict({}));
    await done(() => panes.last().failToLoad("load_blocked"));
    expect([hook.status, hook.error?.code]).toEqual(["failed", "load_blocked"]);
  });

  it("destroys its pane with the component", async () => {
    await render(strict({}));
    const { pane } = hook;
    expect(pane?.status).toBe("loading");
    await act(async () => root?.unmount());
    expect(pane?.status).toBe("destroyed");
  });
});
