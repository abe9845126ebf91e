/**
 * The checkout's script: validates contact and card, gets a token from the pane, and sends it to the shop's server.
 *
 *   submit -> contact valid? -> pane.tokenize() -> POST /orders/:id/pay {contact, payment} -> outcome
 *                                                                                            -> second step -> outcome
 *
 * This script never sees the card: the pane returns a token and the browser's 3DS data. If the shop reports that it sent no
 * payment with a token, the script keeps the token, so that the shopper need not type the card again.
 */
import type { CardPaneElement, SavedCard, TokenizeResult } from "@cardpane/browser";
import { abortAfter } from "./abort-after.ts";
import { contactFieldsOf, keepContact, markContact, markField, watchContact } from "./contact.ts";
import { darkTokens, tokens } from "./look.ts";
import { type Message, showMessage } from "./messages.ts";
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

/** A token is not sent in its last 30 seconds. */
const marginMs = 30_000;
/** The time after which the page reports that the pane's script did not load. */
const loadingMs = 10_000;
/** The time that the shop has to answer a payment: twice the time that its server waits for the gateway. */
const maxAnswerMs = 60_000;

const form = document.querySelector<HTMLFormElement>("#checkout");
if (form) keepContact(form);
const found = form && find(form);
if (found) start(found);

function find(form: HTMLFormElement): Checkout | undefined {
  const pane = document.querySelector<CardPaneElement>("#pane");
  const slot = document.querySelector<HTMLElement>("#outcome");
  const button = document.querySelector<HTMLButtonElement>("#pay");
  if (!pane || !slot || !button) return undefined;
  return { form, pane, slot, button, texts: JSON.parse(form.dataset["texts"] ?? "{}") as PageTexts };
}

/** Replaces the message by one of this script; `null` removes it. */
function show({ slot, texts }: Checkout, message: ((texts: PageTexts) => Message) | null): void {
  showMessage(slot, message ? message(texts) : null);
}

/** The address of the order that the form pays. */
function orderOf({ form }: Checkout): string {
  return form.dataset["order"] ?? "";
}

function start(checkout: Checkout): void {
  const { form, pane } = checkout;
  const card = waitForPane(checkout);
  let paying: Promise<void> | undefined;
  let unspent: Token | undefined;

  watchContact(form, checkout.texts);
  form.addEventListener("submit", (event) => {
    // A button that opens another way to pay.
    if (event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (card.state !== "here") return card.explain();
    // The payment has an outcome, and the browser is loading its page.
    if (!paying && isBusy(checkout)) return;
    paying ??= pay().finally(() => {
      paying = undefined;
    });
  });
  // The shopper went back from the bank, and the browser restored this page: it is still busy, and must not pay its order.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });

  /** Pays. Whatever fails, the shopper sees an outcome that they can act on. */
  async function pay(): Promise<void> {
    let isSent = false;
    try {
      show(checkout, null);
      const wrong = markContact(form, checkout.texts);
      if (wrong) {
        // Both parts of the form show their errors. Not awaited: the frame may still be loading, and the shopper goes on typing.
        void pane.validate();
        wrong.focus();
        return;
      }
      setBusy(checkout, true);
      const token = usable(unspent, pane) ?? (await tokenize(checkout));
      if (!token) return setBusy(checkout, false);
      unspent = token;
      isSent = true;
      const answer = await send(checkout, token);
      if (answer && !leavesTokenUnspent(answer)) unspent = undefined;
      if (await follow(checkout, answer)) endPaying(checkout);
    } catch (error) {
      // After the token was sent, a failure means that the outcome is unknown.
      if (isSent) showAnswer(checkout, undefined);
      else showPaneFailed(checkout);
      endPaying(checkout);
      throw error;
    }
  }
}

/** Acts on the shop's answer; `false` if it opens another page, while the button stays busy. */
async function follow(checkout: Checkout, answer: PayAnswer | undefined): Promise<boolean> {
  const { pane, texts } = checkout;
  if (answer?.status === "go") {
    location.assign(answer.location);
    return false;
  }
  if (answer?.status !== "second_step") {
    showAnswer(checkout, answer);
    return true;
  }
  const unfinished = await takeSecondStep({ step: answer, pane, texts: texts.challenge });
  if (!unfinished) return false;
  show(checkout, ({ unconfirmed }) => ({ kind: "failed", ...unconfirmed[unfinished] }));
  focusBelow(checkout);
  return true;
}

/** The state of the wait for the card form. */
interface PaneWait {
  readonly state: "loading" | "failed" | "here";
  /** Shows why Pay does nothing yet. */
  explain(): void;
}

/**
 * Waits for the pane's script. If the network loses it, or a policy or a wrong hash blocks it, the element stays undefined
 * and shows nothing. Until the script has loaded, Pay shows a message instead of paying.
 */
function waitForPane(checkout: Checkout): PaneWait {
  const { button, pane } = checkout;
  let state: PaneWait["state"] = "loading";
  const fail = () => {
    if (state !== "loading") return;
    state = "failed";
    pane.hidden = true;
    showPaneFailed(checkout);
  };
  button.setAttribute("aria-disabled", "true");
  const timer = setTimeout(fail, loadingMs);
  document.querySelector("script[src$='/cardpane.js']")?.addEventListener("error", fail);
  void customElements.whenDefined("card-pane").then(() => {
    clearTimeout(timer);
    // The script loaded late: the message is no longer true.
    if (state === "failed") show(checkout, null);
    pane.hidden = false;
    state = "here";
    button.setAttribute("aria-disabled", "false");
    setOptions(pane);
  });
  return {
    get state() {
      return state;
    },
    explain: () => {
      if (state === "failed") showPaneFailed(checkout);
      else show(checkout, ({ paneLoading }) => ({ kind: "failed", text: paneLoading }));
    },
  };
}

/** Sets the shop's look, and the saved card if there is one. */
function setOptions(pane: CardPaneElement): void {
  const { savedCard } = pane.dataset;
  pane.tokens = tokens;
  pane.darkTokens = darkTokens;
  if (savedCard !== undefined) pane.savedCard = JSON.parse(savedCard) as SavedCard;
}

function showPaneFailed(checkout: Checkout): void {
  show(checkout, ({ paneFailed, reload, wayMore }) => ({
    kind: "failed",
    text: paneFailed,
    links: [
      { href: location.href, text: reload },
      { href: "/checkout/other", text: wayMore },
    ],
  }));
}

/** Whether the shop sent no payment with the token, so that the token can be sent again. */
function leavesTokenUnspent(answer: PayAnswer): boolean {
  return answer.status === "invalid" || (answer.status === "failed" && answer.tokenIsGood);
}

/** The last token if it was not used, has not expired, and no other card was typed since. */
function usable(token: Token | undefined, pane: CardPaneElement): Token | undefined {
  if (!token || token.expireAt * 1000 - marginMs < Date.now()) return undefined;
  const { number, cvv } = pane.snapshot?.fields ?? {};
  // Clearing the form keeps the name on the card, so the name is not checked.
  return pane.snapshot && number?.empty !== false && cvv?.empty !== false ? token : undefined;
}

async function tokenize(checkout: Checkout): Promise<Token | undefined> {
  const { form, pane, texts } = checkout;
  // If the form has no field for the name on the card, the contact's name is sent.
  const asksName = pane.snapshot ? "cardholder" in pane.snapshot.fields : true;
  const name = contactFieldsOf(form)
    .filter((field) => field.name.endsWith("Name"))
    .map((field) => field.value.trim())
    .join(" ");
  const extra = asksName || pane.savedCard ? {} : { cardholder: name.slice(0, 64) };
  const result = await pane.tokenize(extra, { announce: texts.paying });
  if (!result.error) return result;
  const [field] = result.error.fields;
  // The field takes the focus and is described by its error, so a message here would repeat it.
  if (field) {
    pane.focus(field);
    return undefined;
  }
  // The pane shows its own message with a retry button, so a second message would repeat it.
  if (pane.status === "failed") pane.focus();
  else if (result.error.text) show(checkout, () => ({ kind: "failed", text: result.error.text }));
  // An error without a text and without a field: the card form itself is missing.
  else showPaneFailed(checkout);
  return undefined;
}

/** Sends the token; `undefined` if the shop did not respond, so that the outcome is unknown. */
async function send(checkout: Checkout, { token, device, card }: Token): Promise<PayAnswer | undefined> {
  const data = new FormData(checkout.form);
  const body = { ...Object.fromEntries(data), payment: { token, device, card } };
  try {
    const response = await fetch(`${orderOf(checkout)}/pay`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: abortAfter(maxAnswerMs),
    });
    return (await response.json()) as PayAnswer;
  } catch {
    return undefined;
  }
}

