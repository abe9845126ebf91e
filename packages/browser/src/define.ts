/** `import "@cardpane/browser/define"` defines `<card-pane>`. */
import { defineCardPane } from "./register.ts";

defineCardPane();

export { CardPaneElement } from "./element.ts";
