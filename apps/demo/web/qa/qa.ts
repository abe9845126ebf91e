/** The QA panel: copies test cards, unloads the frame, lists the pane's events, and shows the shop's news. */
import type { CardPaneElement } from "@cardpane/browser";
import { readPage } from "../read-page.ts";
import { eventItem, type SeenEvent, seenNow, watchEvents } from "./qa-events.ts";

const maxEvents = 100;
const eventsKey = "shop-qa-events";
const pollMs = 1_000;

const pane = document.querySelector<CardPaneElement>("card-pane");
const eventList = document.querySelector<HTMLElement>("#qa-event-list");
const drawer = document.querySelector<HTMLDetailsElement>("#qa details");
/** The events of this tab's pages, newest first. */
let events = JSON.parse(sessionStorage.getItem(eventsKey) ?? "[]") as readonly SeenEvent[];
let rounds = 0;

if (drawer) keepOpen(drawer);
drawEvents();
if (pane) {
  // Events of earlier pages stay in the list: each page with a pane begins with its path.
  note(seenNow(location.pathname));
  watchEvents(pane, note);
}
document.querySelector("#qa")?.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button) void act(button);
});
void poll();

async function act({ dataset }: HTMLButtonElement): Promise<void> {
  if (dataset["copy"] !== undefined) await copy(dataset["copy"]);
  if (dataset["qa"] === "fill-contact") fillContact();
  if (dataset["qa"] === "unload") unloadFrame();
  if (dataset["post"] !== undefined) await post(dataset["post"]);
}

async function post(address: string): Promise<void> {
  try {
    const response = await fetch(address, { method: "POST" });
    say(await response.text());
  } catch {
    say("The shop isn't responding.");
  }
  await showNews();
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${text}`);
  } catch {
    say(`The browser blocked copying. Enter ${text} by hand.`);
  }
}

function fillContact(): void {
  const sample = { firstName: "Mira", lastName: "Sample", email: "mira@example.com", country: "DEU" };
  for (const [name, value] of Object.entries(sample)) {
    const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`#${name}`);
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-sample]")) {
    field.value = field.dataset["sample"] ?? "";
  }
}

/** Adds an event at the top; a `change` replaces the one before it. */
function note(event: SeenEvent): void {
  const isRepeated = event[0] === "change" && events[0]?.[0] === "change";
  events = [event, ...events.slice(isRepeated ? 1 : 0)].slice(0, maxEvents);
  sessionStorage.setItem(eventsKey, JSON.stringify(events));
  drawEvents();
}

function drawEvents(): void {
  eventList?.replaceChildren(...events.map(eventItem));
}

async function poll(): Promise<void> {
  if (!document.hidden) await showNews();
  setTimeout(() => void poll(), pollMs);
}

async function showNews(): Promise<void> {
  rounds += 1;
  const round = rounds;
  const answer = await readPage("/qa/news");
  // The answer of an earlier request may arrive late: it is from before the last change.
  if (round !== rounds) return;
  for (const part of answer?.page?.querySelectorAll("[id^=qa-]") ?? []) {
    const shown = document.getElementById(part.id);
    if (shown && shown.textContent !== part.textContent) replaceContent(shown, part);
  }
}

/** Replaces the content of a part. Open details stay open, and a focused entry keeps the focus. */
function replaceContent(shown: HTMLElement, fresh: Element): void {
  const focused = shown.contains(document.activeElement) && document.activeElement?.closest("li")?.id;
  const open = [...shown.querySelectorAll("li:has(> details[open])")].map(({ id }) => id);
  shown.replaceChildren(...document.importNode(fresh, true).childNodes);
  for (const entry of shown.children) {
    const fold = entry.querySelector("details");
    if (fold) fold.open = open.includes(entry.id);
    if (focused && entry.id === focused) entry.querySelector("button")?.focus();
  }
}

function say(text: string): void {
  const line = document.querySelector("#qa-status");
  if (line) line.textContent = text;
}

/** Keeps the panel open or closed from page to page; on a narrow screen it starts closed. */
function keepOpen(panel: HTMLDetailsElement): void {
  const key = "shop-qa-open";
  const kept = sessionStorage.getItem(key);
  panel.open = kept === null ? !matchMedia("(max-width: 75rem)").matches : kept === "1";
  panel.addEventListener("toggle", () => sessionStorage.setItem(key, panel.open ? "1" : "0"));
}

/** Navigates the frame away, as a browser does that ends its process for memory: the pane loads it again. */
function unloadFrame(): void {
  const frame = pane?.querySelector("iframe") ?? pane?.shadowRoot?.querySelector("iframe");
  if (frame) frame.src = "about:blank";
  else say("No card form on this page.");
}
