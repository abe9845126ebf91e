/**
 * For the forms that need no script of the shop: other payment methods, the HTML-only checkout, another card for a subscription.
 * This script keeps the typed values when the footer changes language or appearance. Without it, the footer is a plain form,
 * and the page is loaded again.
 */
import { contactFieldsOf, markAgain } from "./contact.ts";
import { keepTyped } from "./preferences.ts";
import { readPage } from "./read-page.ts";
import { translatePage } from "./translate-page.ts";
import type { ContactTexts } from "./wire.ts";

const form = document.querySelector<HTMLFormElement>(".checkout-form, .card-form");
if (form) keepTyped(form, async (address) => translate(form, await readPage(address)));

/** Replaces the page's texts, errors included, by those of another language; `false` if the page must be reloaded instead. */
function translate(form: HTMLFormElement, next: Document | null): boolean {
  if (!next || !translatePage(next)) return false;
  const texts = JSON.parse(form.dataset["texts"] ?? "{}") as ContactTexts;
  for (const field of contactFieldsOf(form)) markAgain(field, texts);
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    ".source-fields [aria-invalid]",
  )) {
    const line = document.getElementById(`${field.name}-problem`);
    const { missing = "", invalid = "" } = line?.dataset ?? {};
    if (line) line.textContent = field.value.trim() === "" ? missing : invalid;
  }
  const answer = next.querySelector("#outcome > *");
  const slot = form.querySelector("#outcome");
  if (answer && slot?.hasChildNodes()) slot.replaceChildren(document.importNode(answer, true));
  return true;
}
