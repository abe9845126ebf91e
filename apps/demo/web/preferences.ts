/**
 * Language and appearance in the footer, while a form is being filled in: neither takes away what was typed.
 *
 *   appearance   changes in place, and the pane follows; the server is told for the next page
 *   language     loads the page anew, with the contact; the card has to be typed again, for no page can keep it
 */
import { contactFieldsOf } from "./contact.ts";

/** A card number that was typed into the wrong field does not go to the server. */
const cardNumber = /\d(?:[ -]?\d){11,18}/;

/** Keeps what was typed into a form when the footer's language or appearance is changed. */
export function keepTyped(form: HTMLFormElement): void {
  const footer = document.querySelector<HTMLFormElement>('form[action="/preferences"]');
  footer?.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    if (button.name === "scheme") {
      event.preventDefault();
      showScheme(button);
      void store(button);
      return;
    }
    footer.append(...contactFieldsOf(form).map(hiddenCopy));
  });
}

function showScheme(button: HTMLButtonElement): void {
  document.documentElement.dataset["scheme"] = button.value;
  for (const other of button.parentElement?.querySelectorAll("button") ?? [])
    other.setAttribute("aria-pressed", String(other === button));
}

async function store({ name, value }: HTMLButtonElement): Promise<void> {
  try {
    await fetch("/preferences", {
      method: "POST",
      body: new URLSearchParams({ [name]: value }),
      redirect: "manual",
    });
  } catch {
    // The shop does not answer: this page has the appearance, the next one asks again.
  }
}

function hiddenCopy({ name, value }: HTMLInputElement | HTMLSelectElement): HTMLInputElement {
  const copy = document.createElement("input");
  copy.type = "hidden";
  copy.name = name;
  copy.value = cardNumber.test(value) ? "" : value;
  return copy;
}
