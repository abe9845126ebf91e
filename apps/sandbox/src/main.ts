/** Runs the sandbox as a program. Settings come from the environment: see settings.ts. */
import { SandboxError } from "./errors.ts";
import { readSettings } from "./settings.ts";
import { type Sandbox, startSandbox } from "./start.ts";

async function main(): Promise<void> {
  const starting = startSandbox({
    ...readSettings(process.env),
    log: (entry) => console.log(JSON.stringify(entry)),
    onLost: () => {
      console.error("Another process has taken the data folder over. This sandbox has stopped.");
      process.exit(1);
    },
  });
  stopWhenAsked(starting);
  const { merchant, url, adminToken, compatibility } = await starting;
  process.send?.({ url, merchant, adminToken, compatibility });
  console.log(`Cardpane sandbox gateway: ${url}
  API key    ${merchant.apiKey}
  merchantId ${merchant.merchantId}
  siteId     ${merchant.siteId}
  SKU        ${merchant.sku}
  speaks     as ${compatibility === "field" ? "live gateways do" : "the document says"} (COMPATIBILITY=${compatibility})
  admin      ${url}/admin/clock and others, Authorization: Bearer ${adminToken}
  test card  4242 4242 4242 4242, any expiry in the future, any CVV
  OpenAPI    ${url}/openapi.json`);
}

/** In place before anything is printed: who reads that the sandbox is up may stop it at once. */
function stopWhenAsked(starting: Promise<Sandbox>): void {
  const stop = () => {
    starting
      .then((sandbox) => sandbox.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  // Started by another program with a channel to it: it has gone, so nobody is left to stop this one.
  if (process.connected) process.once("disconnect", stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof SandboxError ? error.message : error);
  process.exit(1);
});
