/** Many panes on one page. Each is created when it is near the viewport, so that a hundred frames do not start at once. */
import type { CardPane, CardPaneOptions } from "@cardpane/browser";
import { paneFactory } from "./page.ts";

void paneFactory().then((createPane) => {
  const nearby = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        nearby.unobserve(target);
        load(target, createPane);
      }
    },
    { rootMargin: "300px" },
  );
  for (const cell of document.querySelectorAll("[data-cell]")) nearby.observe(cell);
});

function load(cell: HTMLElement, createPane: (options: CardPaneOptions) => CardPane): void {
  const pane = createPane(JSON.parse(cell.dataset["cell"] ?? "{}") as CardPaneOptions);
  const place = cell.querySelector("div");
  if (!place) return;
  for (const event of ["ready", "loaderror"] as const) {
    pane.on(event, () => {
      cell.dataset["status"] = pane.status;
      if (pane.status === "ready" && cell.dataset["wrong"] !== undefined) void pane.validate();
    });
  }
  pane.mount(place);
}
