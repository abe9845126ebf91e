/** Tells a value from the one before it by their JSON: for plain data that is built anew each time. */
export class ChangeTracker<Value> {
  #json: string | undefined;

  /** @param initial the value to compare the first one with; without it, the first one is a change. */
  constructor(initial?: Value) {
    this.#json = JSON.stringify(initial);
  }

  /** Remembers a value; returns whether it differs from the one before. */
  track(value: Value): boolean {
    const json = JSON.stringify(value);
    const isChange = json !== this.#json;
    this.#json = json;
    return isChange;
  }
}
