/** Detects changes of plain data. It compares JSON, because each value is a new object. */
export class ChangeTracker<Value> {
  #json: string | undefined;

  /** @param initial the value to compare the first one with; without it, the first value is a change */
  constructor(initial?: Value) {
    this.#json = JSON.stringify(initial);
  }

  /** Remembers a value; returns whether it differs from the previous one. */
  track(value: Value): boolean {
    const json = JSON.stringify(value);
    const isChange = json !== this.#json;
    this.#json = json;
    return isChange;
  }
}
