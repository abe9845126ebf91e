/**
 * Tokenizes when the element's form is submitted, without any script of the merchant:
 *
 *   submit, no token    The submit is prevented. The element tokenizes, adds token and device data to the form's data, and submits
 *                       again with the same submitter.
 *   submit, token       The submit proceeds. The token is for one use, so it is dropped in the next task, unless another pane of
 *                       the form delays the submit until it has a token, too.
 *   page being left     Another submit is prevented, because the card is already used. This ends when the next page is shown,
 *                       when something is typed, when the navigation is stopped, or after 30 seconds. If the page prevented the
 *                       submit that has the token, or the form has another target, the page is not being left.
 *   method `get`        Nothing is submitted unless a handler of the page does it, because the address would contain the token.
 *   disabled meanwhile  Nothing is submitted: a disabled element has no part in the form's data, so the token would be missing.
 *   tokenize failed     Nothing is submitted. The frame shows errors of fields; the pane shows any other error below the form.
 *
 * A submit that waits for its token is cancelled, and a token that was not submitted yet is dropped, when the form is reset or left by
 * a button with `formnovalidate`, and when the page empties the pane or changes its saved card or its environment.
 *
 * The element does this only if it has a `name` and is not disabled, and the submit button has no `formnovalidate` (save, back).
 */

import type { PaneErrorCode } from "@cardpane/contract/errors";
import { hasOwn, type Snapshot } from "@cardpane/contract/messages";
import { loadDeferred } from "#lazy";
import { CardpaneError } from "../api/errors.ts";
import type { Pane } from "../pane/pane.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";
import { isDisabled } from "./base.ts";

/** The part of a pane that submits use. */
type FormPane = Pick<Pane, "status" | "tokenize" | "reset" | "notify" | "refuseToken">;

/** A submit button, or another element that submits, with the members that it may share with a button. */
type Submitter = HTMLElement & Partial<Pick<HTMLButtonElement, "form" | "formNoValidate" | "formMethod">>;

/**
 * The maximum wait for the next page; then the form can be submitted again. Not every browser reports that a navigation was
 * stopped.
 */
const maxLeavingMs = 30_000;

/**
 * The lifetime of a token (the contract's), counted from its arrival: the shopper's clock, which may be wrong, is not compared with
 * the gateway's.
 */
const tokenLifetimeMs = 30 * 60_000;

/** Submits that a pane delays until it has its token. Another pane of the form keeps its token for the next submit. */
const delayed = new WeakSet<Event>();

/** Tokenizes when the element's form is submitted. */
export class FormParticipation {
  readonly #element: HTMLElement;
  readonly #pane: FormPane;
  #form: HTMLFormElement | null = null;
  /** Token and device data as JSON; empty without a token. */
  value = "";
  /** The submit whose data would be the address, while its handlers run. */
  #getSubmit: Event | null = null;
  /** When the token expires that the form's data contain; 0 without one. */
  #tokenEndsAt = 0;
  #isBusy = false;
  /** The submit that waits for its token must not continue. */
  #isCancelled = false;
  /** Ends the wait for the next page. */
  #stay = (): void => {};
  /** The last `tokenerror` event. A page that prevents its default shows the error itself. */
  #tokenError: Event | null = null;

