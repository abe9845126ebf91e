/** An invalid configuration of a host. The message contains the path of the entry and the expected value. */
export class HostConfigError extends Error {
  override readonly name = "HostConfigError";
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
