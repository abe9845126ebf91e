import type { ReactiveControllerHost } from "lit";
import type { FieldView } from "../../form/view-model.ts";
import type { Formatter } from "../../formatting/edit.ts";

/** The field whose input the controllers of this folder write. */
export interface FieldHost extends ReactiveControllerHost {
  readonly view: FieldView | null;
  /** `null` before the first rendering, and if the field is a list. */
  readonly textInput: HTMLInputElement | null;
  /** `null` if the text is not formatted. */
  readonly formatter: Formatter | null;
}
