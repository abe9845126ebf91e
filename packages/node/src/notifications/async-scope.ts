/** A value that everything a function calls can read, across awaits, and nothing else can. */

/** A scope of one kind of value. */
export interface AsyncScope<T> {
  /** Runs work in which {@link current} is the value, nested calls and later awaits included. */
  run<R>(value: T, work: () => R): R;
  /** The value of the innermost `run` that the caller was called from, which may have ended. */
  current(): T | undefined;
}

/** The part of Node's `AsyncLocalStorage` that a scope needs. */
interface Storage<T> {
  run<R>(value: T, work: () => R): R;
  getStore(): T | undefined;
}

/**
 * Creates a scope. Node, Deno and Bun have what it needs, workers with their Node compatibility: it is looked up, not imported,
 * so that this package loads everywhere. Elsewhere there is no value.
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
