/** Shows messages in the page, as text only: nothing from a server or a shopper becomes markup. */
import { make } from "./make.ts";
import type { CodeInfo } from "./wire.ts";

export interface Message {
  readonly kind: "declined" | "failed";
  readonly title?: string;
  readonly text: string;
  /** A payment code, its label and its meaning in the interface's English. */
  readonly code?: CodeInfo | null;
  readonly links?: readonly { readonly href: string; readonly text: string }[];
}

/** Replaces the message in a slot; `null` removes it. */
export function showMessage(slot: HTMLElement, message: Message | null): void {
  const box = message && messageBox(message);
  slot.replaceChildren(...(box ? [box] : []));
  box?.scrollIntoView({ block: "nearest" });
}

/** A message as an element. */
export function messageBox(message: Message): HTMLElement {
  const box = make("div");
  box.className = `message ${message.kind}`;
  if (message.title !== undefined) box.append(make("h3", message.title));
  box.append(make("p", message.text));
  if (message.code) box.append(codeFold(message.code));
  for (const { href, text } of message.links ?? []) {
    const link = make("a", text);
    link.href = href;
    const line = make("p");
    line.append(link);
    box.append(line);
  }
  return box;
}

function codeFold({ summary, label, code, meaning, isOpen }: CodeInfo): HTMLElement {
  const line = make("p", `${label} `);
  line.className = "code";
  const words = make("span", meaning);
  words.lang = "en";
  words.dir = "ltr";
  line.append(make("bdi", code), ": ", words);
  const fold = make("details");
  fold.className = "support";
  fold.open = isOpen;
  fold.append(make("summary", summary), line);
  return fold;
}
