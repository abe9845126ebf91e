/** Refuses calls from inside `onEvent`: they would wait for the transaction that is waiting for them. */
import { NotSentError } from "../errors/errors.ts";

interface Running {
  isRunning: boolean;
}

/** Looked up and not imported, so that this package loads in every runtime. Without it such a call cannot be recognised. */
const Storage = globalThis.process?.getBuiltinModule?.("node:async_hooks")?.AsyncLocalStorage;
const running = Storage && new Storage<Running>();

/** Runs `onEvent`. */
export async function runEvent(work: () => void | Promise<void>): Promise<void> {
  const own = { isRunning: true };
  try {
    await (running ? running.run(own, work) : work());
  } finally {
    own.isRunning = false;
  }
}

/** @throws NotSentError (`called_in_event`) inside `onEvent` */
export function refuseInEvent(): void {
  if (!running?.getStore()?.isRunning) return;
  throw new NotSentError({
    code: "called_in_event",
    what: "onEvent called a checkout or the wallet's notifications",
  });
}
