/** The merchant that a fresh sandbox knows. Its API key is made from the sandbox's own encryption key: see start.ts. */
import type { MerchantWithProducts } from "./db/merchants.ts";

/** The merchant that a fresh sandbox knows, as it can be configured. */
export type DemoMerchant = MerchantWithProducts;

/** The defaults. Key, merchant id, site and SKU have an environment variable each (see settings.ts). */
export const demoMerchant: Omit<DemoMerchant, "apiKey"> = {
  merchantId: 1001,
  siteId: "demo-site",
  sku: "demo-basket",
  title: "Demo basket",
  price: [{ amount: 24.9, currency: "EUR" }],
};
