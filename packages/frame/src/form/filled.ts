/**
 * What a browser or a password manager fills in comes field by field, and of a password manager with pauses between: the
 * page hears of one act once.
 */
import type { FieldName } from "@cardpane/contract/messages";

/** How long an act takes at most, from its first field to its last. */
export const mostActMs = 100;

/** Notes fields that are filled in, and tells those of one act when it is over. */
export function noteFilled(
  later: (run: () => void, ms: number) => void,
  tell: (fields: ReadonlySet<FieldName>) => void,
): (field: FieldName) => void {
  const act = new Set<FieldName>();
  return (field) => {
    if (act.size === 0) {
      later(() => {
        tell(act);
        act.clear();
      }, mostActMs);
    }
    act.add(field);
  };
}
