/**
 * The gallery's first page:
 *
 *   knob changed -> state -> address, pane.update(), code to copy
 *   back button -> address -> state -> knobs, pane.update(), code to copy
 *
 * `update()` keeps typed values. Only a change between a form in one frame and a split form creates a new pane.
 */
import type { CardPane, CardPaneOptions } from "@cardpane/browser";
import { eventNames } from "@cardpane/browser/adapter";
import { make } from "../web/make.ts";
import { describeDetail, eventItem } from "../web/qa/qa-events.ts";
import { htmlCode, jsCode } from "./code.ts";
import {
  addressOf,
  everyOption,
  isValue,
  type KnobName,
  knobNames,
  knobs,
  optionsOf,
  type PlaceName,
  placesOf,
  readAddress,
  type State,
  withoutInitials,
} from "./knobs.ts";
import { find, paneFactory } from "./page.ts";

const maxEvents = 60;
void paneFactory().then((create) => start(create, find("#gallery").dataset["environment"] ?? ""));

function start(create: (options: CardPaneOptions) => CardPane, environment: string): void {
  let state: State = {};
  let pane: CardPane | undefined;
  let isSplit: boolean | undefined;

  function readPage(): void {
    const found = readAddress(location.search);
    state = found.state;
    showProblems(found.problems);
    for (const name of knobNames) write(name, state[name] ?? knobs[name].initial);
    show();
  }

  /** Applies the state to the pane, to the page around it, and to the code. */
  function show(): void {
    const options = optionsOf(state, environment);
    const wantsSplit = state.form === "split";
    applyToPage(state);
    find("#pane").classList.toggle("places", wantsSplit);
    if (pane && isSplit === wantsSplit) pane.update(everyOption(options));
    else {
      pane?.destroy();
      find("#pane").replaceChildren();
      pane = create(options);
      for (const name of eventNames) pane.on(name, (detail) => note(name, detail));
      if (!wantsSplit) pane.mount(find("#pane"));
    }
    isSplit = wantsSplit;
    if (isSplit) arrange(pane, placesOf(options));
    find("#code-html").textContent = htmlCode(options, isSplit);
    find("#code-js").textContent = jsCode(options, isSplit);
    drawSnapshot();
  }

  /** Adds an event at the top. Neither events nor the snapshot contain card data. */
  function note(name: string, detail: unknown): void {
    const events = find("#events");
    events.prepend(eventItem(name, describeDetail(detail)));
    while (events.children.length > maxEvents) events.lastElementChild?.remove();
    find("#stage-failed").textContent = pane?.error ? `The form didn’t load: ${pane.error.code}` : "";
    drawSnapshot();
  }

  function drawSnapshot(): void {
    find("#snapshot").textContent = JSON.stringify(pane?.snapshot ?? null, null, 1);
  }

  for (const type of ["input", "change"]) {
    find("#knobs").addEventListener(type, () => {
      state = readKnobs(state);
      const address = location.pathname + addressOf(state);
      // Not while the user is typing.
      if (type === "change" && address !== location.pathname + location.search) {
        history.pushState(null, "", address);
        showProblems([]);
        // The footer's forms redirect to the current address.
        find<HTMLInputElement>('#preferences [name="back"]').value = address;
      }
      show();
    });
  }
  find("#knobs").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", readPage);
  find("#gallery").addEventListener("click", async ({ target }) => {
    const { method, copy } = target instanceof HTMLElement ? target.dataset : {};
    if (method === "validate") note("validate()", await pane?.validate());
    if (method === "tokenize") await pane?.tokenize();
    if (method === "focus" || method === "blur" || method === "clear" || method === "retry") pane?.[method]();
    if (copy === undefined || !(target instanceof HTMLElement)) return;
    await navigator.clipboard.writeText(find(`#${copy}`).textContent ?? "");
    target.textContent = "Copied";
  });
  readPage();
}

type Control = HTMLInputElement | HTMLSelectElement;

function write(name: KnobName, text: string): void {
  const control = find<Control>(`#knob-${name}`);
  if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = text === "1";
  else control.value = text;
  control.removeAttribute("aria-invalid");
  const group = control.closest("details");
  if (group && text !== knobs[name].initial) group.open = true;
}

/** Merges the knobs into a state. An invalid text is marked, and changes nothing. */
function readKnobs(before: State): State {
  const after: Record<string, string> = { ...before };
  for (const name of knobNames) {
    const control = find<Control>(`#knob-${name}`);
    const isCheckbox = control instanceof HTMLInputElement && control.type === "checkbox";
    const text = isCheckbox ? (control.checked ? "1" : "") : control.value.trim();
    const isValid = isValue(name, text);
    control.setAttribute("aria-invalid", String(!isValid));
    if (isValid) after[name] = text;
  }
  return withoutInitials(after);
}

/** Applies the state to the page around the pane. */
function applyToPage({ width = knobs.width.initial, page, theme, dir = "ltr", lang, match }: State): void {
  find("#stage-page").style.width = width === "full" ? "" : `${width}px`;
  Object.assign(find("#stage").dataset, { scheme: page ?? "auto", ground: theme ?? "classic" });
  find("#stage-page").dir = dir;
  find("#stage-page").lang = lang ?? "";
  if (lang === undefined) find("#stage-page").removeAttribute("lang");
  find("#sample").hidden = match === undefined;
  find("#email").dataset["look"] = match ?? "";
}

/** Shows the ignored parts of the address. */
function showProblems(problems: readonly string[]): void {
  const slot = find("#problems");
  slot.className = problems.length > 0 ? "message reported" : "";
  const list = make("ul");
  list.append(...problems.map((problem) => make("li", problem)));
  slot.replaceChildren(
    ...(problems.length > 0 ? [make("p", "Some URL parameters were ignored:"), list] : []),
  );
}

/** Gives each field its own container, in order; fields that are kept keep their frames. */
function arrange(pane: CardPane, places: readonly PlaceName[]): void {
  const root = find("#pane");
  const ids = places.map((place) => `place-${place.replace("?", "")}`);
  for (const element of root.querySelectorAll<HTMLElement>("[data-place]")) {
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
