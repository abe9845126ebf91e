/**
 * The element's part in a form, without a line of the merchant's script:
 *
 *   submit, no token    held back; tokenize, put token and device data into the form's data, submit again (same submitter)
 *   submit, token       goes through; the token is of one use, so it is dropped in the next task
 *   tokenize failed     nothing is submitted; the frame shows a field's error, the pane any other, below the form
 *
 * Only where the element has a `name`, is not disabled, and the submit button is no `formnovalidate` one (save, back).
 */
import type { Snapshot, TokenizeSuccess } from "@cardpane/contract/messages";
import type { CardpaneError } from "../pane/errors.ts";
import type { CardPane } from "../pane/types.ts";
import { unclobbered } from "../ui/unclobbered.ts";

/** A submit button; of other elements that submit, the part that they share with it. */
type Submitter = HTMLElement & Partial<Pick<HTMLButtonElement, "form" | "formNoValidate">>;

/** Tokenizes when the element's form is submitted. */
export class FormParticipation {
  readonly #element: HTMLElement & CardPane;
  readonly #internals: Partial<ElementInternals>;
  readonly #notify: (text: string | null) => void;
  #form: HTMLFormElement | null = null;
  #token: TokenizeSuccess | null = null;
  #isBusy = false;
  /** The last event of a failed tokenize: a page that prevents its default shows the error itself. */
  #tokenError: Event | null = null;
  /** What the submit button had before it was busy. */
  #ariaDisabled: string | null = null;

  /** @param notify shows a sentence in the pane and gives it the focus; `null` takes the last away, `""` is a failure without words. */
  constructor(
    element: HTMLElement & CardPane,
    internals: Partial<ElementInternals>,
    notify: (text: string | null) => void,
  ) {
    this.#element = element;
    this.#internals = internals;
    this.#notify = notify;
    element.addEventListener("enter", (event) => this.#onEnter(event));
    element.addEventListener("tokenerror", (event) => {
      this.#tokenError = event;
    });
    element.on("change", (snapshot) => this.#onChange(snapshot));
  }

  /** The element belongs to this form now. */
  attach(form: HTMLFormElement | null): void {
    if (this.#form) unclobbered(this.#form).removeEventListener("submit", this.#onSubmit, true);
    this.#dropToken();
    this.#form = form;
    // First in line, so that a merchant's own handlers see only the submit that carries the token.
    if (form) unclobbered(form).addEventListener("submit", this.#onSubmit, true);
  }

  reset(): void {
    this.#dropToken();
    this.#notify(null);
    this.#element.clear();
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    const submitter: Submitter | null = event.submitter;
    const isApart = !this.#element.getAttribute("name") || this.#element.matches(":disabled");
    if (event.defaultPrevented || isApart || submitter?.formNoValidate) return;
    if (this.#token && this.#token.expireAt * 1_000 > Date.now()) {
      setTimeout(() => this.#dropToken());
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!this.#isBusy) void this.#tokenize(submitter);
  };

  async #tokenize(submitter: Submitter | null): Promise<void> {
    const form = this.#form;
    this.#setBusy(true, submitter);
    this.#notify(null);
    this.#tokenError = null;
    const { error, ...success } = await this.#element.tokenize();
    this.#setBusy(false, submitter);
    if (!form || form !== this.#form) return;
    if (error) {
      this.#showError(error);
      return;
    }
    this.#token = success as TokenizeSuccess;
    this.#internals.setFormValue?.(JSON.stringify(this.#token));
    unclobbered(form).requestSubmit(submitter?.form === form ? submitter : null);
  }

  /** For style sheets and screen readers. Not `disabled`: the button would lose the focus, and could not submit again. */
  #setBusy(isBusy: boolean, submitter: Submitter | null): void {
    this.#isBusy = isBusy;
    if (!submitter) return;
    if (isBusy) {
      this.#ariaDisabled = submitter.getAttribute("aria-disabled");
      submitter.setAttribute("aria-busy", "true");
      submitter.setAttribute("aria-disabled", "true");
      return;
    }
    submitter.removeAttribute("aria-busy");
    if (this.#ariaDisabled === null) submitter.removeAttribute("aria-disabled");
    else submitter.setAttribute("aria-disabled", this.#ariaDisabled);
  }

  /** The frame shows an error of its fields itself, and a page may show any. */
  #showError({ fields, text }: CardpaneError): void {
    if (fields.length === 0 && !this.#tokenError?.defaultPrevented) this.#notify(text);
  }

  #onEnter(event: Event): void {
    // After the page's own listeners, which may prevent it.
    queueMicrotask(() => {
      if (!event.defaultPrevented) this.#submitByEnter();
    });
  }

  /** The token is of the card before the change. */
  #onChange({ fields }: Snapshot): void {
    if (fields.number?.empty === false || fields.cvv?.empty === false) this.#dropToken();
  }

  #dropToken(): void {
    this.#token = null;
    this.#internals.setFormValue?.(null);
  }

  /** Enter in an input presses the form's first submit button. */
  #submitByEnter(): void {
    if (!this.#form) return;
    const { elements, requestSubmit } = unclobbered(this.#form);
    // An `<object>` is a control too, and has a type of its own.
    const button = ([...elements] as HTMLButtonElement[]).find(
      ({ type, localName }) => type === "submit" && localName !== "object",
    );
    if (button) button.click();
    else requestSubmit();
  }
}
