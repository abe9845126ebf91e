/** The code, to copy, that creates the same pane on another page. */

/** The options without an attribute of the element; the gallery writes them as JSON. */
export const scriptOnly: readonly string[] = ["tokens", "darkTokens", "texts", "loadTimeoutMs"];

/** A value as JSON: nothing for an empty text, and the text itself if it is none, which the pane then refuses. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

/**
 * The HTML element, with a script for the options without an attribute.
 *
 * @param options the texts of the options
 * @param places the fields of a split form; empty for a form in one frame
 */
export function htmlCode(options: Readonly<Record<string, string>>, places: readonly string[]): string {
  const given = Object.entries(options);
  const isSplit = places.length > 0;
  const attributes = given
    .filter(([name]) => !scriptOnly.includes(name))
    // In a split form, month and year are two fields; only this option makes them lists.
    .filter(([name, text]) => !(isSplit && (name === "fields" || (name === "expiry" && text !== "select"))))
    .map(([name, text]) => ` ${attributeName(name)}${text === "1" ? "" : `="${escaped(text)}"`}`);
  const inside = places.map((place) => `  <card-pane-field name="${escaped(place)}"></card-pane-field>\n`);
  const element = `<card-pane${attributes.join("")}>${isSplit ? "\n" : ""}${inside.join("")}</card-pane>`;
  // JSON is JavaScript; only `<` could end the script.
  const rest = given
    .filter(([name]) => scriptOnly.includes(name))
    .map(([name, text]) => `    ${name}: ${JSON.stringify(readJson(text)).replaceAll("<", "\\u003c")},\n`);
  if (rest.length === 0) return element;
  return `${element}\n<script>\n  document.querySelector("card-pane").update({\n${rest.join("")}  });\n</script>`;
}

function attributeName(option: string): string {
  return option === "readOnly" ? "readonly" : option.replace(/[A-Z]/g, (mark) => `-${mark.toLowerCase()}`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
