/**
 * Language and appearance in the footer, while a form is being filled in: neither takes away what was typed.
 *
 *   appearance   changes in place, and the pane follows
 *   language     the page's texts are exchanged in place, and the pane follows; where the page has become another one
 *                meanwhile it is loaded anew, with the contact
 *
 * The server is told of both for the next page. Without this script the footer is a plain form.
 */
import { contactFieldsOf } from "./contact.ts";

/** A card number that was typed into the wrong field does not go to the server. */
const cardNumber = /\d(?:[ -]?\d){11,18}/;

/** How long the shop may take to store one: a payment's answer waits for it. */
const storingMs = 10_000;

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
    const isStored = stores.then(() => store(button, form));
    stores = isStored;
    changes = changes.then(async () => {
      if (!(await isStored) || button.name === "scheme") return;
      if (button.name !== "locale" || !(await translate(address))) location.replace(address);
      else showInQaPanel(button);
    });
  });
  return {
    stored: async () => {
      await stores;
    },
  };
}

function showScheme(button: HTMLButtonElement): void {
  document.documentElement.dataset["scheme"] = button.value;
  for (const other of button.parentElement?.querySelectorAll("button") ?? [])
    other.setAttribute("aria-pressed", String(other === button));
  showInQaPanel(button);
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
    const signal = AbortSignal.timeout(storingMs);
    await fetch("/preferences", { method: "POST", body, redirect: "manual", signal });
    return true;
  } catch {
    return false;
  }
}
