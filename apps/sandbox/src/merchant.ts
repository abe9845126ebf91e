/** The merchant that a fresh sandbox knows. Its API key is made from the sandbox's own encryption key: see start.ts. */
import type { PriceItem } from "@cardpane/contract/gateway";

export interface DemoMerchant {
  /** Goes as it stands into the `Authorization` header. */
  readonly apiKey: string;
  /** The id that the admin surface names the merchant by. */
  readonly merchantId: number;
  /** For sku variant A. */
  readonly siteId: string;
  /** A SKU's name, for variants B and C. */
  readonly sku: string;
  /** The SKU's title. */
  readonly title: string;
  /** What the SKU costs where a payment names no price of its own (variant B). */
  readonly price: readonly PriceItem[];
}

/** The defaults. Key, merchant id, site and SKU have an environment variable each (see settings.ts). */
export const demoMerchant: Omit<DemoMerchant, "apiKey"> = {
  merchantId: 1001,
  siteId: "demo-site",
  sku: "demo-basket",
  title: "Demo basket",
  price: [{ amount: 24.9, currency: "EUR" }],
};
