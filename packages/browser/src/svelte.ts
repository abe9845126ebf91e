/** `import "@cardpane/browser/svelte"`: types of the elements for templates of Svelte 5 and 4. */
import type { HTMLAttributes as PageHtml } from "svelte/elements";
import type { CardPaneElement } from "./elements/card-pane.ts";
import type { CardPaneJsx } from "./jsx.ts";

declare module "svelte/elements" {
  interface SvelteHTMLElements extends CardPaneJsx<PageHtml<CardPaneElement>> {}
}
