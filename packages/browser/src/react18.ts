/**
 * `import "@cardpane/browser/react18"`: types of the elements for JSX of React 18, which sets only attributes, as text. Events,
 * objects and lists need a `ref`.
 */
import type { HTMLAttributes as PageHtml, RefAttributes as PageRef } from "react";
import type { CardPaneElement } from "./elements/card-pane.ts";
import type { CardPaneTextJsx } from "./jsx.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements
      extends CardPaneTextJsx<PageHtml<CardPaneElement> & PageRef<CardPaneElement>> {}
  }
}