  constructor(element: HTMLElement, pane: FormPane) {
    this.#element = element;
    this.#pane = pane;
    element.addEventListener("enter", (event) => this.#onEnter(event));
    element.addEventListener("tokenerror", (event) => {
      this.#tokenError = event;
    });
  }

  /** Handles that the element belongs to another form, or to none. */
  attach(form: HTMLFormElement | null): void {
    this.cancel();
    // Not by ElementInternals, which Safari before 16.4 lacks. Not with a signal: zone.js before 0.14 keeps a listener that a signal has
    // ended in its list, and adds none after it. In the capture phase, so that the merchant's own handlers receive only the submit, and
    // the data, that have the token.
    for (const type of ["submit", "formdata", "reset"]) {
      if (this.#form) unclobbered(this.#form).removeEventListener(type, this, true);
      if (form) unclobbered(form).addEventListener(type, this, true);
    }
    this.#form = form;
  }

  /** For the events of the form. */
  handleEvent(event: Event): void {
    if (event.type === "submit") this.#onSubmit(event as SubmitEvent);
    else if (event.type === "formdata") this.#onFormData(event as FormDataEvent);
    // After the page's own listeners, which may prevent the reset.
    else setTimeout(() => !event.defaultPrevented && this.reset());
  }

  /** Drops the token, and cancels the submit that waits for one. */
  cancel(): void {
    this.#dropToken();
    this.#isCancelled = true;
  }

  /** Empties the pane, except for the page's values. */
  reset(): void {
    this.cancel();
    this.#pane.notify(null);
    this.#pane.reset();
  }

  /** Drops the token when another card is typed. */
  handleSnapshot({ fields }: Snapshot): void {
    if (fields.number?.empty === false || fields.cvv?.empty === false) this.#dropToken();
  }

  #onSubmit(event: SubmitEvent): void {
    const submitter: Submitter | null = event.submitter;
    // Stored, because the element may be moved out of this form before the next task.
    const form = event.currentTarget as HTMLFormElement;
    if (event.defaultPrevented) return;
    if (submitter?.formNoValidate) {
      // A draft must not contain the token, which may be kept while another pane of the form still waits for its own.
      this.#dropToken();
      setTimeout(() => {
        if (!event.defaultPrevented && leavesPage(submitter, form)) this.cancel();
      });
      return;
    }
    if (!this.#element.getAttribute("name") || isDisabled(this.#element)) return;
    if (Date.now() < this.#tokenEndsAt) {
      if (methodOf(submitter, form) === "get") this.#guardAddress(event);
      setTimeout(() => {
        this.#getSubmit = null;
        if (delayed.has(event)) return;
        this.#dropToken();
        if (!event.defaultPrevented && leavesPage(submitter, form)) this.#leave(submitter);
      });
      return;
    }
    delayed.add(event);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!this.#isBusy) void this.#tokenize(submitter, form);
  }

  /** Keeps the token out of the address. The page's own handlers run before, and may send the form's data themselves. */
  #guardAddress(submit: SubmitEvent): void {
    this.#getSubmit = submit;
    const refuse = () => {
      if (submit.defaultPrevented) return;
      submit.preventDefault();
      this.#refuse("form_method");
    };
    // The window, or the shadow root of the form, which the event does not leave.
    const last = submit.composedPath().at(-1);
    last?.addEventListener("submit", refuse);
    setTimeout(() => last?.removeEventListener("submit", refuse));
  }

  #onFormData({ formData }: FormDataEvent): void {
    const name = this.#element.getAttribute("name");
    // If a handler has stopped a submit to an address, the browser collects the form's data when the event is over.
    const submit = this.#getSubmit;
    const isAddress = submit && !submit.eventPhase && !submit.defaultPrevented;
    if (name && this.value && !isAddress && !isDisabled(this.#element)) formData.append(name, this.value);
  }

  async #tokenize(submitter: Submitter | null, form: HTMLFormElement): Promise<void> {
    this.#setBusy(true, submitter);
    this.#pane.notify(null);
    this.#isCancelled = false;
    this.#tokenError = null;
    const { error, ...success } = await this.#pane.tokenize();
    this.#setBusy(false, submitter);
    if (this.#isCancelled) return;
    if (error) {
      this.#showError(error);
      return;
    }
    if (isDisabled(this.#element)) {
      this.#refuse("pane_disabled");
      return;
    }
    this.#tokenEndsAt = Date.now() + tokenLifetimeMs;
    this.value = JSON.stringify(success);
    submit(form, submitter?.form === form ? submitter : null);
  }

  /** Reports that a token is not submitted, because of an error of the page. */
  #refuse(code: PaneErrorCode): void {
    const error = new CardpaneError(code);
    console.error(String(error));
    this.#tokenError = null;
    this.#pane.refuseToken(error);
    this.#showError(error);
  }

  /** The page is being left: the form stays busy. */
  #leave(submitter: Submitter | null): void {
    this.#setBusy(true, submitter);
    const stay = () => this.#stay();
    const timer = setTimeout(stay, maxLeavingMs);
    this.#stay = () => {
      clearTimeout(timer);
      this.#stay = () => {};
      this.#setBusy(false, submitter);
    };
    // The browser may restore the page from the back-forward cache.
    addEventListener("pagehide", stay, { once: true });
    // Only the own property of the window: a form named `navigation` is not an own property.
    if (hasOwn(window, "navigation")) navigation.addEventListener?.("navigateerror", stay, { once: true });
  }

  /** Sets ARIA attributes, for style sheets and screen readers. Not `disabled`: the button would lose the focus and could not submit. */
  #setBusy(isBusy: boolean, submitter: Submitter | null): void {
    this.#isBusy = isBusy;
    for (const name of ["aria-busy", "aria-disabled"]) {
      if (isBusy) submitter?.setAttribute(name, "true");
      else submitter?.removeAttribute(name);
    }
  }

  /** Shows an error that no field caused, unless the page shows it. The frame shows the errors of its fields. */
  #showError({ code, fields, text }: CardpaneError): void {
    // The element was moved, or its frame was lost. The pane loads again, and then says so itself.
    if (this.#pane.status === "loading" && (code === "destroyed" || code === "frame_gone")) return;
    if (fields.length === 0 && !this.#tokenError?.defaultPrevented) this.#pane.notify(text);
  }

  #onEnter(event: Event): void {
    // After the page's own listeners, which may prevent the submit.
    queueMicrotask(() => {
      if (!event.defaultPrevented) this.#submitByEnter();
    });
  }

  #dropToken(): void {
    this.#stay();
    this.#tokenEndsAt = 0;
    this.value = "";
  }

  /** Enter in an input presses the form's first submit button. */
  #submitByEnter(): void {
    if (!this.#form) return;
    const { elements } = unclobbered(this.#form);
    // An `<object>` is also among the elements of a form, and its `type` is a MIME type.
    const button = ([...elements] as HTMLButtonElement[]).find(
      ({ type, localName }) => type === "submit" && localName !== "object",
    );
    if (button) button.click();
    else submit(this.#form, null);
  }
}

/** Submits a form as if a button were pressed. Safari before 16 has no `requestSubmit()`. */
function submit(form: HTMLFormElement, submitter: Submitter | null): void {
  const { requestSubmit } = unclobbered(form) as Partial<HTMLFormElement>;
  if (requestSubmit) requestSubmit(submitter);
  else void loadDeferred().then(({ pressButton }) => pressButton(form, submitter));
}

/** The method of a submit: that of the button, or of the form. */
function methodOf(submitter: Submitter | null, form: HTMLFormElement): string {
  return submitter?.formMethod || unclobbered(form).method;
}

/**
 * Whether submitting the form replaces the page. A form whose target is another tab or an iframe, or whose method is `dialog`,
 * does not. An empty target counts as set. A form without a target has the target of the first `<base>` that has one.
 */
function leavesPage(submitter: Submitter | null, form: HTMLFormElement): boolean {
  const { getAttribute } = unclobbered(form);
  if (methodOf(submitter, form) === "dialog") return false;
  const target =
    submitter?.getAttribute("formtarget") ??
    getAttribute("target") ??
    pageDocument.querySelector<HTMLBaseElement>("base[target]")?.target;
  return !target || /^_(self|parent|top)$/i.test(target);
}
