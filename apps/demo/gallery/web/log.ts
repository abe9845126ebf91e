/** The pane's output for a page: its events, newest first, and the snapshot. Neither contains card data. */
import type { CardPane } from "@cardpane/browser";
import { make } from "../../web/make.ts";
import { describeDetail } from "../../web/qa/qa-events.ts";
import { find } from "./page.ts";

const maxEvents = 60;

export function createLog(pane: () => CardPane | undefined) {
  const list = find("#events");
  const snapshot = find("#snapshot");
  find("#clear-events").addEventListener("click", () => list.replaceChildren());

  function draw(): void {
    snapshot.textContent = JSON.stringify(pane()?.snapshot ?? null, null, 1);
  }
  return {
    note(name: string, detail: unknown): void {
      const item = make("li");
      item.append(make("small", `${new Date().toISOString().slice(11, 23)} UTC `), code(name));
      const words = describeDetail(detail);
      if (words !== "") {
        const fold = make("details");
        const summary = make("summary");
        summary.append(...item.childNodes);
        const text = make("pre", words);
        fold.append(summary, text);
        item.append(fold);
      }
      list.prepend(item);
      while (list.children.length > maxEvents) list.lastElementChild?.remove();
      draw();
    },
    draw,
  };
}

function code(name: string): HTMLElement {
  const made = make("b", name);
  made.lang = "en";
  made.dir = "ltr";
  return made;
}
