/** Notifications in the QA panel: the gateway's attempts, with the shop's verdict on each. */
import type { SeenAttempt, SeenNotification } from "../../server/qa/notifications.ts";
import { make } from "../make.ts";

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
    list.replaceChildren(...notifications.map((one, index) => notificationItem(one, index, open)));
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

function notificationItem(one: SeenNotification, index: number, open: ReadonlySet<string>): HTMLElement {
  const entry = make("li");
  const fold = make("details");
  fold.id = `notification-${one.id ?? index}`;
  fold.open = open.has(fold.id);
  const heading = make("summary");
  const last = one.attempts.at(-1);
  const at = make("small", `${last ? timeOf(last.at) : ""} `);
  heading.append(at, make("b", one.summary), ` ${last?.verdict ?? one.status ?? ""}`);
  const attempts = make("ul");
  attempts.append(...one.attempts.map(attemptItem));
  const facts = { order: one.shopOrder, delivery: one.id, status: one.status };
  fold.append(heading, attempts, make("pre", JSON.stringify(facts, null, 1)));
  if (one.isReplayable && one.id !== null) {
    const button = make("button", "Resend");
    button.type = "button";
    button.dataset["replay"] = one.id;
    fold.append(button);
  }
  entry.append(fold);
  return entry;
}

function attemptItem({ number, at, answered, verdict }: SeenAttempt): HTMLElement {
  const line = make("li");
  const words = [answered, verdict].filter((part) => part !== null).join("; ");
  line.append(make("small", `${number ?? "?"}. ${timeOf(at)} `), words);
  return line;
}

/** Date and time: the sandbox's clock may be far ahead. */
function timeOf(iso: string): string {
  return `${iso.slice(5, 19).replace("T", " ")} UTC`;
}
