/** `import "@cardpane/browser/define"` defines `<card-pane>` and `<card-pane-field>`. */
import { defineCardPane } from "./register.ts";

defineCardPane();

export { CardPaneElement } from "./element.ts";
export { CardPaneFieldElement } from "./field-element.ts";
