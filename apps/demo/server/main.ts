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
  console.error(explain(error));
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    return `Port ${process.env["SHOP_PORT"] ?? "4000"} is taken. Stop what uses it, or set SHOP_PORT.`;
  return error instanceof Error ? error.message : String(error);
}
