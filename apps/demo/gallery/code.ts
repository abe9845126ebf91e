/** The code, to copy, that creates the same pane on another page. */
import type { CardPaneOptions } from "@cardpane/browser";
import { placesOf } from "./knobs.ts";

/** The JavaScript call: the whole form in one frame, or each field in its own. */
export function jsCode(options: CardPaneOptions, isSplit: boolean): string {
  const { fields: _, ...others } = options;
  const call = `const pane = createCardPane(${literal(isSplit ? others : options)});`;
  if (!isSplit) return `${call}\npane.mount("#card");`;
  const places = placesOf(options).map((place) => `pane.field("${place}", "#${place.replace("?", "")}");`);
  return [call, ...places].join("\n");
}

/** The options without an attribute of the element. */
const scriptOnly = ["tokens", "darkTokens", "texts", "loadTimeoutMs"];

/** The HTML element, with a script for options without an attribute. */
export function htmlCode(options: CardPaneOptions, isSplit: boolean): string {
  const given = Object.entries(options);
  const attributes = given
    // In a split form, month and year are two fields; only this option makes them lists.
    .filter(([name, value]) => !(isSplit && (name === "fields" || (name === "expiry" && value !== "select"))))
    .filter(([name]) => !scriptOnly.includes(name))
    .map(([name, value]) => ` ${attributeName(name)}${value === true ? "" : `="${attributeText(value)}"`}`);
  const places = placesOf(options).map((place) => `  <card-pane-field name="${place}"></card-pane-field>`);
  const inside = isSplit ? `\n${places.join("\n")}\n` : "";
  const element = `<card-pane${attributes.join("")}>${inside}</card-pane>`;
  const rest = Object.fromEntries(given.filter(([name]) => scriptOnly.includes(name)));
  if (Object.keys(rest).length === 0) return element;
  return `${element}\n<script>\n  document.querySelector("card-pane").update(${literal(rest)});\n</script>`;
}

/** A value as a JavaScript literal that is safe inside a script element. */
export function literal(value: unknown): string {
  const unicode = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, null, 2).replace(/[<\u2028\u2029]/g, unicode);
}

function attributeName(option: string): string {
  return option === "readOnly" ? "readonly" : option.replace(/[A-Z]/g, (mark) => `-${mark.toLowerCase()}`);
}

function attributeText(value: unknown): string {
  const text = Array.isArray(value)
    ? value.join(" ")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
