/** Notifications in the QA panel: the shop's events, and the gateway's deliveries. */
import type { SeenNotification } from "../../server/qa/notifications.ts";
import { make } from "../make.ts";
import { eventItem } from "./qa-events.ts";

let drawn = "";

/** Requests the list and renders it if it has changed. Open details stay open. */
export async function drawNotifications(list: HTMLElement): Promise<void> {
  try {
    const response = await fetch("/qa/notifications");
    if (!response.ok) return;
    const text = await response.text();
    if (text === drawn) return;
    drawn = text;
    const open = new Set([...list.querySelectorAll("details[open]")].map((fold) => fold.id));
    const focused = document.activeElement?.closest("[data-replay]")?.getAttribute("data-replay");
    const notifications = JSON.parse(text) as readonly SeenNotification[];
    list.replaceChildren(...notifications.map((one) => notificationItem(one, open)));
    if (focused) list.querySelector<HTMLElement>(`[data-replay="${CSS.escape(focused)}"]`)?.focus();
  } catch {
    // The shop is restarting; the next round tries again.
  }
}

/** Sends a command for the sandbox to the shop's server, and returns its message. */
export async function post(
  address: string,
): Promise<{ readonly message: string; readonly isError: boolean }> {
  try {
    const response = await fetch(address, { method: "POST" });
    const { message } = (await response.json()) as { readonly message: string };
    return { message, isError: !response.ok };
  } catch {
    return { message: "The shop isn't responding.", isError: true };
  }
}

function notificationItem(one: SeenNotification, open: ReadonlySet<string>): HTMLElement {
  const { id, at, summary, shopOrder, attempts } = one;
  const facts = [
    ...attempts,
    ...(shopOrder ? [`order ${shopOrder}`] : []),
    ...(id === null ? [] : [`delivery ${id}`]),
  ];
  // Date and time: the sandbox's clock may be far ahead.
  const entry = eventItem(summary, facts.join("\n"), `${at.slice(5, 19).replace("T", " ")} UTC`);
  const fold = entry.querySelector("details");
  if (!fold) return entry;
  fold.id = `notification-${id ?? `${at} ${summary}`}`;
  fold.open = open.has(fold.id);
  if (id === null) return entry;
  const button = make("button", "Resend");
  button.type = "button";
  button.dataset["replay"] = id;
  fold.append(button);
  return entry;
}
