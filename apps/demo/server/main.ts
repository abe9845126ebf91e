/** The shop's command-line entry. Its settings are environment variables: see config.ts. */
import { readShopConfig } from "./config.ts";
import { startShop } from "./start.ts";

try {
  const shop = await startShop(readShopConfig(process.env), (line) => console.log(line));
  const stop = () => void shop.close().then(() => process.exit(0));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  // The parent process, connected over IPC, has ended: nothing else would stop the shop.
  if (process.connected) process.once("disconnect", stop);
  process.send?.({ url: shop.url });
  console.log(`Demo shop: ${shop.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
