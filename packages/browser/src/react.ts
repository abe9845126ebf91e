/** `import "@cardpane/browser/react"`: types of the elements for JSX of React 19. */
import type { HTMLAttributes as Html, RefAttributes as Ref } from "react";
import type { CardPaneElement } from "./elements/card-pane.ts";
import type { CardPaneJsx } from "./jsx.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends CardPaneJsx<Html<CardPaneElement> & Ref<CardPaneElement>> {}
  }
}
