/** `cardpane doctor`: opens a merchant's page in a browser and reports why its pane does not become ready. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Diagnosis, examinePage } from "../deployment/doctor.ts";
import { openBrowser } from "../shopper-browser.ts";
import { type Command, UsageError } from "./command.ts";
import { readHeaderNames, readManifest } from "./manifest-file.ts";

export const doctorUsage = `cardpane doctor <url> [options] opens a page in a browser and reports what stops its pane

  --browser <path>       the path of a Chromium (playwright-core's own)
  --timeout <seconds>    the time within which the pane must become ready (20)
  --manifest <file>      manifest.json of the build: also compares script, frame and headers with it, as the browser got them
  --accept-header <name> with --manifest: a header that a proxy may add; may be repeated
  --json                 prints the result as a JSON object
  Exit code: 0 the pane is ready and there is no error, 1 otherwise, 2 the command could not run
  Requires playwright-core: npm install --save-dev playwright-core`;

/** Examines one page. */
export const doctorCommand: Command = async (args, { cwd, out }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      browser: { type: "string" },
      timeout: { type: "string", default: "20" },
      manifest: { type: "string" },
      "accept-header": { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    },
  });
  const [url, ...rest] = positionals;
  if (url === undefined || rest.length > 0 || !/^https?:\/\//.test(url))
    throw new UsageError("doctor takes the address of one page, for example https://shop.example/checkout.");
  if (!/^[1-9]\d{0,2}$/.test(values.timeout))
    throw new UsageError("--timeout must be a whole number of seconds, 1 to 999.");
  const manifest = values.manifest === undefined ? undefined : readManifest(resolve(cwd, values.manifest));
  const acceptedHeaders = readHeaderNames(values["accept-header"]);
  const browser = await openBrowser(values.browser);
  let diagnosis: Diagnosis;
  try {
    const timeoutMs = Number(values.timeout) * 1_000;
    const page = await (await browser.newContext()).newPage();
    diagnosis = await examinePage(page, url, { timeoutMs, manifest, acceptedHeaders });
  } finally {
    await browser.close();
  }
  if (values.json) out(JSON.stringify(diagnosis));
  else {
    for (const { level, code, message } of diagnosis.findings) out(`${level}  ${code}\n  ${message}`);
    out(diagnosis.ok ? "The pane is ready." : "The pane is not ready, or not as it should be.");
  }
  return diagnosis.ok ? 0 : 1;
};
