/** Test data of the pane: the contrast of a style, and options of a pane. */

export { lowContrasts } from "./contrast.ts";
export { examplePaneOptions, savedCard, success } from "./pane-options.ts";
