/** The programs of the page "PHP, Python, Go and others", against @cardpane/node and the sandbox. Skipped where an interpreter is missing. */
import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { createNotificationUrl, verifyNotification } from "../../../node/src/index.ts";
import { findTool } from "../env/system-tool.ts";
import { root } from "../process/program.ts";

const folder = `${root}apps/examples/without-node/`;
const secret = randomBytes(32).toString("base64");
const environment = "sandbox";
const ipnUrl = "https://shop.example/ipn";

const languages = [
  ["Python", "python3", ["notification.py"]],
  ["PHP", "php", ["notification.php"]],
  ["Go", "go", ["run", "notification.go"]],
] as const;

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const own = { IPN_SECRET: secret, PANE_ENVIRONMENT: environment, IPN_URL: ipnUrl, ...env };
  return execFileSync(program, args, {
    cwd: folder,
    env: { ...process.env, ...own },
    encoding: "utf8",
  }).trim();
}

describe.each(languages)("in %s", (_name, program, args) => {
  const isThere = findTool(program) !== undefined;
  const orders = ["order-1", "Bestellung/7 & <ä> \"zwei\" 'x' +1 € 😀"];

  it.skipIf(!isThere).each(orders)(
    "a signed address is verified by @cardpane/node: %s",
    async (reference) => {
      const url = run(program, [...args, "sign", reference, "attempt-1"]);
      const request = new Request(url, { method: "POST", body: "{}" });
      expect(await verifyNotification(request, { secret, environment })).toMatchObject({
        reference,
        attempt: "attempt-1",
      });
    },
    60_000,
  );

  it.skipIf(!isThere).each(orders)(
    "an address of @cardpane/node is accepted: %s",
    async (reference) => {
      const about = { reference, attempt: "attempt-1" };
      const url = await createNotificationUrl(about, { secret, environment, ipnUrl });
      expect(run(program, [...args, "check", url])).toBe(`${reference}\nattempt-1`);
    },
    60_000,
  );

  it.skipIf(!isThere)(
    "an address of another attempt, environment, expiry or without a part is refused",
    async () => {
      const about = { reference: "order-1", attempt: "attempt-1" };
      const url = await createNotificationUrl(about, { secret, environment, ipnUrl });
      const live = await createNotificationUrl(about, { secret, environment: "live", ipnUrl });
      const wrong = [
        url.replace("attempt-1", "attempt-2"),
        url.replace(/cp_exp=\d/, "cp_exp=9"),
        url.replace(/&cp_mac=.*/, ""),
        `${url}&cp_ref=order-2`,
        live,
      ];
      // PHP takes the last of several values: the address is then one of another order, which no mac fits.
      for (const address of wrong) expect(run(program, [...args, "check", address]), address).toBe("refused");
    },
    60_000,
  );

  it.skipIf(!isThere)(
    "nothing is signed or accepted without a secret or an environment",
    () => {
      for (const missing of [{ IPN_SECRET: "" }, { IPN_SECRET: "short" }, { PANE_ENVIRONMENT: "" }])
        expect(() => run(program, [...args, "sign", "order-1", "attempt-1"], missing)).toThrow(
          /not set, or too short/,
        );
    },
    60_000,
  );
});

it.skipIf(!findTool("php"))("a page in PHP takes the functions by require", async () => {
  const url = await createNotificationUrl(
    { reference: "order-1", attempt: "attempt-1" },
    { secret, environment, ipnUrl },
  );
  const page = "require 'notification.php'; echo implode(' ', check($argv[1]));";
  expect(run("php", ["-r", page, new URL(url).pathname + new URL(url).search])).toBe("order-1 attempt-1");
});

it.skipIf(!findTool("curl"))(
  "curl pays with a token, and the notification comes to the signed address",
  async () => {
    const sandbox = await startSandbox({ port: 0 });
    const arrived: string[] = [];
    const shop = createServer((request, response) => {
      arrived.push(request.url ?? "");
      response.end();
    }).listen(0, "127.0.0.1");
    try {
      await new Promise((resolve) => shop.once("listening", resolve));
      const own = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/ipn`;
      const about = { reference: "order-1", attempt: crypto.randomUUID() };
      const tokenized = await fetch(`${sandbox.url}/tokenize`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          number: "4242424242424242",
          expirationMonth: "12",
          expirationYear: "39",
          cvv: "123",
        }),
      });
      const { token } = (await tokenized.json()) as { token: string };
      const pay = {
        GATEWAY_URL: sandbox.url,
        GATEWAY_API_KEY: sandbox.merchant.apiKey,
        SITE_ID: sandbox.merchant.siteId,
        ATTEMPT: about.attempt,
        TOKEN: token,
        NOTIFICATION_URL: await createNotificationUrl(about, { secret, environment, ipnUrl: own }),
      };
      // Not execFileSync: the sandbox runs in this process.
      const runWith = (env: Readonly<Record<string, string>>) =>
        new Promise<string>((resolve, reject) => {
          execFile("bash", ["pay.sh"], { cwd: folder, env: { ...process.env, ...env } }, (error, output) =>
            error ? reject(error) : resolve(output),
          );
        });
      const injected = `${token}", "3ds": false, "x": "`;
      await expect(runWith({ ...pay, TOKEN: injected })).rejects.toThrow("sent no token");
      const answer = await runWith(pay);
      expect(JSON.parse(answer)).toMatchObject({ payment: { status: "success", amount: 12.5 } });
      await expect.poll(() => arrived.length).toBe(1);
      expect(arrived[0]).toBe(new URL(pay.NOTIFICATION_URL).pathname + new URL(pay.NOTIFICATION_URL).search);
    } finally {
      shop.close();
      await sandbox.close();
    }
  },
  60_000,
);
