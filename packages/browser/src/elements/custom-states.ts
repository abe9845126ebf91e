/** Sets custom states for style sheets: `card-pane:state(invalid)`. */
import type { PaneStatus } from "../api/types.ts";

/** The statuses that are removed when the status changes. `destroyed` is final, so it is not among them. */
const statuses = { unmounted: false, loading: false, ready: false, failed: false };

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
  const flags = { disabled, empty, complete, focused, invalid: error };
  for (const [name, value] of Object.entries({ ...statuses, [status]: true, ...flags })) {
    try {
      if (value) states?.add(name);
      else states?.delete(name);
    } catch {
      // Chromium before 125 refuses names without dashes.
    }
  }
}
