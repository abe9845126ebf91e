/** Shows states to style sheets: `card-pane:state(invalid)`, or the class `cardpane-invalid` where browsers know no states. */
import type { PaneStatus } from "../pane/types.ts";

/** Those that end; `destroyed` does not. */
const statuses = { unmounted: false, loading: false, ready: false, failed: false };

/** What a form or a field is, as far as it is known. */
interface Facts {
  readonly empty?: boolean;
  readonly complete?: boolean;
  readonly focused?: boolean;
  readonly error?: unknown;
}

/** Shows the status, and the facts that hold. */
export function reflect(
  element: Element,
  { states }: Pick<ElementInternals, "states">,
  status: PaneStatus,
  disabled: boolean,
  { empty, complete, focused, error }: Facts = {},
): void {
  const facts = { disabled, empty, complete, focused, invalid: error };
  for (const [name, value] of Object.entries({ ...statuses, [status]: true, ...facts })) {
    try {
      states[value ? "add" : "delete"](name);
    } catch {
      // Chromium before 125 takes no name without dashes, Safari before 17.4 and Firefox before 126 have none. Delete when
      // nobody has them.
      element.classList.toggle(`cardpane-${name}`, !!value);
    }
  }
}
