import type { CardPaneElement } from "@cardpane/browser";
import { type FakePanes, installFakePanes } from "@cardpane/browser/testing";
import { type Component, flushSync, hydrate, mount, unmount } from "svelte";
import { compile } from "svelte/compiler";
import * as client from "svelte/internal/client";
import * as server from "svelte/internal/server";
import { render } from "svelte/server";
import ts from "typescript";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import page from "../../../apps/docs/pages/start/svelte.md?raw";
import readme from "../README.md?raw";
import ServerPane from "./CardPane.svelte?server";
import * as adapter from "./index.ts";
import * as serverAdapter from "./use-card-pane.svelte.ts?server";

const host = { src: "https://pane.example/0.1.0/", environment: "staging" } as const;
const filledIn = { number: true, expiry: true, cvv: true } as const;

let panes: FakePanes;
let container: HTMLElement;
let mounted: Record<string, unknown> | undefined;
/** The warnings of Svelte; no test expects any. */
let reported: unknown[];

beforeEach(() => {
  reported = [];
  for (const kind of ["warn", "error"] as const)
    vi.spyOn(console, kind).mockImplementation((...args) => reported.push(args));
  panes = installFakePanes();
  document.body.innerHTML = "<div></div>";
  container = document.body.firstElementChild as HTMLElement;
});
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  await nextTask();
  expect(document.querySelectorAll("iframe")).toHaveLength(0);
  expect(reported).toEqual([]);
  panes.restore();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An element that was inserted without its options waits for them until the end of the task. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
const element = () => container.querySelector("card-pane") as CardPaneElement;
const button = () => container.querySelector("button") as HTMLButtonElement;

/** Mounts markup that has `p`, an object whose properties a test changes with `set`. */
async function show(markup: string, props: Record<string, unknown> = {}) {
  const changes: ((next: Record<string, unknown>) => void)[] = [];
  const page = evaluate(`<script>
      import { CardPane, CardPaneField, useCardPane } from "@cardpane/svelte";
      const { first, changes } = $props();
      let p = $state(first);
      changes.push((next) => (p = next));
      ${markup.includes("card.") ? "const card = useCardPane(() => p.options);\np.handOver?.(card);" : ""}
    </script>${markup}`);
  mounted = mount(page, { target: container, props: { first: props, changes } });
  await nextTask();
  return async (next: Record<string, unknown>) => {
    flushSync(() => changes[0]?.(next));
    await nextTask();
  };
}

describe("<CardPane>", () => {
  it("is hydrated from a server's markup without a warning, with one frame, every option and every handler", async () => {
    const ready: unknown[][] = [];
    const props = {
      ...host,
      id: "pane",
      name: "payment",
      class: "wide",
      tokens: { radius: 9 },
      maskNumber: true,
      onready: (...given: unknown[]) => ready.push(given),
    };
    const { body } = render(ServerPane, { props });
    expect(body).toContain(
      '<card-pane defer="" name="payment" id="pane" class="wide" style="display:block;min-height:156px;">',
    );
    container.innerHTML = body;
    mounted = hydrate(adapter.CardPane, { target: container, props });
    await nextTask();
    expect(panes.all).toHaveLength(1);
    panes.last().becomeReady();
    expect(ready).toEqual([[expect.objectContaining({ valid: false }), expect.any(Event)]]);
    expect(panes.last().options).toMatchObject({ maskNumber: true, appearance: { tokens: { radius: 9 } } });
    expect(element().classList.contains("wide")).toBe(true);
    expect([element().name, element().style.minHeight]).toEqual(["payment", ""]);
  });

  it("renders the iframe on a server with `early` only", () => {
    panes.restore();
    const early = { ...host, locale: "de", early: true };
    expect(render(ServerPane, { props: early }).body).toContain(
      '<iframe slot="cardpane-frame" src="https://pane.example/0.1.0/frame?environment=staging&amp;locale=de" sandbox="allow-scripts allow-same-origin allow-forms" referrerpolicy="strict-origin" inert="" style="border:0;visibility:hidden"></iframe>',
    );
    expect(render(ServerPane, { props: { ...early, early: false } }).body).not.toContain("iframe");
  });

  it("compares options by value: an equal one changes nothing, and a removed one gets its default", async () => {
    const set = await show("<CardPane {...p} />", {
      ...host,
      tokens: { radius: 9 },
      locale: "de",
      loadTimeoutMs: 600_000,
    });
    panes.last().becomeReady();
    expect(element().loadTimeoutMs).toBe(600_000);
    const update = vi.spyOn(element(), "update");
    await set({ ...host, tokens: { radius: 9 }, locale: "de", loadTimeoutMs: 600_000 });
    expect(update).not.toHaveBeenCalled();
    await set({ ...host, tokens: { radius: 3 }, disabled: false });
    expect(panes.last().options).toMatchObject({ appearance: { tokens: { radius: 3 } }, disabled: false });
    expect(panes.last().options?.locale).not.toBe("de");
    expect(element().hasAttribute("disabled")).toBe(false);
    expect(panes.all).toHaveLength(1);
  });

  it("follows a change inside an option", async () => {
    await show(
      `<CardPane src={p.src} environment={p.environment} tokens={p.tokens} /><button onclick={() => (p.tokens.radius = 3)}></button>`,
      { ...host, tokens: { radius: 9 } },
    );
    panes.last().becomeReady();
    button().click();
    await nextTask();
    expect(panes.last().options).toMatchObject({ appearance: { tokens: { radius: 3 } } });
  });

  it("calls the current handler, which can prevent the default of its event", async () => {
    const handlers = [vi.fn(), vi.fn((_, event: Event) => event.preventDefault())] as const;
    const set = await show("<CardPane {...p} />", { ...host, onenter: handlers[0] });
    await set({ ...host, onenter: handlers[1] });
    panes.last().becomeReady();
    panes.last().pressEnter();
    expect(handlers[0]).not.toHaveBeenCalled();
    expect(handlers[1]).toHaveBeenCalledExactlyOnceWith(
      null,
      expect.objectContaining({ defaultPrevented: true }),
    );
  });

  it("calls no handler of a component that is gone", async () => {
    const onenter = vi.fn();
    await show("<CardPane {...p} />", { ...host, onenter });
    const pane = element();
    if (mounted) await unmount(mounted);
    mounted = undefined;
    pane.dispatchEvent(new CustomEvent("enter"));
    expect(onenter).not.toHaveBeenCalled();
  });

  it("reports an invalid option, and the application continues", async () => {
    const errors: string[] = [];
    vi.stubGlobal("reportError", (error: Error) => errors.push(error.message));
    await show("<CardPane {...p} />", { ...host, tokens: "red" });
    expect(errors).toEqual([expect.stringContaining("The option `tokens` does not fit.")]);
    expect(panes.all).toHaveLength(1);
  });

  it("has fields in separate elements", async () => {
    await show(
      `<CardPane {...p}>{#each ["number", "expiry", "cvv"] as name}<p><CardPaneField {name} class="box" /></p>{/each}</CardPane>`,
      { ...host },
    );
    panes.last().becomeReady();
    expect(Object.keys(element().snapshot?.fields ?? {})).toEqual(["number", "expiry", "cvv"]);
    expect(container.querySelectorAll("card-pane-field.box")).toHaveLength(3);
  });
});

