/** Test data of the pane: the colours of a form, and options of a pane. */

export { formColorsOf } from "./form-colors.ts";
export { examplePaneOptions } from "./pane-options.ts";
