/** `import "@cardpane/browser/react"`: types of the elements for JSX of React 19. */
import type { HTMLAttributes as PageHtml, RefAttributes as PageRef } from "react";
import type { CardPaneElement } from "./elements/card-pane.ts";
import type { CardPaneJsx } from "./jsx.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends CardPaneJsx<PageHtml<CardPaneElement> & PageRef<CardPaneElement>> {}
  }
}
