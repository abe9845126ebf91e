/** `import "@cardpane/browser/define"` defines `<card-pane>` and `<card-pane-field>`. */
import { defineCardPane } from "./elements/register.ts";

defineCardPane();

export { CardPaneElement } from "./elements/card-pane.ts";
export { CardPaneFieldElement } from "./elements/card-pane-field.ts";
