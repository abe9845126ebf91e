/** The sandbox and the merchant's package implement signatures separately: the package must accept what the sandbox signs. */
import { exampleShopper } from "@cardpane/gateway/testing";
import { signatures } from "@cardpane/node";
import { type SignatureSettings, startSandbox } from "@cardpane/sandbox";
import { expect, it } from "vitest";
import { admin, cardOf, startMerchant } from "./merchant.ts";

const secret = "q7mX2ZkW0v1dYtM3xGhJb7LcUa5nEoPi";
const other = "Lr8WbK3tQ0zVn5YcHj2MxP6uSd9fGaE4";
const schemes = [
  ["sha256-concat", signatures.sha256Concat, secret],
  ["hmac-sha256-body", signatures.hmacSha256Body, secret],
  ["standard-webhooks", signatures.standardWebhooks, secret],
  ["standard-webhooks", signatures.standardWebhooks, `whsec_${Buffer.from(secret).toString("base64")}`],
] as const;

/** `packages/node/src/notifications` tests each scheme with signatures of its own; the nightly run also those of the sandbox. */
it.each(process.env["NIGHTLY"] ? schemes : schemes.slice(1, 2))(
  "a notification that the sandbox signs with %s is accepted only by a merchant with its secret",
  async (scheme, make, key) => {
    const signature: SignatureSettings = { scheme, secret: key };
    const sandbox = await startSandbox({ port: 0, signature });
    const knowing = await startMerchant(sandbox, make({ secret: key }));
    const strange = await startMerchant(sandbox, make({ secret: other }));
    const price = [{ amountMinor: 1250, currency: "EUR" }];
    for (const { client, checkout } of [knowing, strange]) {
      const { ipnUrl } = await checkout.begin({ reference: "order-1", price });
      await client.payments.create({
        paymentSource: { ...cardOf("4242424242424242"), "3ds": false },
        sku: { siteId: sandbox.merchant.siteId, price },
        consumer: exampleShopper,
        url: { ipnUrl, redirectUrl: "https://shop.example/return" },
      });
    }
    await admin(sandbox, "/clock", { action: "advance", seconds: 1 });
    expect([knowing.events.map(({ type }) => type), knowing.refused]).toEqual([["payment.succeeded"], []]);
    expect([strange.events, strange.refused]).toEqual([[], ["signature_wrong"]]);
    for (const running of [sandbox, knowing, strange]) await running.close();
  },
);
