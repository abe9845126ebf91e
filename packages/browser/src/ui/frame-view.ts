/**
 * The pane's box in its element. It contains the iframe, the skeleton that covers the iframe until the frame is ready, and an alert:
 * in place of the frame when the pane failed to load, or below it when a submit failed. The height does not jump, because skeleton
 * and frame compute it from the same numbers.
 */
import { layout } from "@cardpane/contract/appearance";
import type { FieldName, PaneOptions } from "@cardpane/contract/messages";
import type { PaneTexts } from "../api/options.ts";
import { attempt } from "./attempt.ts";
import { createElement } from "./create-element.ts";
import { addFrameSlot, insertBox, moveToLightDom, takeBox } from "./element-root.ts";
import { drawSkeleton, fadeMs, savedCardBoxes } from "./skeleton.ts";
import { unclobbered } from "./unclobbered.ts";

/** The assumed width of an element that has none yet, for example in a closed dialog. */
const usualWidthPx = 320;

/** The texts of a view: those of the shopper's language if they are known, overridden by the page's own. */
export interface ShownTexts extends Required<Pick<PaneTexts, "title" | "failed" | "retry">> {
  /** The language tag; empty if the texts are the page's own, because these are in the page's language. */
  readonly lang: string;
}

/** The view of one frame. */
export class FrameView {
  readonly #field: FieldName | null;
  readonly #texts: () => ShownTexts;
  readonly #element: Element;
  // In the page before its text, because screen readers announce only changes of an existing live region.
  readonly #alert = createElement("div", { role: "alert", tabIndex: -1 });
  readonly #root: HTMLElement;
  #iframe: HTMLIFrameElement | undefined;
  /** The iframe that start-frames.ts inserted before the first load. */
  #first: HTMLIFrameElement | null;
  #skeleton: HTMLElement | undefined;
  /** The field's label in the shopper's language, part of the iframe's name: frames of one form need different names. */
  #label = "";

  /** @param field the field that the frame renders, or `null` for the whole form */
  constructor(element: Element, field: FieldName | null, texts: () => ShownTexts) {
    this.#field = field;
    this.#texts = texts;
    this.#element = element;
    this.#root = takeBox(element);
    this.#first = this.#root.querySelector("iframe");
    this.#root.prepend(this.#alert);
  }

  /** Returns the iframe that start-frames.ts inserted, on the first call only. */
  takeFirst(): HTMLIFrameElement | null {
    const first = this.#first;
    this.#first = null;
    return first;
  }

