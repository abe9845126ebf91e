/**
 * The gallery's first page:
 *
 *   knob changed -> state -> address, pane.update(), code to copy
 *   back button -> address -> state -> knobs, pane.update(), code to copy
 */
import { make } from "../../web/make.ts";
import { describeDetail } from "../../web/qa/qa-events.ts";
import { htmlCode, jsCode } from "../model/code.ts";
import { optionsOf } from "../model/options.ts";
import { createControls } from "./controls.ts";
import { all, find, openAddress, readEnvironment, wireCopyButtons } from "./page.ts";
import { createStage } from "./stage.ts";

const maxEvents = 60;

const given = readEnvironment();
if (given !== undefined) start(given);

function start(environment: string): void {
  const form = find("#knobs");
  const events = find("#events");
  const controls = createControls(form);
  const stage = createStage({
    environment,
    onEvent(name, detail) {
      note(name, detail);
      const error = stage.pane()?.error;
      find("#stage-failed").textContent = error ? `The form didn’t load: ${error.code}` : "";
    },
  });
  const address = openAddress(() => {
    controls.write(address.state());
    show();
  });

  function show(): void {
    const state = address.state();
    stage.show(state);
    const options = optionsOf(state, { environment });
    const kind = state.form === "split" ? "split" : "whole";
    find("#code-html").textContent = htmlCode(options, kind);
    find("#code-js").textContent = jsCode(options, kind);
    drawSnapshot();
  }

  /** The pane's state. It contains no card data, and neither do its events. */
  function drawSnapshot(): void {
    find("#snapshot").textContent = JSON.stringify(stage.pane()?.snapshot ?? null, null, 1);
  }

  /** Adds an event at the top. */
  function note(name: string, detail: unknown): void {
    const item = make("li");
    const at = make("small", `${new Date().toISOString().slice(11, 23)} UTC `);
    const text = describeDetail(detail);
    if (text === "") item.append(at, make("b", name));
    else {
      const fold = make("details");
      const summary = make("summary");
      summary.append(at, make("b", name));
      fold.append(summary, make("pre", text));
      item.append(fold);
    }
    events.prepend(item);
    while (events.children.length > maxEvents) events.lastElementChild?.remove();
    drawSnapshot();
  }

  for (const type of ["input", "change"]) {
    form.addEventListener(type, ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === "search") return;
      address.write(controls.read(address.state()), type === "change");
      show();
    });
  }
  wireSearch(form);
  find("#clear-events").addEventListener("click", () => events.replaceChildren());
  for (const button of all<HTMLButtonElement>("[data-method]")) {
    button.addEventListener("click", () => void call(button.dataset["method"] ?? ""));
  }

  async function call(method: string): Promise<void> {
    const pane = stage.pane();
    if (method === "validate") note("validate()", await pane?.validate());
    if (method === "tokenize") await pane?.tokenize();
    if (method === "focus" || method === "blur" || method === "clear" || method === "retry") pane?.[method]();
  }

  controls.write(address.state());
  wireCopyButtons();
  show();
}

/** Shows the knobs whose name or description contains the search text, and opens their groups; shows all for an empty text. */
function wireSearch(form: HTMLElement): void {
  const input = find<HTMLInputElement>("#knob-search", form);
  const empty = find("#no-knob", form);
  const groups = all<HTMLDetailsElement>(".knob-group", form);
  const wereOpen = new Map(groups.map((group) => [group, group.open]));
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    for (const group of groups) {
      let found = 0;
      for (const knob of all("[data-knob]", group)) {
        const name = knob.dataset["knob"] ?? "";
        const text = `${name} ${knob.querySelector(".about")?.textContent ?? ""}`.toLowerCase();
        knob.hidden = !text.includes(wanted);
        if (!knob.hidden) found += 1;
      }
      group.hidden = found === 0;
      group.open = wanted === "" ? (wereOpen.get(group) ?? false) : found > 0;
    }
    const isNothing = groups.every((group) => group.hidden);
    empty.textContent = isNothing ? (empty.dataset["text"] ?? "") : "";
  });
  input.addEventListener("keydown", (event) => {
    // Enter would submit the form, which has no action.
    if (event.key === "Enter") event.preventDefault();
  });
}
