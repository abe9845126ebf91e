/** A value that only the calls inside a function can read, also after an await. */

/** A scope for one kind of value. */
export interface AsyncScope<T> {
  /** Runs `work`. Inside it, {@link current} returns the value, also in nested calls and after an await. */
  run<R>(value: T, work: () => R): R;
  /** The value of the innermost `run` around the caller. That `run` may have ended already. */
  current(): T | undefined;
}

/** The part of Node's `AsyncLocalStorage` that a scope needs. */
interface Storage<T> {
  run<R>(value: T, work: () => R): R;
  getStore(): T | undefined;
}

/**
 * Creates a scope. It uses the `AsyncLocalStorage` of Node, Deno, Bun, or a worker with Node compatibility, which is looked up
 * and not imported, so that this package loads everywhere. In other runtimes `current()` returns `undefined`.
 */
export function createAsyncScope<T>(storage: Storage<T> | undefined = createStorage<T>()): AsyncScope<T> {
  return {
    run: (value, work) => (storage ? storage.run(value, work) : work()),
    current: () => storage?.getStore(),
  };
}

function createStorage<T>(): Storage<T> | undefined {
  const builtin = globalThis.process?.getBuiltinModule?.("node:async_hooks");
  return builtin?.AsyncLocalStorage ? new builtin.AsyncLocalStorage<T>() : undefined;
}
