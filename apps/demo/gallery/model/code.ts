/** The code, to copy, that creates the same pane on another page. */
import type { CardPaneOptions } from "@cardpane/browser";
import { type OptionName, optionKnobs } from "./knobs.ts";
import { placesOf } from "./options.ts";

/** Whether the whole form is one frame, or each field has its own. */
export type FormKind = "whole" | "split";

/** The JavaScript call. */
export function jsCode(options: CardPaneOptions, form: FormKind): string {
  const { fields, ...others } = options;
  const call = `const pane = createCardPane(${literal(form === "split" ? others : options)});`;
  if (form === "whole") return `${call}\npane.mount("#card");`;
  const places = placesOf(options).map((place) => `pane.field("${place}", "#${place.replace("?", "")}");`);
  return [call, ...places].join("\n");
}

/** The HTML element, with a script for options without an attribute. */
export function htmlCode(options: CardPaneOptions, form: FormKind): string {
  const given = Object.entries(options) as [OptionName, unknown][];
  const attributes = given.flatMap(([name, value]) => {
    const { attribute } = optionKnobs[name];
    if (attribute === null || (form === "split" && (name === "fields" || name === "expiry"))) return [];
    return [` ${attribute}${value === true ? "" : `="${escaped(attributeText(value))}"`}`];
  });
  // In a split form, month and year are two fields; only this option makes them lists.
  if (form === "split" && options.expiry === "select") attributes.push(' expiry="select"');
  const places = placesOf(options).map((place) => `  <card-pane-field name="${place}"></card-pane-field>`);
  const inside = form === "split" ? `\n${places.join("\n")}\n` : "";
  const element = `<card-pane${attributes.join("")}>${inside}</card-pane>`;
  const rest = Object.fromEntries(given.filter(([name]) => optionKnobs[name].attribute === null));
  if (Object.keys(rest).length === 0) return element;
  return `${element}\n<script>\n  document.querySelector("card-pane").update(${literal(rest, "  ")});\n</script>`;
}

/** A value as a JavaScript literal that is safe inside a script element. */
export function literal(value: unknown, indent = ""): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, indent)).join(", ")}]`;
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value).replace(/[<\u2028\u2029]/g, unicodeEscape);
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(
    ([name, item]) =>
      `${inner}${/^[a-z_]\w*$/i.test(name) ? name : literal(name)}: ${literal(item, inner)},\n`,
  );
  return lines.length > 0 ? `{\n${lines.join("")}${indent}}` : "{}";
}

function unicodeEscape(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function attributeText(value: unknown): string {
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;" };
  return text.replace(/[&"<]/g, (mark) => names[mark] ?? mark);
}
