/**
 * The pane's part of the page: one box in its element. It holds the iframe, over it the skeleton until the frame is ready, and
 * sentences of its own: why the pane could not load (in place of the frame), why a submit failed (below it). The height never
 * jumps: skeleton and frame count it from the same numbers.
 */
import { layout } from "@cardpane/contract/appearance";
import type { FieldName, PaneOptions } from "@cardpane/contract/messages";
import type { PaneTexts } from "../pane/options.ts";
import { createElement } from "./create-element.ts";
import { bringToLight, rootOf, showChild } from "./element-root.ts";
import { drawSkeleton, savedCardBoxes } from "./skeleton.ts";
import { unclobbered } from "./unclobbered.ts";

/** Until a frame has sent its own, and where no others can be had. */
const englishTexts = {
  title: "Secure card payment",
  failed: "The card form could not be loaded.",
  retry: "Try again",
};

/** Width taken for an element that has none yet, for example in a closed dialog. */
const usualWidthPx = 320;

/** The texts of a view: the page's own, and those of the shopper's language where they are known. */
export interface ShownTexts extends PaneTexts {
  /** Their language; empty where they are the page's own, which are in the page's. */
  readonly lang: string;
}

/** The view of one frame. */
export class FrameView {
  readonly #field: FieldName | null;
  readonly #texts: () => ShownTexts;
  readonly #element: Element;
  // In the page before its text: screen readers announce only what is put into a live region that exists.
  readonly #alert = createElement("div", { role: "alert", tabIndex: -1 });
  readonly #root = createElement("div", {}, { style: "display:grid", children: [this.#alert] });
  #iframe: HTMLIFrameElement | undefined;
  #skeleton: HTMLElement | undefined;
  /** The field's label in the shopper's language: frames of one form need names of their own. */
  #label = "";

  /** @param field the one field that is drawn here, or `null`: the whole form. */
  constructor(element: Element, field: FieldName | null, texts: () => ShownTexts) {
    this.#field = field;
    this.#texts = texts;
    this.#element = element;
    rootOf(element).append(this.#root);
  }

  /** Lets an iframe load, or shows one that the element has as a child; then `cover()` it. The one before is cleared. */
  load(iframe: HTMLIFrameElement): void {
    this.#iframe = iframe;
    // Nobody, a screen reader neither, comes into a frame that has nothing in it yet.
    iframe.inert = true;
    if (iframe.parentNode) showChild(this.#root);
    else this.#root.append(iframe);
  }

  /** Shows the skeleton over the frame, which may show anything. */
  cover(options: PaneOptions): void {
    this.#root.setAttribute("aria-busy", "true");
    if (this.#iframe) this.#iframe.style.opacity = "0";
    this.restyle(options);
  }

  /** The frame is ready: it takes the skeleton's place. */
  reveal(heightPx: number): void {
    this.#uncover();
    this.resize(heightPx);
    if (!this.#iframe) return;
    this.#iframe.style.opacity = "1";
    this.#iframe.inert = false;
    bringToLight(this.#element, this.#iframe);
  }

  setLabel(label: string): void {
    this.#label = label;
  }

  restyle(options: PaneOptions): void {
    if (!this.#iframe) return;
    const { title = englishTexts.title, lang } = this.#texts();
    setLang(this.#iframe, lang);
    this.#iframe.title = this.#field ? `${title}: ${this.#label || this.#field}` : title;
    // A frame whose scheme is not its document's gets an opaque ground.
    this.#iframe.style.colorScheme = options.appearance.scheme;
    this.#skeleton?.remove();
    if (this.#root.hasAttribute("aria-busy")) this.#drawSkeleton(options);
  }

  resize(heightPx: number): void {
    if (this.#iframe) this.#iframe.style.height = `${heightPx}px`;
  }

  /** Shows in the frame's place that the pane failed, with a button where trying again may help. */
  fail(retry: (() => void) | null): void {
    const texts = this.#texts();
    this.clear();
    setLang(this.#alert, texts.lang);
    this.#alert.dir = "auto";
    this.#setAlert(this.#failedText);
    if (!retry) return;
    const onclick = () => {
      // The button goes; the focus stays here until there is a field for it.
      this.focusAlert();
      retry();
    };
    // Inside a form a button without a type submits it.
    const button = createElement("button", { type: "button", onclick });
    button.setAttribute("part", "retry");
    button.append(texts.retry ?? englishTexts.retry);
    this.#alert.append(" ", button);
  }

  /** Shows a sentence below the frame and gives it the focus; `null` takes the last away. Without words it is the one for a frame that failed. */
  notify(text: string | null): void {
    this.#setAlert(text === null ? "" : text || this.#failedText);
    if (text !== null) this.focusAlert();
  }

  focusAlert(): void {
    this.#alert.focus();
  }

  hasAlertFocus(): boolean {
    return unclobbered(this.#alert.getRootNode() as Document).activeElement === this.#alert;
  }

  /** Whether the page has left the view in its element. */
  isInPlace(): boolean {
    return this.#root.parentNode !== null;
  }

  clear(): void {
    this.#iframe?.remove();
    this.#iframe = undefined;
    this.#setAlert("");
    this.#uncover();
  }

  remove(): void {
    this.clear();
    this.#root.remove();
  }

  get #failedText(): string {
    return this.#texts().failed ?? englishTexts.failed;
  }

  #drawSkeleton({ fields, savedCard, appearance }: PaneOptions): void {
    const { scheme, tokens, dark } = appearance;
    const whole = savedCard ? savedCardBoxes : fields.map(({ name }) => name);
    const skeleton = drawSkeleton(
      this.#field ? [this.#field] : whole,
      (this.#root.clientWidth || usualWidthPx) + 2 * layout.edge,
      { ...appearance, tokens: scheme === "dark" ? { ...tokens, ...dark } : tokens },
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

  #uncover(): void {
    this.#skeleton?.remove();
    this.#root.removeAttribute("aria-busy");
  }
}

/** An empty `lang` means an unknown language, not the page's. */
function setLang(element: HTMLElement, lang: string): void {
  if (lang) element.lang = lang;
  else element.removeAttribute("lang");
}
