/**
 * `<card-pane-field name="number">`: the mount point of one field, anywhere inside a `<card-pane>`, including in shadow roots. It
 * dispatches an event that crosses shadow roots; the enclosing pane handles the event and passes a `PlaceField` function.
 */

import type { FieldName, FieldSnapshot } from "@cardpane/contract/messages";
import type { FieldOption } from "../api/options.ts";
import type { PaneStatus } from "../api/types.ts";
import { attachRoot } from "../ui/element-root.ts";
import { elementBase, internalsOf } from "./base.ts";
import { setStates } from "./custom-states.ts";

/** The name of the event. */
export const joining = "cardpane-field";

/** Mounts a field in an element; `null` removes it. */
export type PlaceField = (option: FieldOption | null, host: Element) => void;

/** The detail of the event. */
export interface Joining {
  readonly field: CardPaneFieldElement;
  /** The pane calls it to accept the field. */
  readonly accept: (place: PlaceField) => void;
}

/**
 * The element. Its custom states expose the state of the field to style sheets: `card-pane-field:state(invalid)`.
 *
 * @attr name - one of the fields, followed by `?` if it may stay empty
 * @cssState empty - nothing is typed
 * @cssState complete - it is filled in
 * @cssState focused - it has the focus
 * @cssState invalid - it shows an error
 * @cssState disabled - it accepts no input
 * @cssState loading - its pane is loading
 * @cssState ready - its pane is ready
 * @cssState failed - its pane failed to load
 * @cssPart alert - in the first field: the sentence that the pane could not load; in the last: that a submit failed
 * @cssPart retry - the button beside it
 *
 * @example
 * <card-pane environment="live">
 *   <card-pane-field name="number"></card-pane-field>
 *   <div class="row"><card-pane-field name="expiry"></card-pane-field><card-pane-field name="cvv"></card-pane-field></div>
 * </card-pane>
 */
export class CardPaneFieldElement extends elementBase() {
  /** Labels of the page can name it. It adds nothing to its form's data. */
  static get formAssociated(): boolean {
    return true;
  }

  static get observedAttributes(): readonly string[] {
    return ["name"];
  }

  readonly #internals = internalsOf(this);
  #place: PlaceField | undefined;

  constructor() {
    super();
    attachRoot(this);
  }

  connectedCallback(): void {
    const detail: Joining = {
      field: this,
      accept: (place) => {
        this.#place = place;
      },
    };
    this.dispatchEvent(new CustomEvent(joining, { bubbles: true, composed: true, detail }));
    this.attributeChangedCallback();
  }

  disconnectedCallback(): void {
    this.#place?.(null, this);
    this.#place = undefined;
  }

  /** `moveBefore()` keeps the iframe's document, so only the order of the fields may change. */
  connectedMoveCallback(): void {
    this.attributeChangedCallback();
  }

  attributeChangedCallback(): void {
    // The pane validates the name.
    this.#place?.(this.getAttribute("name") as FieldOption | null, this);
  }

  /** Updates the custom states. The pane calls it when its state has changed. */
  show(
    fields: Readonly<Partial<Record<FieldName, FieldSnapshot>>>,
    status: PaneStatus,
    disabled: boolean,
  ): void {
    const name = this.getAttribute("name")?.replace("?", "") as FieldName;
    setStates(this.#internals, status, disabled, fields[name]);
  }
}