describe("useCardPane()", () => {
  const whole = `{#if !p.gone}<div {@attach card.place}></div>{/if}<output>{card.status} {card.ready} {card.snapshot?.valid} {card.error?.code}</output>`;
  const shown = () => container.querySelector("output")?.textContent?.trim();

  it("follows the pane's state, and creates a token", async () => {
    let card: adapter.UseCardPane | undefined;
    await show(whole, { options: host, handOver: (given: adapter.UseCardPane) => (card = given) });
    expect(shown()).toMatch(/^loading false/);
    panes.last().becomeReady();
    flushSync();
    expect(shown()).toMatch(/^ready true false/);
    panes.last().type(filledIn);
    flushSync();
    expect(shown()).toMatch(/^ready true true/);
    expect((await card?.tokenize())?.token).toBeTruthy();
  });

  it("runs an effect that reads one part of the state only when that part changes", async () => {
    const follow = vi.fn();
    const page = evaluate(`<script>
      import { useCardPane } from "@cardpane/svelte";
      const { options, follow } = $props();
      const card = useCardPane(() => options);
      $effect(() => follow(card.ready));
    </script><div {@attach card.place}></div><output>{card.snapshot?.valid}</output>`);
    mounted = mount(page, { target: container, props: { options: host, follow } });
    await nextTask();
    panes.last().becomeReady();
    await nextTask();
    panes.last().type(filledIn);
    await nextTask();
    expect(shown()).toBe("true");
    expect(follow.mock.calls).toEqual([[false], [true]]);
  });

  it("mounts each field in its own element", async () => {
    await show(`{#each ["number", "expiry", "cvv"] as name}<p {@attach card.field(name)}></p>{/each}`, {
      options: host,
    });
    expect(document.querySelectorAll("p iframe")).toHaveLength(3);
  });

  it("follows its options, compared by value, and reports an invalid one as its error", async () => {
    const set = await show(whole, { options: { ...host, tokens: { radius: 9 } } });
    panes.last().becomeReady();
    await set({ options: { ...host, tokens: { radius: 9 }, locale: "de" } });
    expect(panes.last().options).toMatchObject({ locale: "de", appearance: { tokens: { radius: 9 } } });
    await set({ options: { ...host, locale: "_" } });
    expect(shown()).toMatch(/^ready true false options_invalid$/);
    expect(reported.splice(0)).toEqual([[expect.stringContaining("options_invalid")]]);
    await set({ options: { ...host, locale: "fr" } });
    expect(panes.last().options?.locale).toBe("fr");
    expect(panes.last().options?.appearance.tokens).toEqual({});
    expect(shown()).toMatch(/^ready true false$/);
    expect(panes.all).toHaveLength(1);
  });

  it("loads nothing without an address, and with a wrong option loads with the others", async () => {
    const set = await show(whole, { options: { locale: "de" } });
    expect([shown(), panes.all.length]).toEqual(["unmounted false  no_frame_url", 0]);
    expect(reported.splice(0)).toEqual([[expect.stringContaining("no_frame_url")]]);
    await set({ options: { ...host, labels: "beside" } });
    expect([shown(), panes.all.length]).toEqual(["loading false  options_invalid", 1]);
    expect(reported.splice(0)).toEqual([[expect.stringContaining("options_invalid")]]);
    await set({ options: host });
    expect([shown(), panes.all.length]).toEqual(["loading false", 1]);
  });

  it("keeps its fields when an element cannot hold another one", async () => {
    const markup = `<p {@attach card.field("number")} {@attach p.wrong && card.field("cvv")}></p><output>{card.status} {card.error?.code}</output>`;
    const set = await show(markup, { options: host });
    panes.last().becomeReady();
    const frame = document.querySelector("iframe");
    await set({ options: host, wrong: true });
    expect(reported.splice(0)).toEqual([[expect.stringContaining("element_occupied")]]);
    expect(shown()).toBe("ready element_occupied");
    expect(document.querySelectorAll("iframe")).toHaveLength(1);
    expect(document.querySelector("iframe")).toBe(frame);
  });

  it("keeps the options that the page sets by pane.update() when another option changes", async () => {
    let card: adapter.UseCardPane | undefined;
    const handOver = (given: adapter.UseCardPane) => (card = given);
    const set = await show(whole, { options: host, handOver });
    panes.last().becomeReady();
    card?.pane.update({ disabled: true, locale: "fr" });
    await set({ options: { ...host, readOnly: true }, handOver });
    expect(panes.last().options).toMatchObject({ disabled: true, locale: "fr", readOnly: true });
  });

  it("is unmounted with its element, and mounted again in another one", async () => {
    const set = await show(whole, { options: host });
    panes.last().becomeReady();
    await set({ options: host, gone: true });
    expect(shown()).toMatch(/^unmounted/);
    await set({ options: host });
    expect(panes.all).toHaveLength(2);
    panes.last().failToLoad("load_blocked");
    flushSync();
    expect(shown()).toMatch(/^failed false {2}load_blocked$/);
    expect(reported.splice(0)).toEqual([[expect.stringContaining("load_blocked")]]);
  });

  it("destroys its pane with the component, and renders on a server", async () => {
    let card: adapter.UseCardPane | undefined;
    await show(whole, { options: host, handOver: (given: adapter.UseCardPane) => (card = given) });
    if (mounted) await unmount(mounted);
    mounted = undefined;
    expect(card?.pane.status).toBe("destroyed");
    const page = evaluate(
      `<script>import { useCardPane } from "@cardpane/svelte"; const card = useCardPane();</script><div {@attach card.place}>{card.status}</div>`,
      "server",
    );
    expect(render(page).body).toContain("<div>unmounted</div>");
  });
});

