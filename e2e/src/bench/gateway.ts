/** The sandbox under load: payments per second, and one token used a thousand times at once. */
import { startSandbox } from "@cardpane/sandbox";
import type { Measurement } from "./main.ts";

const payments = 400;
const parallel = 8;
const uses = 1_000;

export async function benchGateway(
  database: string,
  databaseUrl: string | undefined,
): Promise<Measurement[]> {
  const sandbox = await startSandbox({ port: 0, dataDir: "memory", ...(databaseUrl ? { databaseUrl } : {}) });
  const post = (path: string, body: unknown) =>
    fetch(`${sandbox.url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: sandbox.merchant.apiKey },
      body: JSON.stringify(body),
    });
  const payment = (paymentSource: object) => ({
    paymentSource,
    sku: { siteId: sandbox.merchant.siteId, price: [{ amount: 12.5, currency: "EUR" }] },
    consumer: {
      externalId: "bench",
      email: "bench@shop.example",
      firstName: "Ada",
      lastName: "Bench",
      ip: "127.0.0.1",
    },
    url: { ipnUrl: "https://shop.example/ipn", redirectUrl: "https://shop.example/return" },
  });
  const card = {
    type: "card",
    number: "4242424242424242",
    expirationYear: "39",
    expirationMonth: "12",
    cvv: "123",
    "3ds": false,
  };
  try {
    await post("/payment", payment(card));
    const startedAt = performance.now();
    let left = payments;
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        while (left-- > 0) {
          const response = await post("/payment", payment(card));
          await response.body?.cancel();
          if (response.status !== 201) throw new Error(`A payment answered ${response.status}.`);
        }
      }),
    );
    const perSecond = payments / ((performance.now() - startedAt) / 1000);

    const { type: _, "3ds": __, ...data } = card;
    const { token } = (await (await post("/tokenize", data)).json()) as { token: string };
    const statuses = await Promise.all(
      Array.from({ length: uses }, async () => {
        const response = await post("/payment", payment({ type: "token", value: token, "3ds": false }));
        await response.body?.cancel();
        return response.status;
      }),
    );
    const made = statuses.filter((status) => status === 201).length;
    const refused = statuses.filter((status) => status === 400).length;
    return [
      {
        what: `payments, ${database}`,
        measured: `${perSecond.toFixed(0)} a second`,
        budget: "shown",
        ok: true,
      },
      {
        what: `one token, ${uses} uses at once, ${database}`,
        measured: `${made} payment, ${refused} refusals`,
        budget: `1 payment, ${uses - 1} refusals`,
        ok: made === 1 && refused === uses - 1,
      },
    ];
  } finally {
    await sandbox.close();
  }
}
