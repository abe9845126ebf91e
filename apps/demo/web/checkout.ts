/**
 * The checkout's script: validates contact and card, gets a token from the pane, and posts the form with it.
 *
 *   submit -> contact valid? -> pane.tokenize() -> POST /orders/:id/pay -> another page
 *                                                                       -> second step in a dialog -> another page
 *                                                                       -> this page again, of which the messages are shown
 *
 * This script never sees the card: the pane returns a token and the browser's 3DS data.
 */
import type { CardPaneElement, SavedCard, TokenizeResult } from "@cardpane/browser";
import { contactFieldsOf, keepContact, markContact, watchContact } from "./contact.ts";
import { make } from "./make.ts";
import { type Answer, readPage } from "./read-page.ts";
import { takeSecondStep } from "./second-step.ts";

type Token = Extract<TokenizeResult, { readonly token: string }>;

/** A way to pay by card. */
interface Checkout {
  readonly form: HTMLFormElement;
  readonly slot: HTMLElement;
  /** The way's row; the form if the page has no choice. */
  readonly way: HTMLElement;
  readonly pane: CardPaneElement;
  readonly button: HTMLButtonElement;
  readonly card: { state: "loading" | "failed" | "here" };
}

/** The time after which the page reports that the pane's script did not load. */
const loadingMs = 10_000;
/** The time after which the page says that the payment is only slow. */
const slowMs = 8_000;
/** How long the button shows that the order is paid, before the receipt opens. */
const paidMs = 400;

const form = document.querySelector<HTMLFormElement>("#checkout");
const slot = document.querySelector<HTMLElement>("#outcome");
if (form) keepContact(form);
if (form && slot && form.dataset["order"] !== undefined) start(form, slot);

/** Shows a message of the page's templates, by its id. */
function say(checkout: Checkout, id: string): void {
  show(checkout, document.querySelector<HTMLTemplateElement>(`template#${id}`)?.content.childNodes);
}

/** Replaces the message; without one, it removes it. The message is announced, and does not take the focus. */
function show({ slot }: Checkout, message: Iterable<Node> = []): void {
  slot.replaceChildren(...[...message].map((node) => document.importNode(node, true)));
  for (const box of slot.children) {
    box.removeAttribute("autofocus");
    box.scrollIntoView({ block: "nearest" });
  }
}

function start(form: HTMLFormElement, slot: HTMLElement): void {
  const opened = new Map<HTMLElement, Checkout>();
  let paying: Promise<void> | undefined;

  /** The chosen way, if a card pays it. Its pane is in a template until then. */
  function open(): Checkout | undefined {
    const way = form.querySelector<HTMLElement>(".way:has(> .way-head > input:checked)") ?? form;
    const template = way.querySelector<HTMLTemplateElement>(".way-body > template");
    template?.replaceWith(document.importNode(template.content, true));
    const pane = way.querySelector<CardPaneElement>("card-pane");
    const button = way.querySelector<HTMLButtonElement>(".pay");
    const known = opened.get(way);
    if (known || !pane || !button) return known;
    const checkout: Checkout = { form, slot, way, pane, button, card: { state: "loading" } };
    opened.set(way, checkout);
    waitForPane(checkout);
    return checkout;
  }

  open();
  watchContact(form);
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "way") return;
    open();
    // The problem of another way.
    slot.replaceChildren();
  });
  form.querySelector("select")?.addEventListener("change", () => void showWaysOfCountry(form));
  form.addEventListener("submit", (event) => {
    const checkout = open();
    // A way without the pane, or its button that opens another page.
    if (!checkout?.pane || event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (checkout.card.state !== "here") return say(checkout, `pane-${checkout.card.state}`);
    // The payment has an outcome, and the browser is loading its page.
    if (!paying && checkout.button.classList.contains("busy")) return;
    paying ??= pay(checkout).finally(() => {
      paying = undefined;
    });
  });
  // The shopper went back from the bank, and the browser restored this page: it is still busy, and must not pay its order.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });

  /** Pays. Whatever fails, the shopper sees an outcome that they can act on. */
  async function pay(checkout: Checkout): Promise<void> {
    let isSent = false;
    try {
      show(checkout);
      checkout.pane.decline = null;
      const wrong = markContact(form);
      if (wrong) {
        // Both parts of the form show their errors. Not awaited: the frame may still be loading, and the shopper goes on typing.
        void checkout.pane.validate();
        wrong.focus();
        return;
      }
      setBusy(checkout, true);
      const token = await tokenize(checkout);
      if (!token) return setBusy(checkout, false);
      isSent = true;
      if (await follow(checkout, await send(checkout, token))) endPaying(checkout);
    } catch (error) {
      // After the token was sent, a failure means that the outcome is unknown.
      say(checkout, isSent ? "no-answer" : "pane-failed");
      endPaying(checkout);
      throw error;
    }
  }
}

