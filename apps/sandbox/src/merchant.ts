/** The merchant that a fresh sandbox knows. Its key is public and worth nothing: it opens this sandbox only. */
import type { PriceItem } from "@cardpane/contract/gateway";

export interface DemoMerchant {
  /** Goes as it stands into the `Authorization` header. */
  readonly apiKey: string;
  readonly clientId: number;
  /** For sku variant A. */
  readonly siteId: string;
  /** A SKU's name, for variants B and C. */
  readonly sku: string;
  /** The SKU's title. */
  readonly title: string;
  /** What the SKU costs where a payment names no price of its own (variant B). */
  readonly price: readonly PriceItem[];
}

/** The defaults; each of the first four has an environment variable (see settings.ts). */
export const demoMerchant: DemoMerchant = {
  apiKey: "sandbox_key_demo_5f0c1d7a9b3e4c62",
  clientId: 1001,
  siteId: "demo-site",
  sku: "demo-basket",
  title: "Demo basket",
  price: [{ amount: 24.9, currency: "EUR" }],
};
