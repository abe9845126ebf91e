/**
 * One whole stack in its own process: sandbox, pane's host, shop and a gateway that misbehaves on purpose. Sends its addresses
 * over IPC once all servers listen, and ends with its parent.
 */
import { readShopConfig, shopFont, startShop } from "@cardpane/demo/server";
import { startHost } from "@cardpane/host";
import { startSandbox } from "@cardpane/sandbox";
import { freePort } from "@cardpane/tools/process/ports";
import { startFaults } from "./faults.ts";
import { testFonts } from "./fonts.ts";

// Registered first, because the parent may end before all servers listen.
process.once("disconnect", () => process.exit(0));
const [shopPort, otherPort] = (process.env["PARENT_PORTS"] ?? "").split(",").map(Number);

// The pane's host needs the gateway's address, and the gateway that of the pane's host, so one port is chosen in advance.
const panePort = await freePort();
const [sandbox, faults] = await Promise.all([
  startSandbox({
    port: 0,
    dataDir: "memory",
    customerMoney: "refuse",
    pane: { url: `http://127.0.0.1:${panePort}`, environment: "sandbox" },
  }),
  startFaults(),
]);
const pane = await startHost({
  port: panePort,
  environments: {
    sandbox: sandbox.url,
    down: "http://127.0.0.1:9",
    hang: `${faults.url}/hang`,
    cut: `${faults.url}/cut`,
    half: `${faults.url}/half`,
    broken: `${faults.url}/broken`,
    nonsense: `${faults.url}/nonsense`,
    echo: `${faults.url}/echo`,
    forbidden: `${faults.url}/forbidden`,
    redirect: `${faults.url}/redirect`,
    refused: `${faults.url}/refused`,
  },
  parents: [`http://localhost:${shopPort}`, `http://localhost:${otherPort}`, sandbox.url],
  fonts: [...testFonts, shopFont],
});
const { apiKey, siteId } = sandbox.merchant;
const shop = await startShop(
  readShopConfig({
    SHOP_PORT: String(shopPort ?? 0),
    PANE_URL: pane.url,
    GATEWAY_URL: sandbox.url,
    API_KEY: apiKey,
    SITE_ID: siteId,
    SANDBOX_ADMIN_URL: sandbox.url,
    SANDBOX_ADMIN_TOKEN: sandbox.adminToken,
  }),
);

process.send?.({
  shop: shop.url,
  pane: pane.url,
  gateway: sandbox.url,
  faults: faults.url,
  merchant: sandbox.merchant,
  adminToken: sandbox.adminToken,
});
