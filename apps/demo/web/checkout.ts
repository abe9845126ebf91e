/**
 * The checkout's script: contact and card are checked, the pane makes a token, the shop's server pays with it.
 *
 *   submit -> contact in order? -> pane.tokenize() -> POST /orders/:id/pay {contact, payment} -> outcome
 *                                                                                            -> second step -> outcome
 *
 * The card is not here: the pane answers with a token and the browser's 3DS data. A token whose payment was provably not made
 * is kept, so that pressing Pay again needs no second typing.
 */
import type { CardPaneElement, SavedCard, TokenizeResult } from "@cardpane/browser";
import { contactFieldsOf, markContact, markField, watchContact } from "./contact.ts";
import { darkTokens, tokens } from "./look.ts";
import { showMessage } from "./messages.ts";
import { takeSecondStep } from "./second-step.ts";
import type { PageTexts, PayAnswer } from "./wire.ts";

type Token = Extract<TokenizeResult, { readonly token: string }>;

interface Checkout {
  readonly form: HTMLFormElement;
  readonly pane: CardPaneElement;
  readonly slot: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly texts: PageTexts;
}

/** A token is not sent in its last seconds. */
const marginMs = 30_000;

const found = find();
if (found) start(found);

function find(): Checkout | undefined {
  const form = document.querySelector<HTMLFormElement>("#checkout");
  const pane = document.querySelector<CardPaneElement>("#pane");
  const slot = document.querySelector<HTMLElement>("#outcome");
  const button = document.querySelector<HTMLButtonElement>("#pay");
  if (!form || !pane || !slot || !button) return undefined;
  const { texts = "{}" } = form.dataset;
  return { form, pane, slot, button, texts: JSON.parse(texts) as PageTexts };
}

/** Address of the order that the form pays. */
function orderOf({ form }: Checkout): string {
  return form.dataset["order"] ?? "";
}

/** Lets the form pay another order for the same things. */
function useOrder({ form }: Checkout, order: string): void {
  form.dataset["order"] = order;
  form.action = `${order}/pay`;
}

function start(checkout: Checkout): void {
  const { form, pane, slot, texts } = checkout;
  let busy = false;
  let unspent: Token | undefined;

  pane.tokens = tokens;
  pane.darkTokens = darkTokens;
  const { savedCard } = pane.dataset;
  if (savedCard !== undefined) pane.savedCard = JSON.parse(savedCard) as SavedCard;

  watchContact(form, texts.contactProblems);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    void pay().finally(() => {
      busy = false;
    });
  });
  // Back from the bank by the browser's button: the page that was kept is still busy, and its order is not to be paid here.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
  addEventListener("load", () => {
    // Blocked, or its hash did not match: the element then stays without life and says nothing itself.
    if (!customElements.get("card-pane")) showMessage(slot, { kind: "failed", text: texts.paneFailed });
  });

  async function pay(): Promise<void> {
    showMessage(slot, null);
    const wrong = markContact(form, texts.contactProblems);
    if (wrong) {
      // Both halves of the form say what is missing at once; the first of them gets the focus.
      await pane.validate();
      wrong.focus();
      return;
    }
    setBusy(checkout, true);
    const token = usable(unspent, pane) ?? (await tokenize(checkout));
    if (token) {
      unspent = token;
      const answer = await send(checkout, token);
      if (answer && (answer.status !== "failed" || !answer.tokenIsGood)) unspent = undefined;
      if (answer?.status === "go") {
        // The button stays busy until the next page is there.
        location.assign(answer.location);
        return;
      }
      if (answer?.status === "second_step") {
        const unfinished = await takeSecondStep({ step: answer, pane, texts: texts.challenge });
        // The page is being left, and the button stays busy.
        if (!unfinished) return;
        useOrder(checkout, unfinished.order);
        showMessage(slot, { kind: "failed", ...texts.unconfirmed[unfinished.why] });
        pane.focus();
      } else show(checkout, answer);
    }
    setBusy(checkout, false);
  }
}

/** A token whose payment was not made, while it is good and no other card was typed. */
function usable(token: Token | undefined, pane: CardPaneElement): Token | undefined {
  if (!token || token.expireAt * 1000 - marginMs < Date.now()) return undefined;
  return pane.snapshot?.empty ? token : undefined;
}

async function tokenize({ form, pane, slot, texts }: Checkout): Promise<Token | undefined> {
  // Where the form does not ask for the name on the card, the contact's is sent.
  const asksName = pane.snapshot ? "cardholder" in pane.snapshot.fields : true;
  const name = contactFieldsOf(form)
    .filter((field) => field.name.endsWith("Name"))
    .map((field) => field.value.trim())
    .join(" ");
  const result = await pane.tokenize(asksName || pane.savedCard ? {} : { cardholder: name.slice(0, 64) });
  if (!result.error) return result;
  showMessage(slot, { kind: "failed", text: result.error.text || texts.checkFields });
  const [field] = result.error.fields;
  if (field) pane.focus(field);
  return undefined;
}

/** Sends the token; `undefined` when the shop did not answer, so that nobody knows what became of it. */
async function send(checkout: Checkout, { token, device }: Token): Promise<PayAnswer | undefined> {
  const data = new FormData(checkout.form);
  const body = { ...Object.fromEntries(data), payment: { token, device } };
  try {
    const response = await fetch(`${orderOf(checkout)}/pay`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    // The session is over, and the order with it: nothing was tried.
    if (response.status === 404) return { status: "go", location: "/checkout" };
    return (await response.json()) as PayAnswer;
  } catch {
    return undefined;
  }
}

function show(
  checkout: Checkout,
  answer: Exclude<PayAnswer, { status: "go" | "second_step" }> | undefined,
): void {
  const { form, pane, slot, texts } = checkout;
  switch (answer?.status) {
    case undefined:
      showMessage(slot, {
        kind: "failed",
        text: texts.shopUnreachable,
        link: { href: orderOf(checkout), text: texts.lookAgain },
      });
      return;
    case "declined":
      showMessage(slot, { kind: "declined", title: answer.title, text: answer.text, code: answer.code });
      pane.focus();
      return;
    case "failed":
      showMessage(slot, { kind: "failed", title: answer.title, text: answer.text });
      return;
    case "invalid": {
      const fields = contactFieldsOf(form);
      const problems: Readonly<Record<string, string | undefined>> = answer.errors;
      for (const field of fields) markField(field, problems[field.name] ?? "");
      fields.find((field) => field.hasAttribute("aria-invalid"))?.focus();
      return;
    }
  }
}

function setBusy({ button, texts }: Checkout, busy: boolean): void {
  const label = button.querySelector<HTMLElement>("[data-label]");
  if (!label) return;
  label.dataset["label"] ||= label.textContent ?? "";
  label.textContent = busy ? texts.paying : label.dataset["label"];
  button.classList.toggle("busy", busy);
  // Not `disabled`, which would throw the focus away.
  button.setAttribute("aria-disabled", String(busy));
}
