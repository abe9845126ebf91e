/** Knobs on the page: reads and writes their values as text, for each kind of control. */
import { make } from "../../web/make.ts";
import { initialOf, isPosition, type State, settled } from "../model/address.ts";
import { type KnobName, knobs } from "../model/knobs.ts";
import { all, find } from "./page.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The knobs of a form. Knobs outside it are not changed. */
export function createControls(root: HTMLElement) {
  const names = all("[data-knob]", root).map(({ dataset }) => dataset["knob"] as KnobName);
  const box = (name: KnobName) => find(`[data-knob="${name}"]`, root);
  root.addEventListener("submit", (event) => event.preventDefault());
  root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-move]") : null;
    if (button) move(button);
  });
  return {
    /** Merges the form's values into a state. A control with an invalid text is marked, and changes nothing. */
    read(before: State): State {
      const state: Partial<Record<KnobName, string>> = { ...before };
      for (const name of names) {
        const text = readControl(box(name), name);
        const fits = text === "" || isPosition(name, text);
        mark(box(name), fits);
        if (fits) state[name] = text === "" ? initialOf(name) : text;
      }
      return settled(state);
    },
    /** Writes a state into the controls. */
    write(state: State): void {
      for (const name of names) {
        writeControl(box(name), name, state[name] ?? initialOf(name));
        mark(box(name), true);
        const group = box(name).closest<HTMLDetailsElement>("details.knob-group");
        if (group && state[name] !== undefined) group.open = true;
      }
    },
  };
}

function control(box: HTMLElement): Control {
  return find<Control>("input, select, textarea", box);
}

function mark(box: HTMLElement, fits: boolean): void {
  const target = box.matches("fieldset") ? box : box.querySelector("input, select, textarea");
  if (fits) target?.removeAttribute("aria-invalid");
  else target?.setAttribute("aria-invalid", "true");
}

function readControl(box: HTMLElement, name: KnobName): string {
  const kind = knobs[name].control;
  switch (kind.type) {
    case "flag":
      return find<HTMLInputElement>("input", box).checked ? "1" : "";
    case "lines":
      return lines(control(box).value, "\n").join(kind.separator);
    case "fields":
      return readFields(box);
    case "list":
      return readList(box);
    case "fixed":
      return "";
    default:
      return control(box).value.trim();
  }
}

function writeControl(box: HTMLElement, name: KnobName, text: string): void {
  const kind = knobs[name].control;
  switch (kind.type) {
    case "flag":
      find<HTMLInputElement>("input", box).checked = text === "1";
      break;
    case "lines":
      control(box).value = lines(text, kind.separator).join("\n");
      break;
    case "fields":
      writeFields(box, text);
      break;
    case "list":
      writeList(box, text === "" ? [] : text.split(","));
      break;
    case "fixed":
      break;
    case "number":
    case "text":
      // The placeholder shows the initial value.
      control(box).value = text === initialOf(name) ? "" : text;
      break;
    case "choice":
      control(box).value = text;
      break;
    default:
      kind satisfies never;
  }
}

function lines(text: string, separator: string): readonly string[] {
  return text
    .split(separator)
    .map((line) => line.trim())
    .filter(Boolean);
}

const suffixes: Readonly<Record<string, string>> = { required: "", optional: "?" };

function readFields(box: HTMLElement): string {
  const fieldNames = all("[data-field]", box).flatMap((row) => {
    const suffix = suffixes[find<HTMLSelectElement>("select", row).value];
    return suffix === undefined ? [] : [`${row.dataset["field"]}${suffix}`];
  });
  // A form needs at least one field: `,` is invalid, so the control is marked.
  return fieldNames.length > 0 ? fieldNames.join(",") : ",";
}

function writeFields(box: HTMLElement, text: string): void {
  const rows = find("ol", box);
  const fieldNames = text.split(",");
  const left = all("[data-field]", box).filter(
    ({ dataset }) =>
      !fieldNames.includes(`${dataset["field"]}`) && !fieldNames.includes(`${dataset["field"]}?`),
  );
  const inOrder = fieldNames.map((field) => {
    const row = find(`[data-field="${field.replace("?", "")}"]`, box);
    find<HTMLSelectElement>("select", row).value = field.endsWith("?") ? "optional" : "required";
    return row;
  });
  for (const row of left) find<HTMLSelectElement>("select", row).value = "off";
  const wanted = [...inOrder, ...left];
  if (wanted.some((row, index) => rows.children[index] !== row)) rows.append(...wanted);
}

/** Moves a field by one position, and keeps the focus on the button. */
function move(button: HTMLElement): void {
  const row = button.closest<HTMLElement>("[data-field]");
  const neighbour = button.dataset["move"] === "1" ? row?.nextElementSibling : row?.previousElementSibling;
  if (!row || !neighbour) return;
  if (button.dataset["move"] === "1") row.before(neighbour);
  else row.after(neighbour);
  button.focus();
  row.dispatchEvent(new Event("change", { bubbles: true }));
}

function readList(box: HTMLElement): string {
  const ticked = all<HTMLInputElement>("input", box)
    .filter(({ checked }) => checked)
    .map(({ value }) => value);
  const before = (box.dataset["chosen"] ?? "").split(",");
  // In the order of selection.
  const chosen = [
    ...before.filter((name) => ticked.includes(name)),
    ...ticked.filter((name) => !before.includes(name)),
  ];
  writeList(box, chosen);
  return chosen.join(",");
}

function writeList(box: HTMLElement, chosen: readonly string[]): void {
  box.dataset["chosen"] = chosen.join(",");
  for (const input of all<HTMLInputElement>("input", box)) input.checked = chosen.includes(input.value);
  find("[data-chosen]", box).replaceChildren(make("span", chosen.length > 0 ? chosen.join(", ") : "–"));
}
