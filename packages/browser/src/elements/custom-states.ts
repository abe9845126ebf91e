/** Shows states to style sheets: `card-pane:state(invalid)`, or the class `cardpane-invalid` where browsers know no states. */
import type { PaneStatus } from "../pane/types.ts";

/** Each ends when the status changes. `destroyed` is final, so it is not among them. */
const statuses = { unmounted: false, loading: false, ready: false, failed: false };

/** The flags of a form or a field, as far as they are known. */
interface FormFlags {
  readonly empty?: boolean;
  readonly complete?: boolean;
  readonly focused?: boolean;
  readonly error?: unknown;
}

/** Sets the custom states of an element. */
export function setStates(
  element: Element,
  internals: Partial<Pick<ElementInternals, "states">>,
  status: PaneStatus,
  disabled: boolean,
  { empty, complete, focused, error }: FormFlags = {},
): void {
  // Where there are none, the catch below has the way round.
  const states = internals.states as CustomStateSet;
  const flags = { disabled, empty, complete, focused, invalid: error };
  for (const [name, value] of Object.entries({ ...statuses, [status]: true, ...flags })) {
    try {
      if (value) states.add(name);
      else states.delete(name);
    } catch {
      // Chromium before 125 takes no name without dashes, Safari before 17.4 and Firefox before 126 have none. Delete when
      // nobody has them.
      element.classList.toggle(`cardpane-${name}`, !!value);
    }
  }
}
