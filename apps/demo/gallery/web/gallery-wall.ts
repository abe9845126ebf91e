/**
 * Many panes on one page. Each is created when it is near the viewport, and only a few load at a time, so that a hundred frames
 * do not start at once.
 */
import type { CardPaneOptions } from "@cardpane/browser";
import { all, createPane, find, readEnvironment } from "./page.ts";

/** The maximum number of frames that load at the same time. */
const maxLoading = 4;
const nearPx = 300;

const environment = readEnvironment();
const queue: HTMLElement[] = [];
let loading = 0;

if (environment !== undefined) {
  const nearby = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        nearby.unobserve(target);
        queue.push(target);
      }
      loadNext();
    },
    { rootMargin: `${nearPx}px` },
  );
  for (const cell of all("[data-cell]")) nearby.observe(cell);
}

/** Loads the cells nearest to the centre of the viewport first, so cells scrolled past do not delay them. */
function loadNext(): void {
  while (loading < maxLoading) {
    const cell = queue.sort((one, other) => distance(other) - distance(one)).pop();
    if (!cell) return;
    load(cell);
  }
}

function load(cell: HTMLElement): void {
  loading += 1;
  const options = JSON.parse(cell.dataset["cell"] ?? "{}") as CardPaneOptions;
  const pane = createPane({ ...options, environment: environment ?? "" });
  let isLoading = true;
  const handleSettled = () => {
    if (isLoading) loading -= 1;
    isLoading = false;
    cell.dataset["status"] = pane.status;
    if (pane.status === "ready" && cell.dataset["wrong"] !== undefined) void pane.validate();
    loadNext();
  };
  pane.on("ready", handleSettled);
  pane.on("loaderror", handleSettled);
  pane.mount(find(".cell-pane", cell));
}

function distance(cell: HTMLElement): number {
  const { top, bottom } = cell.getBoundingClientRect();
  return Math.abs((top + bottom - innerHeight) / 2);
}
