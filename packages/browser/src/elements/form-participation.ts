/**
 * The element's part in a form, without a line of the merchant's script:
 *
 *   submit, no token    held back; tokenize, put token and device data into the form's data, submit again (same submitter)
 *   submit, token       goes through; the token is of one use, so it is dropped in the next task
 *   tokenize failed     nothing is submitted; the frame shows what is wrong
 *
 * Only where the element has a `name`, is not disabled, and the submit button is no `formnovalidate` one (save, back).
 */
import type { TokenizeSuccess } from "@cardpane/contract/messages";
import type { CardPane } from "../pane/types.ts";
import { unclobbered } from "../ui/unclobbered.ts";

export type FormPart = ReturnType<typeof createFormPart>;

export function createFormPart(element: HTMLElement & CardPane, internals: ElementInternals) {
  let form: HTMLFormElement | null = null;
  let fresh: TokenizeSuccess | null = null;
  let isBusy = false;

  element.addEventListener("enter", (event) => {
    // After the page's own listeners, which may prevent it.
    queueMicrotask(() => {
      if (!event.defaultPrevented) submitByEnter();
    });
  });
  // The token is of the card before.
  element.on("change", ({ fields }) => {
    if (fields.number?.empty === false || fields.cvv?.empty === false) drop();
  });

  function onSubmit(event: SubmitEvent): void {
    const submitter: (HTMLElement & Submitter) | null = event.submitter;
    const isApart = !element.getAttribute("name") || element.matches(":disabled");
    if (event.defaultPrevented || isApart || submitter?.formNoValidate) return;
    if (fresh && fresh.expireAt * 1_000 > Date.now()) {
      setTimeout(drop);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isBusy) void tokenize(submitter);
  }

  async function tokenize(submitter: (HTMLElement & Submitter) | null): Promise<void> {
    const target = form;
    isBusy = true;
    const { error, ...success } = await element.tokenize();
    isBusy = false;
    if (error || !target || target !== form) return;
    fresh = success as TokenizeSuccess;
    internals.setFormValue(JSON.stringify(fresh));
    unclobbered(target).requestSubmit(submitter?.form === target ? submitter : null);
  }

  function drop(): void {
    fresh = null;
    internals.setFormValue(null);
  }

  /** What a browser does when Enter is pressed in an input: the form's first submit button is pressed. */
  function submitByEnter(): void {
    if (!form) return;
    const { elements, requestSubmit } = unclobbered(form);
    // An `<object>` is a control too, and has a type of its own.
    const button = ([...elements] as HTMLButtonElement[]).find(
      ({ type, localName }) => type === "submit" && localName !== "object",
    );
    if (button) button.click();
    else requestSubmit();
  }

  return {
    /** The element belongs to this form now. */
    attach(next: HTMLFormElement | null): void {
      if (form) unclobbered(form).removeEventListener("submit", onSubmit, true);
      drop();
      form = next;
      // First in line, so that a merchant's own handlers see only the submit that carries the token.
      if (form) unclobbered(form).addEventListener("submit", onSubmit, true);
    },
    reset(): void {
      drop();
      element.clear();
    },
  };
}

/** What a submit button has, and another element has not. */
type Submitter = Partial<Pick<HTMLButtonElement, "form" | "formNoValidate">>;
