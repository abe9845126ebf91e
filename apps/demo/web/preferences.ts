/**
 * Changes language and appearance from the footer without losing the values typed into a form.
 *
 *   appearance   changes in place, and the pane follows
 *   language     the page's texts are replaced in place, and the pane follows; if the server now answers with another page,
 *                that page is loaded, with the contact
 *
 * The server stores both for the next page. Without this script the footer is a plain form.
 */
import { abortAfter } from "./abort-after.ts";
import { contactFieldsOf } from "./contact.ts";

/** A card number that was typed into the wrong field is not sent to the server. */
const cardNumber = /\d(?:[ -]?\d){11,18}/;
/** The time that the shop has to store a change: a payment's outcome waits for it. */
const maxStoreMs = 10_000;

/** The language and appearance changes that were made on this page. */
export interface Preferences {
  /** Resolves when the shop has stored all changes, or did not answer: a page that is loaded earlier has the old language. */
  stored(): Promise<void>;
}

/**
 * Keeps the typed values of a form when the footer changes language or appearance.
 *
 * @param translate replaces the page's texts by those of the page at an address; `false` if that page must be loaded instead.
 */
export function keepTyped(
  form: HTMLFormElement,
  translate: (address: string) => Promise<boolean>,
): Preferences {
  const footer = document.querySelector<HTMLFormElement>('form[action="/preferences"]');
  // Not the page's address: that may be a form's response, or have a query that opens the QA panel.
  const address = footer?.querySelector<HTMLInputElement>('[name="back"]')?.value ?? location.href;
  // // One change after the other, so that the last of two languages wins. Each is stored at once, even while a payment prevents
  // // the translation of the page.
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
        // The loaded page may be older than an appearance that was chosen in the meantime.
        markScheme();
        showInQaPanel(button);
      }
    });
  });
  return { stored: () => stores.then(() => {}) };
}

/** Sets the language of the form's answer: the form may be sent before the page's texts are replaced. */
function showLocale(form: HTMLFormElement, locale: string): void {
  const field = form.elements.namedItem("locale");
  if (field instanceof HTMLInputElement) field.value = locale;
}

function showScheme(button: HTMLButtonElement): void {
  document.documentElement.dataset["scheme"] = button.value;
  markScheme();
  showInQaPanel(button);
}

/** Marks the button of the page's appearance. */
function markScheme(): void {
  const { scheme } = document.documentElement.dataset;
  const buttons = document.querySelectorAll<HTMLButtonElement>(
    'form[action="/preferences"] button[name="scheme"]',
  );
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === scheme));
}

/** Shows the setting in the QA panel's form, too, which would otherwise submit the old one. */
function showInQaPanel({ name, value }: HTMLButtonElement): void {
  const list = document.querySelector<HTMLSelectElement>(`#qa select[name="${name}"]`);
  if (list) list.value = value;
}

/** Stores a preference and the contact; `false` if the shop does not answer: the page then does not change. */
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
