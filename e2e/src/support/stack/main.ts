/**
 * One whole stack in a process of its own: sandbox, pane's host, shop and a gateway that misbehaves on purpose. Says its
 * addresses over IPC once all listen, and ends with its parent.
 */
import { startShop } from "@cardpane/demo/server";
import { startHost } from "@cardpane/host";
import { startSandbox } from "@cardpane/sandbox";
import { startFaults } from "./faults.ts";
import { testFonts } from "./fonts.ts";
import { freePort } from "./free-port.ts";

// From the start: the caller may end before everything listens.
process.once("disconnect", () => process.exit(0));
const [shopPort, otherPort] = (process.env["PARENT_PORTS"] ?? "").split(",").map(Number);

// The pane's host names the gateway, and the gateway's refill page the pane's host: one of the two ports is chosen first.
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
    slow: `${faults.url}/slow`,
    broken: `${faults.url}/broken`,
    nonsense: `${faults.url}/nonsense`,
    echo: `${faults.url}/echo`,
    forbidden: `${faults.url}/forbidden`,
    redirect: `${faults.url}/redirect`,
    refused: `${faults.url}/refused`,
  },
  parents: [`http://localhost:${shopPort}`, `http://localhost:${otherPort}`, sandbox.url],
  fonts: testFonts,
});
const { apiKey, siteId } = sandbox.merchant;
const shop = await startShop({
  port: shopPort ?? 0,
  paneUrl: pane.url,
  gatewayUrl: sandbox.url,
  apiKey,
  booking: { siteId },
  admin: { url: sandbox.url, token: sandbox.adminToken },
});

process.send?.({
  shop: shop.url,
  pane: pane.url,
  gateway: sandbox.url,
  faults: faults.url,
  merchant: sandbox.merchant,
  adminToken: sandbox.adminToken,
});
