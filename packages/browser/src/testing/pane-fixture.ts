/** A page with two empty elements, and fake frames for its iframes. */
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { CardPaneOptions } from "../api/options.ts";
import type { CardPane } from "../api/types.ts";
import { createCardPane } from "../pane/pane.ts";
import { type FakeFrame, fakeFrames, paneOrigin } from "./fake-frames.ts";

export const src = `${paneOrigin}/0.1.0/`;

let frames: ReturnType<typeof fakeFrames>;
let panes: CardPane[] = [];

/** Begins each test of a file with a new page. After the test, the page must have no pane left. */
export function usePage(): void {
  beforeEach(() => {
    frames = fakeFrames();
    vi.stubGlobal("origin", "https://shop.example");
    vi.spyOn(console, "error").mockImplementation(() => {});
    document.body.innerHTML = '<div id="card"></div><div id="other"></div>';
  });
  afterEach(() => {
    for (const pane of panes) pane.destroy();
    panes = [];
    expect(document.querySelectorAll("iframe, [role=alert], [aria-busy]")).toHaveLength(0);
    frames.restore();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

export const iframe = () => document.querySelector("iframe");
export const host = () => document.querySelector("#card") as HTMLElement;
export const frameOf = (element: Element | null): FakeFrame => frames.of(element);
export const frame = (): FakeFrame => frameOf(iframe());

export const address = () => iframe()?.dataset["src"];

/** Found by its property, because happy-dom does not reflect ARIA properties to attributes. */
export const skeletons = () =>
  [...host().querySelectorAll("div")].filter(({ ariaHidden }) => ariaHidden === "true");

/** The skeleton that covers the frame; one that fades out does not. */
export const skeleton = () => skeletons().find(({ style }) => style.opacity !== "0");

/** Creates a pane that is destroyed after the test. */
export function made(options: CardPaneOptions = {}): CardPane {
  const pane = createCardPane({ src, ...options });
  panes.push(pane);
  return pane;
}

/** Mounts a pane in `#card`, and logs its events. */
export function mounted(options: CardPaneOptions = {}): { pane: CardPane; log: string[] } {
  const pane = made(options);
  const log: string[] = [];
  for (const name of ["loading", "ready", "closed", "enter", "escape"] as const) {
    pane.on(name, () => log.push(name));
  }
  for (const name of ["loaderror", "tokenerror"] as const) {
    pane.on(name, ({ code }) => log.push(`${name} ${code}`));
  }
  pane.on("token", ({ token }) => log.push(`token ${token}`));
  pane.mount("#card");
  return { pane, log };
}

/** Mounts a pane and makes its frame ready. */
export async function ready(options?: CardPaneOptions): Promise<{ pane: CardPane; log: string[] }> {
  const bench = mounted(options);
  await frame().start();
  expect(bench.pane.status).toBe("ready");
  return bench;
}
