/** Closes the sandbox and ends the process: on a signal, or when the parent process has ended. */
export function stopOnSignal(starting: Promise<{ close(): Promise<void> }>): void {
  const stop = () => {
    starting
      .then((sandbox) => sandbox.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  // The IPC channel of the parent process; nothing else would stop this process.
  if (process.connected) process.once("disconnect", stop);
}
