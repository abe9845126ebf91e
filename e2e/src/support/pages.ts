/** Merchant's pages that tests open: HTML as a merchant would write it. */
import { fontFamilies } from "./stack/fonts.ts";
import type { Stack } from "./stack/start.ts";

/** A whole document around a body, with the pane's script. */
export function merchantPage(stack: Stack, body: string, { head = "" }: { head?: string } = {}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Merchant</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}
<script src="${stack.release}cardpane.js" integrity="${stack.integrity}" crossorigin="anonymous"></script>
</head><body><main>${body}</main></body></html>`;
}

/** The pane as one tag. */
export function paneTag(attributes = ""): string {
  return `<card-pane environment="sandbox" ${attributes}></card-pane>`;
}

/** The pane with each field in a separate element. */
export function splitTag(fields = "number expiry cvv", attributes = ""): string {
  const places = fields.split(" ").map((name) => `<card-pane-field name="${name}"></card-pane-field>`);
  return `<card-pane environment="sandbox" ${attributes}>${places.join("")}</card-pane>`;
}

/** For the head of a page whose pane uses one of the tests' fonts. */
export const inFont = (font: keyof typeof fontFamilies) =>
  `<style>card-pane { --cardpane-font-family: ${fontFamilies[font]} }</style>`;
