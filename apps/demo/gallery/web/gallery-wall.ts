/**
 * Many panes on one page. Each is created when it is near the viewport, and only a few load at a time, so that fifty frames
 * do not start at once. All follow the knobs above them.
 */
import type { CardPane, CardPaneOptions } from "@cardpane/browser";
import { everyOption, optionsOf } from "../model/options.ts";
import { createControls } from "./controls.ts";
import { all, createPane, find, openAddress, readData } from "./page.ts";
import type { GalleryData } from "./wire.ts";

/** The maximum number of frames that load at the same time. */
const maxLoading = 4;
const nearPx = 300;

function start(given: GalleryData): void {
  const form = find("#bar");
  const controls = createControls(form);
  const own = all<OwnControl>("[data-own]", form);
  const values = Object.fromEntries(own.map((control) => [control.dataset["own"] ?? "", valuesOf(control)]));
  const address = openAddress(given, values, show);
  const wall = new Wall(() => optionsOf(address.state(), { environment: given.environment }));

  function show(): void {
    controls.write(address.state());
    const { theme = "all", width = "320", errors } = address.others();
    for (const control of own) writeOwn(control, address.others()[control.dataset["own"] ?? ""] ?? "");
    filter(theme, width);
    for (const element of all(".wall")) element.dir = address.state().dir ?? "";
    wall.update(errors === "1");
  }

  for (const type of ["input", "change"]) {
    form.addEventListener(type, () => {
      const others = Object.fromEntries(
        own.map((control) => [control.dataset["own"] ?? "", readOwn(control)]),
      );
      address.write(controls.read(address.state()), others, type === "change");
      show();
    });
  }
  show();
  for (const cell of all("[data-cell]")) wall.add(cell);
}

/** The cells of the page, and the panes of those that were near the viewport. */
class Wall {
  /** Options that all panes share. */
  readonly #sharedOptions: () => CardPaneOptions;
  readonly #panes = new Map<HTMLElement, CardPane>();
  /** Cells near the viewport whose panes have not begun to load. */
  readonly #queue: HTMLElement[] = [];
  readonly #nearby = new IntersectionObserver((entries) => this.#handleIntersections(entries), {
    rootMargin: `${nearPx}px`,
  });
  #loading = 0;
  #showsErrors = false;

  constructor(sharedOptions: () => CardPaneOptions) {
    this.#sharedOptions = sharedOptions;
  }

  /** Loads the cell's pane as soon as it is near the viewport. */
  add(cell: HTMLElement): void {
    this.#nearby.observe(cell);
  }

  /** Applies changed options to all panes, and shows or clears their errors. */
  update(showsErrors: boolean): void {
    for (const [cell, pane] of this.#panes) pane.update(everyOption(this.#optionsFor(cell)));
    if (showsErrors === this.#showsErrors) return;
    this.#showsErrors = showsErrors;
    for (const [cell, pane] of this.#panes) {
      if (pane.status === "ready") void (this.#isWrong(cell) ? pane.validate() : pane.clear());
    }
  }

  #handleIntersections(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      this.#nearby.unobserve(target);
      this.#queue.push(target);
    }
    this.#loadNext();
  }

  #loadNext(): void {
    while (this.#loading < maxLoading) {
      const cell = this.#queue.sort((one, other) => distance(other) - distance(one)).pop();
      if (!cell) return;
      this.#load(cell);
    }
  }

  #load(cell: HTMLElement): void {
    this.#loading += 1;
    const pane = createPane(this.#optionsFor(cell));
    this.#panes.set(cell, pane);
    let isLoading = true;
    const handleSettled = () => {
      if (isLoading) this.#loading -= 1;
      isLoading = false;
      cell.dataset["status"] = pane.status;
      this.#loadNext();
    };
    pane.on("ready", () => {
      handleSettled();
      if (this.#isWrong(cell)) void pane.validate();
    });
    pane.on("loaderror", handleSettled);
    pane.mount(find(".cell-pane", cell));
  }

  /** The shared options, overridden by those of the cell. */
  #optionsFor(cell: HTMLElement): CardPaneOptions {
    const { cell: own = "{}" } = cell.dataset;
    return { ...this.#sharedOptions(), ...(JSON.parse(own) as CardPaneOptions) };
  }

  #isWrong(cell: HTMLElement): boolean {
    return this.#showsErrors || cell.dataset["state"] === "errors";
  }
}

/** A control of this page that is not a knob. */
type OwnControl = HTMLSelectElement | HTMLInputElement;

/** Distance of a cell from the centre of the viewport: near cells load first, so cells scrolled past do not delay them. */
function distance(cell: HTMLElement): number {
  const { top, bottom } = cell.getBoundingClientRect();
  return Math.abs((top + bottom - innerHeight) / 2);
}

/** Shows only the looks of the selected theme and width. */
function filter(theme: string, width: string): void {
  for (const section of all("[data-theme-section]"))
    section.hidden = ![section.dataset["themeSection"], "all"].includes(theme);
  for (const row of all("[data-width]")) row.hidden = ![row.dataset["width"], "all"].includes(width);
}

/** The possible values of a control in the address. */
function valuesOf(control: OwnControl): readonly string[] {
  return control instanceof HTMLInputElement ? ["1"] : [...control.options].map(({ value }) => value);
}

function readOwn(control: OwnControl): string {
  if (control instanceof HTMLInputElement) return control.checked ? "1" : "";
  return control.selectedIndex === 0 ? "" : control.value;
}

function writeOwn(control: OwnControl, text: string): void {
  if (control instanceof HTMLInputElement) control.checked = text === "1";
  else if (text === "") control.selectedIndex = 0;
  else control.value = text;
}

// At the end of the module: the class must be initialised.
const data = readData();
if (data) start(data);
