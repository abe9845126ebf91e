/** The demo shop as a library: start a shop in this process, or mount its application in another server. */

export type { ShopDeps } from "./app.ts";
export { createShop } from "./app.ts";
export type { ShopConfig } from "./config.ts";
export { readShopConfig, ShopConfigError } from "./config.ts";
export { shopFont } from "./http/assets.ts";
export type { RunningShop } from "./start.ts";
export { startShop } from "./start.ts";
