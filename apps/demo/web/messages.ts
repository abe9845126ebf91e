/** Puts messages into the page, as text only: nothing that a server or a person wrote becomes markup. */
import type { CodeInfo } from "./wire.ts";

/** The content of a message. */
export interface Message {
  readonly kind: "declined" | "failed";
  readonly title?: string;
  readonly text: string;
  /** A payment code, its label and its meaning in the interface's English. */
  readonly code?: CodeInfo | null;
  readonly links?: readonly { readonly href: string; readonly text: string }[];
}

/** Shows a message in place of what was there; `null` shows none. */
export function showMessage(slot: HTMLElement, message: Message | null): void {
  const box = message && messageBox(message);
  slot.replaceChildren(...(box ? [box] : []));
  box?.scrollIntoView({ block: "nearest" });
}

/** A message as an element. */
export function messageBox(message: Message): HTMLElement {
  const box = element("div", "");
  box.className = `message ${message.kind}`;
  if (message.title !== undefined) box.append(element("h3", message.title));
  box.append(element("p", message.text));
  if (message.code) box.append(codeFold(message.code));
  for (const { href, text } of message.links ?? []) {
    const link = document.createElement("a");
    link.href = href;
    link.textContent = text;
    const line = element("p", "");
    line.append(link);
    box.append(line);
  }
  return box;
}

function codeFold({ summary, label, code, meaning, isOpen }: CodeInfo): HTMLElement {
  const line = element("p", `${label} `);
  line.className = "code";
  const words = element("span", meaning);
  words.lang = "en";
  words.dir = "ltr";
  line.append(element("bdi", code), ": ", words);
  const fold = document.createElement("details");
  fold.className = "support";
  fold.open = isOpen;
  fold.append(element("summary", summary), line);
  return fold;
}

function element(name: "summary" | "div" | "h3" | "p" | "span" | "bdi", text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
