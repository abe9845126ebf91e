/** `import "@cardpane/browser/vue"`: types of the elements for templates of Vue 3, strict ones too. */
import type { HTMLAttributes as PageHtml, VNodeProps as PageNode } from "vue";
import type { CardPaneComponents } from "./jsx.ts";

declare module "vue" {
  interface GlobalComponents extends CardPaneComponents<PageHtml & PageNode> {}
}
