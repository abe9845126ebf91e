/** Sets custom states for style sheets: `card-pane:state(invalid)`. */
import type { PaneStatus } from "../api/types.ts";

/** The flags of a form or a field; those of a pane that is not ready are missing. */
interface FormFlags {
  readonly empty?: boolean;
  readonly complete?: boolean;
  readonly focused?: boolean;
  readonly error?: unknown;
}

/** Sets the custom states of an element, in browsers that have them. */
export function setStates(
  internals: Partial<Pick<ElementInternals, "states">>,
  status: PaneStatus,
  disabled: boolean,
  { empty, complete, focused, error }: FormFlags = {},
): void {
  const { states } = internals;
  const flags = { [status]: true, disabled, empty, complete, focused, invalid: error };
  states?.clear();
  try {
    for (const [name, value] of Object.entries(flags)) if (value) states?.add(name);
  } catch {
    // Chromium before 125 refuses names without dashes.
  }
}
