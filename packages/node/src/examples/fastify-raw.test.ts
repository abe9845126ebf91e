/** The documentation's Fastify scope that keeps the raw bytes of notifications, beside a route of the shop that takes JSON. */
import fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { mug, openShop, secret } from "../checkout/shop.test-shop.ts";
import { type Checkout, signatures, toFastifyHandler } from "../index.ts";

function createShop(checkout: Checkout) {
  const app = fastify();
  // #region raw
  // In place of app.post("/ipn", ...). The parser holds in this scope only: the shop's other routes still get objects.
  app.register(async (scope) => {
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) =>
      done(null, body),
    );
    scope.post("/ipn", toFastifyHandler(checkout));
  });
  // #endregion raw
  app.post("/api/basket", async ({ body }) => body);
  onTestFinished(() => app.close());
  return app;
}

it("verifies a signature of the raw bytes, and leaves the JSON of other routes alone", async () => {
  const shop = openShop({ signature: signatures.hmacSha256Body({ secret }) });
  const app = createShop(shop.checkout);
  await shop.checkout.begin(mug);
  const { url, headers, body, method } = await shop.checkout.createTestNotification({ reference: "order-1" });
  const { pathname, search } = new URL(url);
  const post = (payload: string) =>
    app.inject({ method: method as "POST", url: `${pathname}${search}`, headers, payload });
  expect((await post(`${body} `)).statusCode).toBe(400);
  expect((await post(`${body}`)).statusCode).toBe(200);
  expect((await shop.checkout.find("order-1"))?.state).toBe("paid");
  const basket = await app.inject({ method: "POST", url: "/api/basket", payload: { item: "shoe" } });
  expect(basket.json()).toEqual({ item: "shoe" });
});
