/** The merchant of a fresh sandbox. Its API key is derived from the sandbox's own encryption key: see start.ts. */
import type { MerchantWithProduct } from "./db/merchants.ts";

/** The configurable fields of the merchant of a fresh sandbox. */
export type DemoMerchant = MerchantWithProduct;

/** The defaults. Key, merchant id, site and SKU each have an environment variable (see settings.ts). */
export const demoMerchant: Omit<DemoMerchant, "apiKey"> = {
  merchantId: 1001,
  siteId: "demo-site",
  sku: "demo-basket",
  title: "Demo basket",
  price: [{ amount: 24.9, currency: "EUR" }],
};
