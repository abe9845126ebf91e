/**
 * The pane on the stage. Each state is applied with `update()`, so that typed values are kept. Only a change between a form in
 * one frame and a split form creates a new pane.
 */
import type { CardPane, CardPaneEventName, CardPaneOptions } from "@cardpane/browser";
import { eventNames } from "@cardpane/browser/adapter";
import { make } from "../../web/make.ts";
import { initialOf, type State } from "../model/address.ts";
import { everyOption, optionsOf, type PlaceName, placesOf } from "../model/options.ts";
import { all, createPane, find } from "./page.ts";

export interface StageOptions {
  readonly environment: string;
  readonly onEvent: (name: CardPaneEventName, detail: unknown) => void;
}

export function createStage({ environment, onEvent }: StageOptions) {
  const root = find("#pane");
  const stagePage = find("#stage-page");
  let pane: CardPane | undefined;
  let form = "";

  function open(options: CardPaneOptions): CardPane {
    pane?.destroy();
    root.replaceChildren();
    const made = createPane(options);
    for (const name of eventNames) made.on(name, (detail) => onEvent(name, detail));
    return made;
  }

  return {
    pane: () => pane,
    show(state: State): void {
      dress(state);
      const options = optionsOf(state, { environment });
      const wanted = state.form ?? "whole";
      const isNew = !pane || form !== wanted;
      if (!pane || isNew) pane = open(options);
      else pane.update(everyOption(options));
      form = wanted;
      root.classList.toggle("places", wanted === "split");
      if (wanted === "split") arrange(pane, root, placesOf(options));
      else if (isNew) pane.mount(root);
    },
  };

  /** Applies the state to the page around the pane. */
  function dress({ width, page, theme, dir, lang, match }: State): void {
    stagePage.dataset["width"] = width ?? initialOf("width");
    const stage = find("#stage");
    stage.dataset["page"] = page ?? initialOf("page");
    stage.dataset["ground"] = theme ?? initialOf("theme");
    for (const [name, value] of Object.entries({ dir, lang })) {
      if (value === undefined) stagePage.removeAttribute(name);
      else stagePage.setAttribute(name, value);
    }
    find("#sample").hidden = match === undefined;
    find("#email").dataset["look"] = match ?? "";
  }
}

/** Gives each field its own container, in order; fields that are kept keep their frames. */
function arrange(pane: CardPane, root: HTMLElement, places: readonly PlaceName[]): void {
  const ids = places.map((place) => `place-${place.replace("?", "")}`);
  for (const element of all("[data-place]", root)) {
    if (ids.includes(element.id)) continue;
    pane.field(element.dataset["place"] as PlaceName, null);
    element.remove();
  }
  for (const [index, place] of places.entries()) {
    const id = ids[index] ?? "";
    const element = document.getElementById(id) ?? make("div");
    element.id = id;
    element.dataset["place"] = place;
    if (root.children[index] !== element) root.insertBefore(element, root.children[index] ?? null);
    pane.field(place, element);
  }
}
