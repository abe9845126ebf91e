/**
 * `<card-pane-field name="number">`: the place of one field, anywhere inside a `<card-pane>`, in shadow roots too. It tells
 * the pane around it that it is there by an event that crosses shadow roots, and the pane answers with the way to itself.
 */

import type { FieldName, FieldSnapshot } from "@cardpane/contract/messages";
import type { FieldOption } from "../pane/options.ts";
import type { Put } from "../pane/pane.ts";
import type { PaneStatus } from "../pane/types.ts";
import { Base } from "./base.ts";
import { reflect } from "./custom-states.ts";

/** Name of the event. */
export const joining = "cardpane-field";

/** What the pane learns of the field. */
export interface Joining {
  readonly field: CardPaneFieldElement;
  /** The pane takes it. */
  readonly accept: (put: Put) => void;
}

/**
 * The element. Its own states show to style sheets what the field is: `card-pane-field:state(invalid)`.
 *
 * @attr name - one of the fields, with a `?` after it where it may stay empty
 * @cssState empty - nothing is typed
 * @cssState complete - it is filled in
 * @cssState focused - it has the focus
 * @cssState invalid - it shows an error
 * @cssState disabled - nobody can type in it
 * @cssState loading - its pane is not there yet
 * @cssState ready - its pane can be typed into
 * @cssState failed - its pane could not load
 *
 * @example
 * <card-pane environment="live">
 *   <card-pane-field name="number"></card-pane-field>
 *   <div class="row"><card-pane-field name="expiry"></card-pane-field><card-pane-field name="cvv"></card-pane-field></div>
 * </card-pane>
 */
export class CardPaneFieldElement extends Base {
  static readonly observedAttributes = ["name"];

  readonly #internals = this.attachInternals();
  #put: Put | undefined;

  connectedCallback(): void {
    if (getComputedStyle(this).display === "inline") this.style.display = "block";
    const detail: Joining = {
      field: this,
      accept: (put) => {
        this.#put = put;
      },
    };
    this.dispatchEvent(new CustomEvent(joining, { bubbles: true, composed: true, detail }));
    this.attributeChangedCallback();
  }

  disconnectedCallback(): void {
    this.#put?.(null, this);
    this.#put = undefined;
  }

  /** `moveBefore()` keeps the iframe's document; only the order may be another. */
  connectedMoveCallback(): void {
    this.attributeChangedCallback();
  }

  attributeChangedCallback(): void {
    // The pane checks what the types only promise.
    this.#put?.(this.getAttribute("name") as FieldOption | null, this);
  }

  /** The pane tells what the page may know of its fields. */
  show(
    fields: Readonly<Partial<Record<FieldName, FieldSnapshot>>>,
    status: PaneStatus,
    disabled: boolean,
  ): void {
    const name = this.getAttribute("name")?.replace("?", "") as FieldName;
    reflect(this, this.#internals, status, disabled, fields[name]);
  }
}