/** Shows the shop's answer. */
function showAnswer(
  checkout: Checkout,
  answer: Exclude<PayAnswer, { status: "go" | "second_step" }> | undefined,
): void {
  const { form, slot } = checkout;
  switch (answer?.status) {
    case undefined:
      show(checkout, ({ shopUnreachable, checkOrder }) => ({
        kind: "failed",
        text: shopUnreachable,
        links: [{ href: orderOf(checkout), text: checkOrder }],
      }));
      return;
    case "declined":
      showMessage(slot, { kind: "declined", title: answer.title, text: answer.text, code: answer.code });
      focusBelow(checkout);
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

/**
 * Moves the focus to the card form, and keeps the message above it visible: if there is no room for both, as at 400 % zoom, the
 * browser scrolls to the field, and a cleared form without its message looks broken.
 */
function focusBelow({ pane, slot }: Checkout): void {
  const showReason = () =>
    // Scrolls to the heading: for a message higher than the window, the nearest edge would be its end.
    requestAnimationFrame(() => slot.querySelector("h3")?.scrollIntoView({ block: "nearest" }));
  // If the field already has the focus, there is no event, and the message is visible.
  pane.addEventListener("fieldfocus", showReason, { once: true, signal: AbortSignal.timeout(1_000) });
  pane.focus();
}

/** Whether a payment is in flight, or its outcome opens another page. */
function isBusy({ button }: Checkout): boolean {
  return button.classList.contains("busy");
}

/** Ends the busy state. The message shows the outcome, so "Paying…" is cleared from the frame's status line. */
function endPaying(checkout: Checkout): void {
  setBusy(checkout, false);
  checkout.pane.announce("");
}

function setBusy({ button, texts }: Checkout, busy: boolean): void {
  const label = button.querySelector<HTMLElement>("[data-label]");
  if (!label) return;
  label.dataset["label"] ||= label.textContent ?? "";
  label.textContent = busy ? texts.paying : label.dataset["label"];
  button.classList.toggle("busy", busy);
  // Not `disabled`, which would drop the focus.
  button.setAttribute("aria-disabled", String(busy));
}
