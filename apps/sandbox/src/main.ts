/** Runs the sandbox as a program. Settings come from the environment: see settings.ts. */
import { SandboxError } from "./errors.ts";
import { requestLines } from "./log.ts";
import { readSettings } from "./settings.ts";
import { startSandbox } from "./start.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

async function main(): Promise<void> {
  const starting = startSandbox({
    ...readSettings(process.env),
    log: requestLines(),
    onLost: () => {
      console.error("Another process has taken the data over. This sandbox has stopped.");
      process.exit(1);
    },
  });
  // Registered before anything is printed: a program that reads the output may stop the sandbox at once.
  stopOnSignal(starting);
  const { merchant, url, adminToken, compatibility } = await starting;
  process.send?.({ url, merchant, adminToken, compatibility });
  console.log(`Cardpane sandbox gateway: ${url}
  API key    ${merchant.apiKey}
  merchantId ${merchant.merchantId}
  siteId     ${merchant.siteId}
  SKU        ${merchant.sku}
  speaks     as ${compatibility === "field" ? "live gateways do" : "the document describes"} (COMPATIBILITY=${compatibility})
  admin      ${url}/admin/clock and others, Authorization: Bearer ${adminToken}
  test card  4242 4242 4242 4242, any expiry in the future, any CVV
  OpenAPI    ${url}/openapi.json`);
}

main().catch((error: unknown) => {
  console.error(error instanceof SandboxError ? error.message : error);
  process.exit(1);
});