/** Another country has other ways to pay. While the shopper uses the list, it stays as it is. */
async function showWaysOfCountry(form: HTMLFormElement): Promise<void> {
  const list = form.querySelector("#way-more")?.closest(".way")?.querySelector(".way-body");
  if (!list || list.querySelector("input:checked")) return;
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const answer = await readPage("/checkout/way", new URLSearchParams([...fields, ["open", "more"]]));
  const next = answer?.page?.querySelector("#way-more")?.closest(".way")?.querySelector(".way-body");
  if (next && !list.querySelector("input:checked")) list.replaceWith(document.importNode(next, true));
}

/** Acts on the shop's answer; `false` if it opens another page, while the button stays busy. */
async function follow(checkout: Checkout, answer: Answer | undefined): Promise<boolean> {
  if (answer?.location) {
    const { location: url, inDialog } = answer;
    const next = inDialog ? await challenge(checkout, url) : { location: url };
    if (typeof next === "object") {
      if (answer.isPaid) await showPaid(checkout);
      location.assign(next.location);
      return false;
    }
    say(checkout, next);
    focusBelow(checkout);
    return true;
  }
  const answered = answer?.page?.querySelector("#checkout");
  if (!answered) {
    say(checkout, "no-answer");
    return true;
  }
  show(checkout, answered.querySelector("#outcome")?.childNodes);
  const wrong = markContact(
    checkout.form,
    ({ name }) => answered.querySelector(`#${name}-problem`)?.textContent ?? "",
  );
  const code = answered.querySelector("card-pane[decline]")?.getAttribute("decline");
  if (wrong) wrong.focus();
  else focusBelow(checkout, code ?? undefined);
  return true;
}

function challenge({ form, pane }: Checkout, url: string) {
  const { order = "", challenge: texts = "{}" } = form.dataset;
  return takeSecondStep({ url, order, pane, texts: JSON.parse(texts) });
}

/**
 * Waits for the pane's script. If the network loses it, or a policy or a wrong hash blocks it, the element stays undefined
 * and shows nothing. Until the script has loaded, Pay shows a message instead of paying.
 */
function waitForPane(checkout: Checkout): void {
  const { button, pane, card } = checkout;
  const fail = () => {
    if (card.state !== "loading") return;
    card.state = "failed";
    pane.hidden = true;
    say(checkout, "pane-failed");
  };
  button.setAttribute("aria-disabled", "true");
  const timer = setTimeout(fail, loadingMs);
  document.querySelector("script[src$='/cardpane.js']")?.addEventListener("error", fail);
  void customElements.whenDefined("card-pane").then(() => {
    clearTimeout(timer);
    // The script loaded late: the message is no longer true.
    if (card.state === "failed") show(checkout);
    pane.hidden = false;
    card.state = "here";
    button.setAttribute("aria-disabled", "false");
    const { savedCard } = pane.dataset;
    if (savedCard !== undefined) pane.savedCard = JSON.parse(savedCard) as SavedCard;
  });
}

