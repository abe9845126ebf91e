/**
 * What a browser or a password manager fills in comes field by field, and of a password manager with pauses between: the
 * page hears of one act once.
 */
import type { FieldName } from "@cardpane/contract/messages";

/** How long nothing more may be filled in until an act is over. */
const pauseMs = 100;

/** Notes fields that are filled in, and tells those of one act when it is over. */
export function createAutofillBatch(
  later: (run: () => void, ms: number) => void,
  tell: (fields: ReadonlySet<FieldName>) => void,
): (field: FieldName) => void {
  const act = new Set<FieldName>();
  let filled = 0;
  return (field) => {
    act.add(field);
    const last = ++filled;
    later(() => {
      if (last !== filled) return;
      tell(act);
      act.clear();
    }, pauseMs);
  };
}
