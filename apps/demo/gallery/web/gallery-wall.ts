/**
 * Many panes on one page. Each is made when it comes near to what is seen, a few at a time, so that fifty frames do not start
 * at once; all follow the knobs above them live.
 */
import type { CardPane, CardPaneOptions } from "@cardpane/browser";
import { everyOption, optionsOf } from "../model/options.ts";
import { createControls } from "./controls.ts";
import { all, find, openAddress, readData } from "./page.ts";
import { createPane } from "./pane-script.ts";
import type { GalleryData } from "./wire.ts";

/** Frames that load at the same time. */
const maxLoading = 4;
const nearPx = 300;

const data = readData();
if (data) start(data);

function start(given: GalleryData): void {
  const { environment } = given;
  const form = find("#bar");
  const controls = createControls(form);
  const own = all<HTMLSelectElement | HTMLInputElement>("[data-own]", form);
  const values = Object.fromEntries(own.map((control) => [control.dataset["own"] ?? "", valuesOf(control)]));
  const address = openAddress(given, values, show);
  const panes = new Map<HTMLElement, CardPane>();
  const waiting: HTMLElement[] = [];
  let loading = 0;
  let withErrors = false;

  const nearby = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        nearby.unobserve(target);
        waiting.push(target);
      }
      loadNext();
    },
    { rootMargin: `${nearPx}px` },
  );

  function loadNext(): void {
    while (loading < maxLoading) {
      const cell = waiting.sort((one, other) => distance(other) - distance(one)).pop();
      if (!cell) return;
      loading += 1;
      const pane = createPane(optionsFor(cell));
      panes.set(cell, pane);
      let isWaited = true;
      const settled = () => {
        if (isWaited) loading -= 1;
        isWaited = false;
        cell.dataset["status"] = pane.status;
        loadNext();
      };
      pane.on("ready", () => {
        settled();
        if (isWrong(cell)) void pane.validate();
      });
      pane.on("loaderror", settled);
      pane.mount(find(".cell-pane", cell));
    }
  }

  /** What the knobs say, and over it what this one is there for. */
  function optionsFor(cell: HTMLElement): CardPaneOptions {
    const { cell: particular = "{}" } = cell.dataset;
    return {
      ...optionsOf(address.state(), { environment }),
      ...(JSON.parse(particular) as CardPaneOptions),
    };
  }

  function isWrong(cell: HTMLElement): boolean {
    return withErrors || cell.dataset["state"] === "errors";
  }

  function show(): void {
    controls.write(address.state());
    const { theme = "all", width = "320", errors } = address.others();
    for (const control of own) writeOwn(control, address.others()[control.dataset["own"] ?? ""] ?? "");
    filter(theme, width);
    for (const wall of all(".wall")) wall.dir = address.state().dir ?? "";
    for (const [cell, pane] of panes) pane.update(everyOption(optionsFor(cell)));
    showErrors(errors === "1");
  }

  function showErrors(wanted: boolean): void {
    if (wanted === withErrors) return;
    withErrors = wanted;
    for (const [cell, pane] of panes) {
      if (pane.status === "ready") void (isWrong(cell) ? pane.validate() : pane.clear());
    }
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
  for (const cell of all("[data-cell]")) nearby.observe(cell);
}

/** How far a cell is from the middle of what is seen: who scrolls on does not wait for what was passed. */
function distance(cell: HTMLElement): number {
  const { top, bottom } = cell.getBoundingClientRect();
  return Math.abs((top + bottom - innerHeight) / 2);
}

/** Of the looks, the theme and the width that are asked for. */
function filter(theme: string, width: string): void {
  for (const section of all("[data-theme-section]"))
    section.hidden = ![section.dataset["themeSection"], "all"].includes(theme);
  for (const row of all("[data-width]")) row.hidden = ![row.dataset["width"], "all"].includes(width);
}

/** What the address may say of a control. */
function valuesOf(control: HTMLSelectElement | HTMLInputElement): readonly string[] {
  return control instanceof HTMLInputElement ? ["1"] : [...control.options].map(({ value }) => value);
}

function readOwn(control: HTMLSelectElement | HTMLInputElement): string {
  if (control instanceof HTMLInputElement) return control.checked ? "1" : "";
  return control.selectedIndex === 0 ? "" : control.value;
}

function writeOwn(control: HTMLSelectElement | HTMLInputElement, text: string): void {
  if (control instanceof HTMLInputElement) control.checked = text === "1";
  else if (text === "") control.selectedIndex = 0;
  else control.value = text;
}