async function tokenize(checkout: Checkout): Promise<Token | undefined> {
  const { form, pane, button } = checkout;
  // If the form has no field for the name on the card, the contact's name is sent.
  const asksName = pane.snapshot ? "cardholder" in pane.snapshot.fields : true;
  const name = contactFieldsOf(form)
    .filter((field) => field.name.endsWith("Name"))
    .map((field) => field.value.trim())
    .join(" ");
  const extra = asksName || pane.savedCard ? {} : { cardholder: name.slice(0, 64) };
  const result = await pane.tokenize(extra, { announce: button.dataset["paying"] ?? "" });
  if (!result.error) return result;
  const [field] = result.error.fields;
  // The field takes the focus and is described by its error, so a message here would repeat it.
  if (field) {
    pane.focus(field);
    return undefined;
  }
  // The pane shows its own message with a retry button, so a second message would repeat it.
  if (pane.status === "failed") pane.focus();
  else if (result.error.text) {
    const box = make("div");
    box.className = "message";
    box.append(make("p", result.error.text));
    show(checkout, [box]);
  }
  // An error without a text and without a field: the card form itself is missing.
  else say(checkout, "pane-failed");
  return undefined;
}

/** Posts the form with the token; `undefined` if the shop did not respond, so that the outcome is unknown. */
async function send(checkout: Checkout, { token, device, card }: Token): Promise<Answer | undefined> {
  const { form, button } = checkout;
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const payment = JSON.stringify({ token, device, card });
  const hint = button.nextElementSibling ?? button;
  const text = hint.textContent;
  const timer = setTimeout(() => {
    hint.textContent = button.dataset["slow"] ?? "";
    checkout.pane.announce(hint.textContent);
  }, slowMs);
  const answer = await readPage(form.action, new URLSearchParams([...fields, ["payment", payment]]));
  clearTimeout(timer);
  hint.textContent = text;
  return answer;
}

/**
 * Moves the focus to the card form, and keeps the message above it visible: if there is no room for both, as at 400 % zoom, the
 * browser scrolls to the field, and a cleared form without its message looks broken.
 */
function focusBelow({ pane, slot }: Checkout, declined?: string): void {
  const showReason = () =>
    // Scrolls to the heading: for a message higher than the window, the nearest edge would be its end.
    requestAnimationFrame(() => slot.querySelector("h3")?.scrollIntoView({ block: "nearest" }));
  const signal = AbortSignal.timeout(2_000);
  // If the field already has the focus, there is no event, and the message is visible.
  pane.addEventListener("fieldfocus", showReason, { once: true, signal });
  // The browser may scroll to a field of another process after that event.
  addEventListener("scroll", showReason, { signal });
  // Shows why, and focuses the field to correct.
  if (declined !== undefined) pane.showDecline(declined);
  else pane.focus();
}

/** Ends the busy state. The message shows the outcome, so "Paying…" is cleared from the frame's status line. */
function endPaying(checkout: Checkout): void {
  setBusy(checkout, false);
  checkout.pane.announce("");
}

function setBusy({ form, way, button }: Checkout, busy: boolean): void {
  const { dataset } = button;
  const label = button.querySelector("span") ?? button;
  dataset["label"] ||= label.textContent ?? "";
  label.textContent = (busy ? dataset["paying"] : dataset["label"]) ?? "";
  button.classList.toggle("busy", busy);
  // Not `disabled`, which would drop the focus.
  button.setAttribute("aria-disabled", String(busy));
  // Another way would pay the same order, or lead away from it.
  for (const other of form.querySelectorAll<HTMLElement>(".way")) other.inert = busy && other !== way;
}

/** Shows a tick on the button for a moment. */
async function showPaid({ button }: Checkout): Promise<void> {
  button.classList.add("done");
  await new Promise((resolve) => setTimeout(resolve, paidMs));
}
