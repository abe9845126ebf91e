import { createElement } from "../ui/create-element.ts";
import { unclobbered } from "../ui/unclobbered.ts";

/** Submits a form where `requestSubmit()` is missing: clicks the button, or a hidden one without a name, as only buttons submit. */
export function pressButton(form: HTMLFormElement, button: HTMLElement | null): void {
  const own = createElement("button", { hidden: true });
  if (!button) unclobbered(form).append(own);
  (button ?? own).click();
  own.remove();
}
