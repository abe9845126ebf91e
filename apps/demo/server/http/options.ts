import { html } from "hono/html";
import type { Html } from "./page.ts";

/** The options of a select, of which one is selected. */
export function options(all: readonly (readonly [value: string, words: string])[], chosen = ""): Html {
  return html`${all.map(
    ([value, words]) =>
      html`<option value="${value}" ${value === chosen && html`selected`}>${words}</option>`,
  )}`;
}
