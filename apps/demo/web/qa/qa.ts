/** The QA panel: copies test cards, drives the pane's methods, lists its events and the server's requests. */
import type { CardPaneElement } from "@cardpane/browser";
import type { GatewayEntry } from "../../server/qa/gateway-log.ts";
import { paneEvents } from "../pane-events.ts";
import { describeDetail, readEvents, type SeenEvent, storeEvents } from "./qa-events.ts";
import { drawNotifications, post } from "./qa-notifications.ts";

const maxEvents = 100;
const pollMs = 1_000;

const pane = document.querySelector<CardPaneElement>("card-pane");
const eventList = document.querySelector<HTMLElement>("#qa-event-list");
const requestList = document.querySelector<HTMLElement>("#qa-request-list");
const notificationList = document.querySelector<HTMLElement>("#qa-notification-list");
const drawer = document.querySelector<HTMLDetailsElement>("#qa details");
let events = readEvents();

// On a narrow screen the panel lies over the page: it waits until it is asked for.
if (drawer && matchMedia("(max-width: 75rem)").matches) drawer.open = false;
drawEvents();
for (const name of paneEvents) {
  pane?.addEventListener(name, (event: Event) =>
    note(name, event instanceof CustomEvent ? event.detail : null),
  );
}
document.querySelector("#qa")?.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button) void act(button);
});
void poll(0);
void pollNotifications();

async function act({ dataset }: HTMLButtonElement): Promise<void> {
  if (dataset["copy"] !== undefined) await copy(dataset["copy"]);
  if (dataset["qa"] === "fill-contact") fillContact();
  if (dataset["qa"] === "clear-events") {
    events = [];
    storeEvents(events);
    drawEvents();
  }
  if (dataset["pane"] !== undefined) await drive(dataset["pane"]);
  if (dataset["time"] !== undefined) toast(await post(`/qa/time/${dataset["time"]}`));
  if (dataset["replay"] !== undefined) toast(await post(`/qa/notifications/${dataset["replay"]}/replay`));
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`Copied ${text}`);
  } catch {
    toast(`The browser blocked copying. Enter ${text} by hand.`);
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

async function drive(method: string): Promise<void> {
  if (!pane) {
    toast("No card form on this page.");
    return;
  }
  switch (method) {
    case "validate":
      return note("validate()", await pane.validate());
    case "tokenize":
      // Its outcome comes as an event. The token is not spent.
      await pane.tokenize();
      return;
    case "focus":
      return pane.focus();
    case "clear":
      return pane.clear();
    case "retry":
      return pane.retry();
    case "disable":
    case "enable":
      pane.toggleAttribute("disabled", method === "disable");
      return;
  }
}

function note(name: string, detail: unknown): void {
  events = [{ at: new Date().toISOString().slice(11, 23), name, detail: describeDetail(detail) }, ...events];
  events = events.slice(0, maxEvents);
  storeEvents(events);
  drawEvents();
}

function drawEvents(): void {
  eventList?.replaceChildren(...events.map(eventItem));
}

function eventItem({ at, name, detail }: SeenEvent): HTMLElement {
  return item(`${at} `, name, detail);
}

/** Asks for new requests while the page is looked at. */
async function poll(after: number): Promise<void> {
  let last = after;
  if (!document.hidden) {
    try {
      const response = await fetch(`/qa/requests?after=${after}`);
      const entries = response.ok ? ((await response.json()) as readonly GatewayEntry[]) : [];
      for (const entry of entries) {
        requestList?.prepend(requestItem(entry));
        last = entry.sequence;
      }
    } catch {
      // The shop is restarting; the next round asks again.
    }
  }
  setTimeout(() => void poll(last), pollMs);
}

async function pollNotifications(): Promise<void> {
  if (notificationList && !document.hidden) await drawNotifications(notificationList);
  setTimeout(() => void pollNotifications(), pollMs);
}

function requestItem(entry: GatewayEntry): HTMLElement {
  const { at, method, path, status, result, durationMs, ...rest } = entry;
  const { requestId, token, amount, threeDs, isScaRetry, emulateCode } = rest;
  const facts = { requestId, token, amount, threeDs, isScaRetry, emulateCode, result };
  return item(
    `${new Date(at).toISOString().slice(11, 23)} `,
    `${method} ${path} → ${status ?? "no answer"}${result === null ? "" : `, ${result}`}, ${durationMs} ms`,
    JSON.stringify(facts, null, 1),
  );
}

function item(at: string, title: string, detail: string): HTMLElement {
  const entry = document.createElement("li");
  const time = document.createElement("small");
  time.textContent = at;
  const name = document.createElement("b");
  name.textContent = title;
  if (detail === "") {
    entry.append(time, name);
    return entry;
  }
  const fold = document.createElement("details");
  const summary = document.createElement("summary");
  summary.append(time, name);
  const text = document.createElement("pre");
  text.textContent = detail;
  fold.append(summary, text);
  entry.append(fold);
  return entry;
}

function toast(text: string): void {
  const line = document.querySelector<HTMLElement>("#qa-toast");
  if (!line) return;
  line.textContent = text;
  line.classList.add("shown");
  setTimeout(() => line.classList.remove("shown"), 2_000);
}
