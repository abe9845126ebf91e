/** The QA panel: copies test cards, calls the pane's methods, lists its events and the server's requests. */
import type { CardPaneElement } from "@cardpane/browser";
import { eventNames } from "@cardpane/browser/adapter";
import type { GatewayEntry } from "../../server/qa/gateway-log.ts";
import { make } from "../make.ts";
import { describeDetail, endsPage, eventItem, readEvents, storeEvents, withEvent } from "./qa-events.ts";
import { drawNotifications, post } from "./qa-notifications.ts";

const maxEvents = 100;
const pollMs = 1_000;

const pane = document.querySelector<CardPaneElement>("card-pane");
const eventList = document.querySelector<HTMLElement>("#qa-event-list");
const requestList = document.querySelector<HTMLElement>("#qa-request-list");
const notificationList = document.querySelector<HTMLElement>("#qa-notification-list");
const drawer = document.querySelector<HTMLDetailsElement>("#qa details");
let events = readEvents();
let timeRequests = 0;
let lastRequest = 0;

if (drawer) keepOpen(drawer);
drawEvents();
for (const name of eventNames) {
  pane?.addEventListener(name, (event: Event) =>
    note(name, event instanceof CustomEvent ? event.detail : null),
  );
}
document.querySelector("#qa")?.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button) void act(button);
});
poll(pollMs, drawRequests);
if (notificationList) poll(pollMs, () => drawNotifications(notificationList));
poll(10 * pollMs, showTime);
poll(10 * pollMs, showGateway);

async function act({ dataset }: HTMLButtonElement): Promise<void> {
  if (dataset["copy"] !== undefined) await copy(dataset["copy"]);
  if (dataset["qa"] === "fill-contact") fillContact();
  if (dataset["qa"] === "clear-events") {
    events = [];
    storeEvents(events);
    drawEvents();
  }
  if (dataset["pane"] !== undefined) await drive(dataset["pane"]);
  if (dataset["qa"] === "dismiss") hideToast();
  if (dataset["time"] !== undefined) {
    report(await post(`/qa/time/${dataset["time"]}`));
    await showTime();
  }
  if (dataset["gateway"] !== undefined) {
    report(await post(`/qa/gateway/${dataset["gateway"]}`));
    await showGateway();
  }
  if (dataset["replay"] !== undefined) report(await post(`/qa/notifications/${dataset["replay"]}/replay`));
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`Copied ${text}`);
  } catch {
    toast(`The browser blocked copying. Enter ${text} by hand.`, true);
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
    toast("No card form on this page.", true);
    return;
  }
  switch (method) {
    case "validate":
      return note("validate()", await pane.validate());
    case "tokenize":
      // An event reports the outcome. The token is not used.
      await pane.tokenize();
      return;
    case "focus":
      return pane.focus();
    case "clear":
      return pane.clear();
    case "retry":
      return pane.retry();
    case "unload":
      return unloadFrame(pane);
    case "disable":
    case "enable":
      pane.toggleAttribute("disabled", method === "disable");
      return;
  }
}

function note(name: string, detail: unknown): void {
  const at = `${new Date().toISOString().slice(11, 23)} UTC`;
  const { pathname: page } = location;
  const event = { at, name, detail: describeDetail(detail), page, loadedAt: performance.timeOrigin };
  events = withEvent(events, event, maxEvents);
  storeEvents(events);
  drawEvents();
}

function drawEvents(): void {
  eventList?.replaceChildren(
    ...events.flatMap((event, index) => {
      const { at, name, detail, count } = event;
      const line = eventItem(count > 1 ? `${name} × ${count}` : name, detail, at);
      return endsPage(event, events[index + 1]) ? [line, divider(event.page)] : [line];
    }),
  );
}

function divider(page: string): HTMLElement {
  const line = make("li", page);
  line.className = "log-page";
  return line;
}

/** Runs `work` now, and repeatedly while the page is visible. */
function poll(ms: number, work: () => Promise<void>): void {
  const round = async () => {
    if (!document.hidden) await work();
    setTimeout(() => void round(), ms);
  };
  void round();
}

/** Adds the entries since the last round. */
async function drawRequests(): Promise<void> {
  try {
    const response = await fetch(`/qa/requests?after=${lastRequest}`);
    const entries = response.ok ? ((await response.json()) as readonly GatewayEntry[]) : [];
    for (const entry of entries) {
      const at = `${new Date(entry.at).toISOString().slice(11, 23)} UTC`;
      requestList?.prepend(eventItem(entry.title, JSON.stringify(entry.facts, null, 1), at));
      lastRequest = entry.sequence;
    }
  } catch {
    // The shop is restarting; the next round tries again.
  }
}

function report({ message, isError }: { readonly message: string; readonly isError: boolean }): void {
  toast(message, isError);
}

let toastTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a line for some seconds; an error stays until it is dismissed or replaced. */
function toast(text: string, isError = false): void {
  const box = document.querySelector<HTMLElement>("#qa-toast");
  const line = box?.querySelector("p");
  const dismiss = box?.querySelector("button");
  if (!box || !line || !dismiss) return;
  clearTimeout(toastTimer);
  line.textContent = text;
  dismiss.hidden = !isError;
  box.classList.add("shown");
  if (!isError) toastTimer = setTimeout(hideToast, 3_000);
}

function hideToast(): void {
  document.querySelector("#qa-toast")?.classList.remove("shown");
}

/** Keeps the panel open or closed from page to page; on a narrow screen it starts closed. */
function keepOpen(panel: HTMLDetailsElement): void {
  const key = "shop-qa-open";
  const kept = sessionStorage.getItem(key);
  panel.open = kept === null ? !matchMedia("(max-width: 75rem)").matches : kept === "1";
  panel.addEventListener("toggle", () => sessionStorage.setItem(key, panel.open ? "1" : "0"));
}

/** Navigates the frame away, as a browser does that ends its process for memory: the pane loads it again. */
function unloadFrame(from: CardPaneElement): void {
  const frame = from.querySelector("iframe") ?? from.shadowRoot?.querySelector("iframe");
  if (frame) frame.src = "about:blank";
  else toast("The card form has no frame.", true);
}

/** Shows the state of the sandbox's gateway. */
async function showGateway(): Promise<void> {
  const line = document.querySelector<HTMLElement>("#qa-gateway");
  if (!line) return;
  try {
    const response = await fetch("/qa/gateway");
    if (response.ok)
      line.textContent = `Now: ${((await response.json()) as { readonly state: string }).state}`;
  } catch {
    // The shop is restarting; the next round tries again.
  }
}

/** Shows the sandbox's time, and its distance from the real time. */
async function showTime(): Promise<void> {
  const clock = document.querySelector<HTMLElement>("#qa-clock");
  if (!clock || clock.hidden) return;
  timeRequests += 1;
  const request = timeRequests;
  try {
    const response = await fetch("/qa/time");
    if (!response.ok) return;
    const { now } = (await response.json()) as { readonly now: string };
    // The response of an earlier request arrived late: its time is from before the last change.
    if (request !== timeRequests) return;
    const hours = Math.round((Date.parse(now) - Date.now()) / 3_600_000);
    const days = Math.floor(hours / 24);
    const ahead = days > 0 ? `+${days} d` : `+${hours} h`;
    clock.textContent = `Sandbox: ${now.slice(0, 16).replace("T", " ")} UTC${hours > 0 ? ` (${ahead})` : ""}`;
    clock.classList.toggle("moved", hours > 0);
  } catch {
    // The shop is restarting; the next round tries again.
  }
}
