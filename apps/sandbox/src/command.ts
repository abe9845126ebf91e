/**
 * `npx @cardpane/sandbox`: runs the gateway and the pane's host until Ctrl-C, in memory unless DATA_DIR names a folder. Every
 * setting without an option comes from the environment: see settings.ts.
 */
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { testCards } from "@cardpane/gateway/test-cards";
import { HostConfigError } from "@cardpane/host";
import { checkEnvFile, writeEnvFile } from "./env-file.ts";
import { SandboxError } from "./errors.ts";
import { readSettings } from "./settings.ts";
import { type SandboxWithPane, startSandboxWithPane } from "./start-with-pane.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

/** The default origins of the development servers of most tools. */
const usualParents = [3000, 4200, 4321, 5173, 8000, 8080].map((port) => `http://localhost:${port}`);

const usage = `npx @cardpane/sandbox [options]
npx @cardpane/sandbox certify --help   tries a merchant's own shop in every way in which a payment goes wrong

  --parent <origin>    a page that may embed the pane; may be given several times
                       (default: ${usualParents.join(", ")})
  --port <port>        port of the gateway (default 4002; 0 takes a free one)
  --pane-port <port>   port of the pane's host (default 4001; 0 takes a free one)
  --json               print one line of JSON once both answer, and nothing else
  --env <file>         write the settings of a shop to this file: node --env-file=.env, Next and Vite read it
  --help

DATA_DIR=<folder> keeps the data. Other settings are environment variables: see REFERENCE.md.`;

async function start(): Promise<void> {
  const { values } = parseArgs({
    options: {
      parent: { type: "string", multiple: true },
      port: { type: "string" },
      "pane-port": { type: "string", default: "4001" },
      json: { type: "boolean", default: false },
      env: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(usage);
  if (values.env !== undefined) checkEnvFile(values.env);
  const { pane: _, ...settings } = readSettings({
    DATA_DIR: "memory",
    ...process.env,
    ...(values.port !== undefined && { GATEWAY_PORT: values.port }),
  });
  const panePort = readPort(values["pane-port"]);
  // Before the database opens, which takes seconds.
  await Promise.all([refuseTaken(settings.port ?? 4002, "--port"), refuseTaken(panePort, "--pane-port")]);
  const starting = startSandboxWithPane({ ...settings, parents: values.parent ?? usualParents, panePort });
  // Registered before anything is printed: a program that reads the output may stop the sandbox at once.
  stopOnSignal(starting);
  const sandbox = await starting;
  if (values.env !== undefined) writeEnvFile(values.env, sandbox);
  console.log(values.json ? JSON.stringify(summaryOf(sandbox)) : banner(sandbox));
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new SandboxError("bad-setting", "--pane-port must be a port, 0 to 65535.");
}

/** @throws SandboxError if a program listens on a port */
function refuseTaken(port: number, option: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", () =>
      reject(new SandboxError("port-taken", `Port ${port} is taken. Stop what uses it, or give ${option}.`)),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve()));
  });
}

function summaryOf({ url: gateway, pane, merchant, adminToken, compatibility }: SandboxWithPane) {
  const { url, src, script } = pane;
  return { gateway, pane: url, src, script, ...merchant, adminToken, compatibility };
}

function banner({ url, pane, merchant, adminToken }: SandboxWithPane): string {
  const [success] = testCards;
  return `Cardpane sandbox

  gateway    ${url}   (baseUrl of @cardpane/node)
  pane       ${pane.src}   (src of the pane, environment "sandbox")
  script     ${pane.script}
  API key    ${merchant.apiKey}
  merchantId ${merchant.merchantId}
  siteId     ${merchant.siteId}
  SKU        ${merchant.sku}
  admin      ${url}/admin/clock and others, Authorization: Bearer ${adminToken}
  test cards ${success?.number} succeeds, 4000000000009995 is declined, 4000000000002503 asks for 3D Secure; all: ${url}/`;
}

/** Runs the command, and resolves once both answer. Ends the process if they cannot. */
export async function runCommand(): Promise<void> {
  try {
    await start();
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

function explain(error: unknown): unknown {
  if (error instanceof SandboxError || error instanceof HostConfigError) return error.message;
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === "string" && code.startsWith("ERR_PARSE_ARGS")
    ? `${String(message)}\n\n${usage}`
    : error;
}
