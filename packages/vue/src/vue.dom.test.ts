import type { CardPaneElement } from "@cardpane/browser";
import { type FakePanes, installFakePanes } from "@cardpane/browser/testing";
import ts from "typescript";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as vue from "vue";
import { type App, type Component, createApp, createSSRApp, h, reactive, shallowRef, type VNode } from "vue";
import { compileScript, parse } from "vue/compiler-sfc";
import { renderToString } from "vue/server-renderer";
import page from "../../../apps/docs/pages/start/vue.md?raw";
import readme from "../README.md?raw";
import * as adapter from "./index.ts";
import { CardPane, type CardPaneExposed, CardPaneField, type CardPaneProps } from "./index.ts";

const host = { src: "https://pane.example/0.1.0/", environment: "staging" } as const;
const filledIn = { number: true, expiry: true, cvv: true } as const;

let panes: FakePanes;
let container: HTMLElement;
let app: App | undefined;
/** The warnings of Vue; no test expects any. */
let reported: unknown[];

// Without a devtools hook, Vue waits three seconds for one.
Object.assign(globalThis, { __VUE_DEVTOOLS_GLOBAL_HOOK__: { emit: () => undefined } });

beforeEach(() => {
  reported = [];
  for (const kind of ["warn", "error"] as const)
    vi.spyOn(console, kind).mockImplementation((...args) => reported.push(args));
  panes = installFakePanes();
  document.body.innerHTML = "<div></div>";
  container = document.body.firstElementChild as HTMLElement;
});
afterEach(async () => {
  app?.unmount();
  app = undefined;
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

async function mount(component: Component): Promise<void> {
  app = createApp(component);
  app.mount(container);
  await nextTask();
}

it("renders the iframe on a server with `early`, and none with fields", async () => {
  panes.restore();
  const markupOf = (props: CardPaneProps, fields?: () => VNode) =>
    renderToString(createSSRApp({ render: () => h(CardPane, props, fields) }));
  const early = { ...host, locale: "de", early: true };
  expect(await markupOf(early)).toMatch(
    /^<card-pane[^>]*><iframe slot="cardpane-frame" src="https:\/\/pane\.example\/0.1.0\/frame\?environment=staging&amp;locale=de" sandbox="allow-scripts allow-same-origin allow-forms" referrerpolicy="strict-origin" inert style="border:0;visibility:hidden"><\/iframe><\/card-pane>$/,
  );
  expect(await markupOf({ ...early, early: false })).not.toContain("iframe");
  expect(await markupOf(early, () => h(CardPaneField, { name: "number" }))).not.toContain("iframe");
});

it("is hydrated from a server's markup without a warning, with one frame, every option and every handler", async () => {
  const ready: unknown[][] = [];
  const page = () =>
    h(CardPane, {
      ...host,
      id: "pane",
      name: "payment",
      class: "wide",
      tokens: { radius: 9 },
      maskNumber: true,
      onReady: (...given) => ready.push(given),
    });
  const markup = await renderToString(createSSRApp({ render: page }));
  expect(markup).toBe(
    '<card-pane name="payment" defer style="display:block;min-height:156px;" id="pane" class="wide"></card-pane>',
  );
  container.innerHTML = markup;
  app = createSSRApp({ render: page });
  app.mount(container);
  await nextTask();
  expect(panes.all).toHaveLength(1);
  panes.last().becomeReady();
  expect(ready).toEqual([[expect.objectContaining({ valid: false }), expect.any(Event)]]);
  expect(panes.last().options).toMatchObject({ maskNumber: true, appearance: { tokens: { radius: 9 } } });
  expect(element().classList.contains("wide")).toBe(true);
  expect([element().name, element().style.minHeight]).toEqual(["payment", ""]);
});

it("compares options by value: an equal one changes nothing, and a removed one gets its default", async () => {
  const options = shallowRef<CardPaneProps>({ tokens: { radius: 9 }, locale: "de", loadTimeoutMs: 600_000 });
  await mount(() => h(CardPane, { ...host, ...options.value }));
  panes.last().becomeReady();
  expect(element().loadTimeoutMs).toBe(600_000);
  const update = vi.spyOn(element(), "update");
  options.value = { tokens: { radius: 9 }, locale: "de", loadTimeoutMs: 600_000 };
  await nextTask();
  expect(update).not.toHaveBeenCalled();
  options.value = { tokens: { radius: 3 }, disabled: false };
  await nextTask();
  expect(panes.last().options).toMatchObject({ appearance: { tokens: { radius: 3 } }, disabled: false });
  expect(panes.last().options?.locale).not.toBe("de");
  expect(element().hasAttribute("disabled")).toBe(false);
  expect(panes.all).toHaveLength(1);
});

it("follows a change inside a reactive option", async () => {
  const tokens = reactive({ radius: 9 });
  await mount(() => h(CardPane, { ...host, tokens }));
  panes.last().becomeReady();
  tokens.radius = 3;
  await nextTask();
  expect(panes.last().options).toMatchObject({ appearance: { tokens: { radius: 3 } } });
});

it("accepts the names of a template: a flag without a value is true, and a missing one gets its default", async () => {
  await mount({
    components: { CardPane },
    template: `<CardPane src="${host.src}" environment="staging" mask-number :auto-advance="false" />`,
  });
  panes.last().becomeReady();
  expect(panes.last().options).toMatchObject({ maskNumber: true, autoAdvance: false, readOnly: false });
  expect(element().hasAttribute("readonly")).toBe(false);
});

it("calls the handler of the last render, which can prevent the default of its event", async () => {
  const handlers = [vi.fn(), vi.fn((_, event: Event) => event.preventDefault())] as const;
  const current = shallowRef<(detail: null, event: Event) => void>(handlers[0]);
  await mount(() => h(CardPane, { ...host, onEnter: current.value }));
  current.value = handlers[1];
  await nextTask();
  panes.last().becomeReady();
  panes.last().pressEnter();
  expect(handlers[0]).not.toHaveBeenCalled();
  expect(handlers[1]).toHaveBeenCalledExactlyOnceWith(
    null,
    expect.objectContaining({ defaultPrevented: true }),
  );
});

it("reports an invalid option, and the application continues", async () => {
  const errors: string[] = [];
  vi.stubGlobal("reportError", (error: Error) => errors.push(error.message));
  const wrong: unknown = { tokens: "red" };
  await mount(() => h(CardPane, { ...host, ...(wrong as CardPaneProps) }));
  expect(errors).toEqual([expect.stringContaining("The option `tokens` does not fit.")]);
  expect(panes.all).toHaveLength(1);
});

it("exposes its element to a ref, and has fields in separate elements", async () => {
  const pane = shallowRef<CardPaneExposed | null>(null);
  const names = ["number", "expiry", "cvv"] as const;
  await mount(() =>
    h(CardPane, { ...host, ref: pane }, () =>
      names.map((name) => h("p", h(CardPaneField, { name, class: "box" }))),
    ),
  );
  expect(pane.value?.element).toBe(element());
  panes.last().becomeReady();
  expect(Object.keys(element().snapshot?.fields ?? {})).toEqual(names);
  expect(container.querySelectorAll("card-pane-field.box")).toHaveLength(3);
});

it("calls no handler after it is unmounted", async () => {
  const onClosed = vi.fn();
  await mount(() => h(CardPane, { ...host, onClosed }));
  const left = element();
  panes.last().becomeReady();
  app?.unmount();
  app = undefined;
  await nextTask();
  expect(left.status).toBe("unmounted");
  expect(onClosed).not.toHaveBeenCalled();
});

/** The whole shop above them is walked by packages/tools/src/release/walk.ts. */
const parts = page.slice(page.indexOf("\n## A form"));
const samples = [...`${readme}${parts}`.matchAll(/```vue\n([\s\S]*?)```/g)].map(([, sample = ""]) => sample);

it("runs the sample of its page that pays", async () => {
  const sample = samples.find((text) => text.includes("emit(")) ?? "";
  const tokens: unknown[] = [];
  const Sample = evaluate(
    compileScript(parse(sample).descriptor, { id: "sample", inlineTemplate: true }).content,
  );
  await mount(() => h(Sample, { onPaid: (token: string) => tokens.push(token) }));
  const button = container.querySelector("button") as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  panes.last().becomeReady();
  panes.last().type(filledIn);
  panes.last().nextToken({ token: "tok_1" });
  await nextTask();
  button.click();
  await expect.poll(() => tokens).toEqual(["tok_1"]);
  expect(panes.last().options).toMatchObject({ maskNumber: true });
});

it.each(samples.map((sample, index) => [index, sample]))(
  "loads a pane by sample %i of its README and its page",
  async (_, sample) => {
    vi.stubGlobal("send", async () => {});
    // A sample that is a fragment assumes these names.
    const script = `<script setup>
import { CardPane, CardPaneField } from "@cardpane/vue";
const [host, isPaying, tokens] = ["https://pane.example", false, { radius: 6 }];
const handleReady = () => {}, handleChange = () => {};
</script>`;
    const whole = sample.includes("<template>") ? sample : `${script}<template>${sample}</template>`;
    const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith("card-pane") };
    const { content } = compileScript(parse(whole).descriptor, {
      id: "sample",
      inlineTemplate: true,
      templateOptions: { compilerOptions },
    });
    await mount(evaluate(content));
    await expect.poll(() => panes.all.length).toBe(1);
    panes.last().becomeReady();
    expect(element().status).toBe("ready");
  },
);

it("finds the samples of its README and its page", () => {
  expect(samples.length).toBe(3);
});

/** The default export of a module that imports only Vue and this package. */
function evaluate(code: string): Component {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const modules: Readonly<Record<string, unknown>> = { vue, "@cardpane/vue": adapter };
  const exported: { default?: Component } = {};
  new Function("require", "exports", outputText)((name: string) => modules[name], exported);
  return exported.default ?? {};
}
