/**
 * What the pane puts into its element: one box that holds the iframe, over it the skeleton until the frame is ready, or in
 * their place a sentence about what failed. Its height never jumps: skeleton and frame count it from the same numbers.
 */
import { formHeightPx } from "@cardpane/contract/appearance";
import type { PaneOptions } from "@cardpane/contract/messages";
import { make } from "./make.ts";
import { drawSkeleton } from "./skeleton.ts";

/** Width taken for an element that has none yet, for example in a closed dialog. */
const usualWidthPx = 320;

export function createView(host: Element) {
  // There from the start, so that what is put into it is announced.
  const alert = make("div", { role: "alert" });
  const root = make("div", {}, { display: "grid" }, [alert]);
  let iframe: HTMLIFrameElement | undefined;
  let skeleton: HTMLElement | undefined;
  host.append(root);

  function clear(): void {
    iframe?.remove();
    iframe = undefined;
    alert.replaceChildren();
    uncover();
  }

  function uncover(): void {
    skeleton?.remove();
    skeleton = undefined;
    host.removeAttribute("aria-busy");
  }

  /** Shows the skeleton over the frame, which may show anything. */
  function cover(options: PaneOptions, title: string): void {
    host.setAttribute("aria-busy", "true");
    skeleton ??= root.appendChild(make("div", {}));
    if (iframe) iframe.style.opacity = "0";
    restyle(options, title);
  }

  /** @param title name of the iframe */
  function restyle({ fields, appearance: { scheme, tokens, dark } }: PaneOptions, title: string): void {
    if (!iframe) return;
    iframe.title = title;
    // A frame whose scheme is not its document's gets an opaque ground.
    iframe.style.colorScheme = scheme;
    if (!skeleton) return;
    const names = fields.map(({ name }) => name);
    const widthPx = root.clientWidth || usualWidthPx;
    const current = scheme === "dark" ? { ...tokens, ...dark } : tokens;
    const drawn = drawSkeleton(names, widthPx, current);
    skeleton.replaceWith(drawn);
    skeleton = drawn;
    resize(formHeightPx(names, widthPx, current));
  }

  function resize(heightPx: number): void {
    if (iframe) iframe.style.height = `${heightPx}px`;
  }

  return {
    cover,
    restyle,
    resize,
    /** Lets an iframe load in place of the one before; then `cover()` it. */
    load(next: HTMLIFrameElement): void {
      clear();
      iframe = next;
      root.append(next);
    },
    /** The frame is ready: it takes the skeleton's place. */
    reveal(heightPx: number): void {
      uncover();
      resize(heightPx);
      if (!iframe) return;
      iframe.style.opacity = "1";
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
        iframe.animate?.({ opacity: [0, 1] }, 150);
      }
    },
    /** Says what failed in the frame's place, with a button where trying again may help. */
    showFailure(text: string, label: string, retry: (() => void) | null): void {
      alert.append(make("p", { dir: "auto", textContent: text }));
      // Inside a form a button without a type submits it.
      if (retry) alert.append(make("button", { type: "button", textContent: label, onclick: retry }));
    },
    clear,
    remove(): void {
      clear();
      root.remove();
    },
  };
}
