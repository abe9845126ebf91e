/** The commands of the command line: their input, output and errors. */

/** The environment of a command. */
export interface CommandContext {
  readonly cwd: string;
  /** Writes a line of the result to standard output. */
  readonly out: (line: string) => void;
  /** Writes any other line to standard error. */
  readonly err: (line: string) => void;
  /** Aborted when the program must stop. */
  readonly stop: AbortSignal;
}

/** Returns the exit code: 0 for success, 1 for a problem that was found, 2 if the command could not run. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** A command was called with wrong arguments. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
