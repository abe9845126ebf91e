/**
 * What the pane puts into its element: one box that holds the iframe, over it the skeleton until the frame is ready, or in
 * their place a sentence about what failed. Its height never jumps: skeleton and frame count it from the same numbers.
 */
import type { FieldName, PaneOptions } from "@cardpane/contract/messages";
import type { PaneTexts } from "../pane/options.ts";
import { make } from "./create-element.ts";
import { drawSkeleton } from "./skeleton.ts";
import { unclobbered } from "./unclobbered.ts";

/** Width taken for an element that has none yet, for example in a closed dialog. */
const usualWidthPx = 320;

/**
 * @param field the one field that is drawn here, or `null`: the whole form
 */
export function createView(element: Element, field: FieldName | null, texts: () => PaneTexts) {
  const host = unclobbered(element);
  // There from the start, so that what is put into it is announced.
  const alert = make("div", { role: "alert" });
  const root = make("div", {}, "display:grid", [alert]);
  let iframe: HTMLIFrameElement | undefined;
  let skeleton: HTMLElement | undefined;
  /** What the field is called: frames of one form need names of their own. */
  let label = "";
  host.append(root);

  function clear(): void {
    iframe?.remove();
    iframe = undefined;
    alert.replaceChildren();
    uncover();
  }

  function uncover(): void {
    skeleton?.remove();
    host.removeAttribute("aria-busy");
  }

  /** Shows the skeleton over the frame, which may show anything. */
  function cover(options: PaneOptions): void {
    host.setAttribute("aria-busy", "true");
    if (iframe) iframe.style.opacity = "0";
    restyle(options);
  }

  function restyle({ fields, appearance }: PaneOptions): void {
    if (!iframe) return;
    iframe.title = (texts().title ?? "Secure card payment") + (field ? `: ${label || field}` : "");
    const { scheme, tokens, dark } = appearance;
    // A frame whose scheme is not its document's gets an opaque ground.
    iframe.style.colorScheme = scheme;
    skeleton?.remove();
    if (!host.hasAttribute("aria-busy")) return;
    const names = field ? [field] : fields.map(({ name }) => name);
    const current = scheme === "dark" ? { ...tokens, ...dark } : tokens;
    skeleton = drawSkeleton(names, root.clientWidth || usualWidthPx, { ...appearance, tokens: current });
    root.append(skeleton);
    resize(skeleton.offsetHeight);
  }

  function resize(heightPx: number): void {
    if (iframe) iframe.style.height = `${heightPx}px`;
  }

  return {
    clear,
    cover,
    name(next: string): void {
      label = next;
    },
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
      if (iframe) iframe.style.opacity = "1";
    },
    /** Says what failed in the frame's place, with a button where trying again may help. */
    fail(again: (() => void) | null): void {
      const { failed = "The card form could not be loaded.", retry = "Try again" } = texts();
      clear();
      alert.append(failed);
      // Inside a form a button without a type submits it.
      if (again) alert.append(" ", make("button", { type: "button", textContent: retry, onclick: again }));
    },
    remove(): void {
      clear();
      root.remove();
    },
  };
}
