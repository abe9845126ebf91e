/** What a command of the command line gets and gives. */

/** Where a command reads and writes. */
export interface CommandContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A line on standard output: results. */
  readonly out: (line: string) => void;
  /** A line on standard error: everything else. */
  readonly err: (line: string) => void;
  /** Aborted when the program is asked to stop. */
  readonly stop: AbortSignal;
}

/** Returns the exit code: 0 good, 1 a difference was found, 2 the command could not run. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** A command was called in a wrong way. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