  /** Inserts an iframe, which then loads, or shows one that is already a child of the element. Call `cover()` next. */
  load(iframe: HTMLIFrameElement): void {
    this.#iframe = iframe;
    this.#insert();
    if (iframe.slot) addFrameSlot(this.#root);
    else if (!iframe.parentNode) this.#root.append(iframe);
  }

  /** Covers the frame, whatever it shows, with the skeleton. */
  cover(options: PaneOptions): void {
    this.#root.setAttribute("aria-busy", "true");
    if (this.#iframe) {
      this.#iframe.style.opacity = "0";
      // Neither the focus nor a screen reader can enter a frame that is not seen. Chromium 156 leaves the focus in an inert frame,
      // which would still take keys.
      this.#iframe.inert = true;
      this.#iframe.blur();
    }
    this.restyle(options);
  }

  /** Takes the height of the covered frame, which may still become ready, because a message is in its place. */
  hide(): void {
    this.resize(0);
    this.#removeSkeleton();
    this.#root.removeAttribute("aria-busy");
  }

  /** Shows the frame, which is ready, at once, and fades the skeleton out over it. */
  reveal(heightPx: number): void {
    this.#root.removeAttribute("aria-busy");
    this.resize(heightPx);
    const iframe = this.#iframe;
    const skeleton = this.#skeleton;
    if (!iframe) return;
    if (skeleton) {
      // A slow device shows the frame's pixels some animation frames after it has painted. Without the skeleton, the box would be
      // empty. Clicks pass through the skeleton, because it is inert.
      this.#skeleton = undefined;
      skeleton.style.opacity = "0";
      skeleton.inert = true;
      setTimeout(() => skeleton.remove(), fadeMs);
    }
    iframe.style.opacity = "1";
    iframe.inert = false;
    attempt(() => moveToLightDom(this.#element, iframe));
  }

  setLabel(label: string): void {
    this.#label = label;
    this.rename();
  }

  /** Names the iframe in the current language. */
  rename(): void {
    if (!this.#iframe) return;
    const { title, lang } = this.#texts();
    setLang(this.#iframe, lang);
    this.#iframe.title = this.#field ? `${title}: ${this.#label || this.#field}` : title;
  }

  restyle(options: PaneOptions): void {
    if (!this.#iframe) return;
    this.rename();
    // Browsers make an iframe opaque if its colour scheme differs from that of its document.
    this.#iframe.style.colorScheme = options.appearance.scheme;
    // A skeleton that fades out over a ready frame is not drawn again.
    if (this.#root.hasAttribute("aria-busy")) attempt(() => this.#drawSkeleton(options));
  }

  resize(heightPx: number): void {
    this.#iframe?.style.setProperty("height", `${heightPx}px`, "important");
  }

  /** Shows a failure message in place of the frame, with a button if a retry may help. */
  fail(retry: (() => void) | null): void {
    const texts = this.#texts();
    this.#insert();
    setLang(this.#alert, texts.lang);
    this.#alert.dir = "auto";
    this.#setAlert(texts.failed);
    if (!retry) return;
    const onclick = () => {
      // The button will be removed, so the alert keeps the focus until there is a field to focus.
      this.focusAlert();
      retry();
    };
    // A button without a type submits the form around it.
    const button = createElement("button", { type: "button", onclick }, [texts.retry]);
    button.setAttribute("part", "retry");
    this.#alert.append(" ", button);
  }

  /** Shows a message below the frame and focuses it; `null` removes it, `""` shows the general failure message. */
  notify(text: string | null): void {
    this.#setAlert(text === null ? "" : text || this.#texts().failed);
    if (text !== null) this.#alert.focus();
  }

  focusAlert(): void {
    this.#alert.focus();
  }

  hasAlertFocus(): boolean {
    return unclobbered(this.#alert.getRootNode() as Document).activeElement === this.#alert;
  }

  /** Whether the view is still in its element. */
  isInPlace(): boolean {
    return this.#root.parentNode !== null;
  }

  clear(): void {
    this.takeFirst()?.remove();
    this.#iframe?.remove();
    this.#iframe = undefined;
    this.hide();
    this.#setAlert("");
  }

  remove(): void {
    this.clear();
    this.#root.remove();
  }

  /** Puts the view back into an element that the page has emptied. */
  #insert(): void {
    if (!this.isInPlace()) insertBox(this.#element, this.#root);
  }

  #drawSkeleton({ fields, savedCard, appearance }: PaneOptions): void {
    this.#removeSkeleton();
    const { scheme, tokens, dark } = appearance;
    const whole = savedCard ? savedCardBoxes : fields.map(({ name }) => name);
    const skeleton = drawSkeleton(
      this.#field ? [this.#field] : whole,
      (this.#root.clientWidth || usualWidthPx) + 2 * layout.edge,
      {
        ...appearance,
        tokens: scheme === "dark" ? { ...tokens, ...dark } : tokens,
        // One box is not joined to another.
        rows: this.#field || savedCard ? "paired" : appearance.rows,
      },
    );
    this.#skeleton = skeleton;
    this.#root.append(skeleton);
    this.resize(skeleton.offsetHeight);
  }

  #setAlert(text: string): void {
    this.#alert.replaceChildren(text);
    // `::part()` cannot be combined with `:empty`, so an empty alert has no part.
    this.#alert.setAttribute("part", text && "alert");
  }

  #removeSkeleton(): void {
    this.#skeleton?.remove();
    this.#skeleton = undefined;
  }
}

/** Sets or removes `lang`. It is never set to an empty text, which means an unknown language and not the page's. */
function setLang(element: HTMLElement, lang: string): void {
  if (lang) element.lang = lang;
  else element.removeAttribute("lang");
}
