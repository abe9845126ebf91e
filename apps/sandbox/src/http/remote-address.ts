import type { Context } from "hono";

/** The address that a request came from; `undefined` for an application that is called directly, without a network. */
export function remoteAddress(c: Context): string | undefined {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return env?.incoming ? (env.incoming.socket?.remoteAddress ?? "") : undefined;
}
