/** Combines autofill into one event: it fills in field by field, and password managers pause between fields. */
import type { FieldName } from "@cardpane/contract/messages";

/** A batch ends when no field was filled in for this time. */
const pauseMs = 100;

/** Returns a function that adds a field to the batch; `onBatch` is called with the fields when the batch ends. */
export function createAutofillBatch(
  schedule: (run: () => void, ms: number) => void,
  onBatch: (fields: ReadonlySet<FieldName>) => void,
): (field: FieldName) => void {
  const batch = new Set<FieldName>();
  let count = 0;
  return (field) => {
    batch.add(field);
    const last = ++count;
    schedule(() => {
      if (last !== count) return;
      onBatch(batch);
      batch.clear();
    }, pauseMs);
  };
}
