/**
 * Language and appearance in the footer, while a form is being filled in: neither takes away what was typed.
 *
 *   appearance   changes in place, and the pane follows
 *   language     the page's texts are exchanged in place, and the pane follows; where the page has become another one
 *                meanwhile it is loaded anew, with the contact
 *
 * The server stores both for the next page. Without this script the footer is a plain form.
 */
import { abortAfter } from "./abort-after.ts";
import { contactFieldsOf } from "./contact.ts";

/** A card number that was typed into the wrong field does not go to the server. */
const cardNumber = /\d(?:[ -]?\d){11,18}/;
/** How long the shop may take to store a change: a payment's outcome waits for it. */
const maxStoreMs = 10_000;

/** The changes of language and appearance that were made on this page. */
export interface Preferences {
  /** Resolves when the shop has stored them all, or did not answer: a page that is left before comes in the language of before. */
  stored(): Promise<void>;
}

/**
 * Keeps what was typed into a form when the footer's language or appearance is changed.
 *
 * @param translate exchanges the page's texts for those of the page at an address; `false` where that one has to be loaded.
 */
export function keepTyped(
  form: HTMLFormElement,
  translate: (address: string) => Promise<boolean>,
): Preferences {
  const footer = document.querySelector<HTMLFormElement>('form[action="/preferences"]');
  // Not the page's own address: it may be a form's answer, or have a query that opens the QA panel.
  const address = footer?.querySelector<HTMLInputElement>('[name="back"]')?.value ?? location.href;
  // Each one after the other: of two languages in a row the last one stays. The shop learns of it at once, although a payment may
  // keep the page from being translated.
  let stores = Promise.resolve(true);
  let changes = Promise.resolve();
  footer?.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (button.name === "scheme") showScheme(button);
    else showLocale(form, button.value);
    const isStored = stores.then(() => store(button, form));
    stores = isStored;
    changes = changes.then(async () => {
      if (!(await isStored) && button.name === "locale") showLocale(form, document.documentElement.lang);
      if (!(await isStored) || button.name === "scheme") return;
      if (button.name !== "locale" || !(await translate(address))) location.replace(address);
      else {
        // That page may come from before the shop knew of an appearance that was chosen meanwhile.
        markScheme();
        showInQaPanel(button);
      }
    });
  });
  return { stored: () => stores.then(() => {}) };
}

/** Has the form answered in a language from now on: it may be sent before the page's texts are exchanged. */
function showLocale(form: HTMLFormElement, locale: string): void {
  const field = form.elements.namedItem("locale");
  if (field instanceof HTMLInputElement) field.value = locale;
}

function showScheme(button: HTMLButtonElement): void {
  document.documentElement.dataset["scheme"] = button.value;
  markScheme();
  showInQaPanel(button);
}

/** Marks the button of the appearance that the page has. */
function markScheme(): void {
  const { scheme } = document.documentElement.dataset;
  const buttons = document.querySelectorAll<HTMLButtonElement>(
    'form[action="/preferences"] button[name="scheme"]',
  );
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === scheme));
}

/** The QA panel's form has the same settings, and would set back what it does not know. */
function showInQaPanel({ name, value }: HTMLButtonElement): void {
  const list = document.querySelector<HTMLSelectElement>(`#qa select[name="${name}"]`);
  if (list) list.value = value;
}

/** Stores a preference and the contact; `false` where the shop does not answer: the page then stays as it is. */
async function store({ name, value }: HTMLButtonElement, form: HTMLFormElement): Promise<boolean> {
  const contact = contactFieldsOf(form).map(({ name: field, value: typed }) => [
    field,
    cardNumber.test(typed) ? "" : typed,
  ]);
  try {
    const body = new URLSearchParams([[name, value], ...contact]);
    await fetch("/preferences", { method: "POST", body, redirect: "manual", signal: abortAfter(maxStoreMs) });
    return true;
  } catch {
    return false;
  }
}
