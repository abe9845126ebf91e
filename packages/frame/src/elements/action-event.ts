import type { FieldName } from "@cardpane/contract/messages";
import type { ScreenEvent } from "../form/form-controller.ts";

/** An action of the shopper in the frame. */
export type Action =
  | ScreenEvent
  /** Enter was pressed. */
  | { readonly type: "submitted" }
  /** Escape was pressed. */
  | { readonly type: "escaped" }
  /** The browser filled in a field that another frame renders. */
  | { readonly type: "relayed"; readonly field: FieldName; readonly text: string };

/** Reports an action; it bubbles from the element in which it occurred to the form. */
export class ActionEvent extends Event {
  static get type(): "cardpane-action" {
    return "cardpane-action";
  }
  readonly action: Action;

  constructor(action: Action) {
    super(ActionEvent.type, { bubbles: true });
    this.action = action;
  }
}
