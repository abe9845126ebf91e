/**
 * Finds the headers that the gateway's CORS response refuses, for the developer who sets up the host. A browser does not report
 * them to scripts, so each header is sent in a separate request, with an empty body and never with the card.
 */

/** The addresses that were probed; each is probed once in the life of a frame. */
const probed = new Set<string>();

/** Logs the refused headers to the console. Logs nothing if the gateway cannot be reached at all. */
export async function reportRefusedHeaders(
  address: string,
  headers: Readonly<Record<string, string>>,
  send: typeof fetch,
): Promise<void> {
  if (probed.has(address)) return;
  probed.add(address);
  const isAccepted = (probedHeader: Readonly<Record<string, string>>) =>
    send(address, {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json", ...probedHeader },
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(5_000),
    }).then(
      () => true,
      () => false,
    );
  // If no header is refused this sends two requests; one if the network is down. The gateway responds to each `{}` with a 400.
  if (!(await isAccepted({})) || (await isAccepted(headers))) return;
  for (const [name, value] of Object.entries(headers)) {
    if (await isAccepted({ [name]: value })) continue;
    console.error(
      `CardpaneError: the gateway's CORS response refuses the header ${name}, so nothing can be tokenized. Add it to the gateway's Access-Control-Allow-Headers, or omit it with tokenizeHeaders: { "${name}": null } in the pane host's configuration. (network)`,
    );
  }
}
