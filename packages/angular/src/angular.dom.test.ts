import "@angular/compiler";
import {
  type ApplicationRef,
  type ComponentRef,
  ɵinternalCreateApplication as createApplication,
  createComponent,
  ErrorHandler,
  ɵIMAGE_CONFIG as imageConfig,
  ɵINJECTOR_SCOPE as injectorScope,
  type Renderer2,
  RendererFactory2,
  reflectComponentType,
  type Type,
} from "@angular/core";
import type { CardPaneElement } from "@cardpane/browser";
import { eventNames, optionKinds } from "@cardpane/browser/adapter";
import { type FakePanes, installFakePanes } from "@cardpane/browser/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CardPane, CardPaneField } from "./index.ts";

/** What these components need of Angular's renderer, so that the test does without the package for browsers. */
const renderer = {
  selectRootElement: (element: Element) => element,
  destroy: () => undefined,
  removeChild: (_parent: Element | null, child: Element) => child.remove(),
  setAttribute: (element: Element, name: string, value: string) => element.setAttribute(name, value),
  removeAttribute: (element: Element, name: string) => element.removeAttribute(name),
  setStyle: (element: HTMLElement, name: string, value: string) => element.style.setProperty(name, value),
  removeStyle: (element: HTMLElement, name: string) => element.style.removeProperty(name),
} as unknown as Renderer2;

let panes: FakePanes;
let app: ApplicationRef;
let element: CardPaneElement;
let pane: ComponentRef<CardPane>;
/** The errors that Angular caught; no test expects any. */
let reported: unknown[];

beforeEach(async () => {
  reported = [];
  panes = installFakePanes();
  // With what Angular sets on its host before it inserts it.
  document.body.innerHTML = "<card-pane defer></card-pane>";
  element = document.body.firstElementChild as CardPaneElement;
  app = await createApplication({
    appProviders: [
      { provide: injectorScope, useValue: "root" },
      // Angular looks for slow images 200 ms after the start. By then, the page of this test is gone.
      {
        provide: imageConfig,
        useValue: { disableImageSizeWarning: true, disableImageLazyLoadWarning: true },
      },
      { provide: RendererFactory2, useValue: { createRenderer: () => renderer } },
      { provide: ErrorHandler, useValue: { handleError: (error: unknown) => reported.push(error) } },
    ],
  });
  pane = createComponent(CardPane, { environmentInjector: app.injector, hostElement: element });
});
afterEach(() => {
  app.destroy();
  panes.restore();
  expect(reported).toEqual([]);
});

/** Sets inputs as a template does, all at once, and renders. */
function set(inputs: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(inputs)) pane.setInput(name, value);
  if (app.viewCount === 0) app.attachView(pane.hostView);
  app.tick();
}
const host = { src: "https://pane.example/0.1.0/", environment: "staging" } as const;

it("compares options by value: an equal one changes nothing, and a removed one gets its default", () => {
  set({ ...host, tokens: { radius: 9 }, locale: "de", maskNumber: "" });
  panes.last().becomeReady();
  expect(panes.last().options).toMatchObject({
    locale: "de",
    maskNumber: true,
    appearance: { tokens: { radius: 9 } },
  });
  const update = vi.spyOn(element, "update");
  set({ tokens: { radius: 9 } });
  expect(update).not.toHaveBeenCalled();
  set({ tokens: { radius: 3 }, locale: undefined });
  expect(panes.last().options).toMatchObject({ appearance: { tokens: { radius: 3 } } });
  expect(panes.last().options?.locale).not.toBe("de");
  expect(panes.all).toHaveLength(1);
});

it("emits an event with its detail by the output of its name, until it is destroyed", () => {
  const ready = vi.fn();
  const enter = vi.fn();
  pane.instance.paneReady.subscribe(ready);
  pane.instance.paneEnter.subscribe(enter);
  set(host);
  panes.last().becomeReady();
  expect(ready).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ valid: false }));
  expect(enter).not.toHaveBeenCalled();
  const emit = vi.spyOn(pane.instance.paneReady, "emit");
  pane.destroy();
  element.dispatchEvent(new CustomEvent("ready"));
  expect(emit).not.toHaveBeenCalled();
});

it("reserves the form's height until the element is bound", () => {
  expect(element.style.minHeight).toBe("");
  pane.changeDetectorRef.detectChanges();
  expect([element.style.display, element.style.minHeight]).toEqual(["block", "156px"]);
  set(host);
  expect(element.style.minHeight).toBe("");
});

function publicNames(component: Type<unknown>) {
  const { inputs = [], outputs = [], selector, isStandalone } = reflectComponentType(component) ?? {};
  const names = (list: readonly { readonly templateName: string }[]) =>
    list.map(({ templateName }) => templateName).sort();
  return { selector, isStandalone, inputs: names(inputs), outputs: names(outputs) };
}

it("card-pane has an input for each option, and an output for each event by a name that is no event's", () => {
  const { outputs, ...rest } = publicNames(CardPane);
  const inputs = [...Object.keys(optionKinds), "name", "early", "reservedHeight"].sort();
  expect(rest).toEqual({ selector: "card-pane", isStandalone: true, inputs });
  const events = eventNames.map((name) => `pane${name}`).sort();
  expect(outputs.map((name) => name.toLowerCase()).sort()).toEqual(events);
});

it("card-pane-field has its name as the only input", () => {
  expect(publicNames(CardPaneField)).toEqual({
    selector: "card-pane-field",
    isStandalone: true,
    inputs: ["name"],
    outputs: [],
  });
});