it.each([0, 1])("runs sample %i of its page", async (index) => {
  // The whole shops above them are walked by packages/tools/src/release/walk.ts.
  const parts = page.slice(page.indexOf("\n## The component"));
  const samples = [...parts.matchAll(/```svelte\n([\s\S]*?)```/g)].map(([, sample = ""]) => sample);
  expect(samples).toHaveLength(2);
  const tokens: unknown[] = [];
  mounted = mount(evaluate(samples[index] ?? ""), {
    target: container,
    props: { onpaid: ({ token }: { token: string }) => tokens.push(token) },
  });
  await nextTask();
  expect(button().disabled).toBe(true);
  panes.last().becomeReady();
  panes.last().type(filledIn);
  panes.last().nextToken({ token: "tok_1" });
  flushSync();
  button().click();
  await expect.poll(() => tokens).toEqual(["tok_1"]);
});

it("loads a pane by the sample of its README", async () => {
  const [, sample = ""] = /```svelte\n([\s\S]*?)```/.exec(readme) ?? [];
  mounted = mount(evaluate(sample), { target: container });
  await nextTask();
  panes.last().becomeReady();
  expect([element().status, element().name]).toEqual(["ready", "payment"]);
});

/** The component of a source that imports only this package. */
function evaluate(source: string, generate: "client" | "server" = "client"): Component {
  const { js } = compile(source, { filename: "Page.svelte", generate });
  const { outputText } = ts.transpileModule(js.code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const modules: Readonly<Record<string, unknown>> = {
    "svelte/internal/client": client,
    "svelte/internal/server": server,
    "@cardpane/svelte": generate === "client" ? adapter : serverAdapter,
  };
  const exported: { default?: Component } = {};
  new Function("require", "exports", outputText)((name: string) => modules[name], exported);
  if (!exported.default) throw new Error("No component was compiled.");
  return exported.default;
}
