/** Ends the process once the sandbox is closed: on a signal, or when the program that started it has ended. */
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
  // The channel of the program that started this one; nobody else would stop it.
  if (process.connected) process.once("disconnect", stop);
}
