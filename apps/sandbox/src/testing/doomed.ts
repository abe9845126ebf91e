/** A sandbox that kills itself (SIGKILL) when it passes a step for the n-th time; for the fault suite. */
import { startSandbox } from "../start.ts";
import { demoMerchant } from "./gateway.ts";

const [step, nth] = (process.env["DIE_AT"] ?? "").split(":");
let left = Number(nth);
const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SANDBOX_ENCRYPTION_KEY: encryptionKey } = process.env;
const compatibility = process.env["COMPATIBILITY"] === "field" ? "field" : "document";

const sandbox = await startSandbox({
  port: 0,
  compatibility,
  merchant: { apiKey: demoMerchant.apiKey },
  ...(dataDir && { dataDir }),
  ...(databaseUrl && { databaseUrl }),
  ...(encryptionKey && { encryptionKey }),
  onStep: (passed) => {
    if (passed === step && --left === 0) process.kill(process.pid, "SIGKILL");
  },
});
process.once("disconnect", () => process.exit(0));
process.send?.({ url: sandbox.url, adminToken: sandbox.adminToken });
