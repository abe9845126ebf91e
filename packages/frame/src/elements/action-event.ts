import type { ScreenEvent } from "../form/form-controller.ts";

/** A user action in the form; it bubbles from the element in which it occurred. */
export class ActionEvent extends Event {
  readonly action: ScreenEvent;

  constructor(action: ScreenEvent) {
    super("cardpane-action", { bubbles: true });
    this.action = action;
  }
}
