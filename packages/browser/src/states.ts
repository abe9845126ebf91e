/** Shows states to style sheets: `card-pane:state(invalid)`, or the class `cardpane-invalid` where browsers know no states. */
import type { PaneStatus } from "./types.ts";

/** Those that end; `destroyed` does not. */
const statuses = { unmounted: false, loading: false, ready: false, failed: false };

/** Shows the status, and of the others those whose value is truthy. */
export function reflect(
  element: Element,
  { states }: Pick<ElementInternals, "states">,
  status: PaneStatus,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries({ ...statuses, [status]: true, ...values })) {
    try {
      states[value ? "add" : "delete"](name);
    } catch {
      // Chromium before 125 takes no name without dashes, Safari before 17.4 and Firefox before 126 have none. Delete when
      // nobody has them.
      element.classList.toggle(`cardpane-${name}`, !!value);
    }
  }
}
