/**
 * Why tokenize never reached the gateway, for the developer who sets it up: a browser does not report to a script which header the
 * gateway's CORS refuses. So each header is tried alone, with an empty body, never with the card.
 */

/** Addresses that were tried: once in the life of a frame. */
const tried = new Set<string>();

/** Writes the names of the refused headers into the console; nothing where the gateway cannot be reached at all. */
export async function reportRefusedHeaders(
  address: string,
  headers: Readonly<Record<string, string>>,
  send: typeof fetch,
): Promise<void> {
  if (tried.has(address)) return;
  tried.add(address);
  const isTaken = (more: Readonly<Record<string, string>>) =>
    send(address, {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json", ...more },
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(5_000),
    }).then(
      () => true,
      () => false,
    );
  // Two requests, or one where the line is down, wherever no header is to blame. The gateway answers each `{}` with a 400.
  if (!(await isTaken({})) || (await isTaken(headers))) return;
  for (const [name, value] of Object.entries(headers)) {
    if (await isTaken({ [name]: value })) continue;
    console.error(
      `CardpaneError: the gateway's CORS answer refuses the header ${name}, so nothing can be tokenized. Name it in Access-Control-Allow-Headers at the gateway, or leave it out by tokenizeHeaders: { "${name}": null } of the pane's host. (network)`,
    );
  }
}
