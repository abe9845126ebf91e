/** A shop whose gateway has a wallet, and helpers for its tests. */
import { openShop } from "./shop.ts";
import { account, email, fakeWallet } from "./wallet.ts";

/** One-time token of a form. */
export const formToken = "a-mark-of-a-form-1";

export function openWalletShop(parts: Parameters<typeof openShop>[0] = {}) {
  const wallet = fakeWallet();
  return { ...openShop({ wallet: wallet.answer, ...parts }), wallet };
}

export type WalletShop = ReturnType<typeof openWalletShop>;

export async function logIn(shop: WalletShop, code = "123456"): Promise<Response> {
  return shop.post("/wallet/log-in", { email, code });
}

/** A shop whose shopper has logged in to a wallet. */
export async function openLoggedIn(parts: Parameters<typeof openShop>[0] = {}): Promise<WalletShop> {
  const shop = openWalletShop(parts);
  await logIn(shop);
  return shop;
}

export async function text(response: Response | Promise<Response>): Promise<string> {
  return (await response).text();
}

/** The card of a form on the wallet's page. */
export async function formOf(shop: WalletShop, path: string): Promise<string> {
  const page = await text(shop.get("/wallet"));
  return page.match(new RegExp(`action="${path}".*?</form>`, "s"))?.[0] ?? "";
}

/** Submits a form of the wallet's page, with the token that the page shows; returns the token. */
export async function submit(shop: WalletShop, path: string, fields: Readonly<Record<string, string>>) {
  const token = (await formOf(shop, path)).match(/name="formToken" value="([^"]+)"/)?.[1] ?? "";
  await shop.post(path, { account: String(account.id), ...fields, formToken: token });
  return token;
}

/** Posts a wallet notification as the gateway would; returns the status. */
export async function notifyWallet(shop: WalletShop, url: unknown, body: object): Promise<number> {
  const headers = { "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await shop.app.request(String(url), init)).status;
}

/** Adds a mug to the basket and pays for it from the account; returns the order and the address of the redirect. */
export async function payFromWallet(
  shop: WalletShop,
): Promise<{ readonly order: string; readonly location: string }> {
  await shop.post("/basket", { sku: "dawn-mug", change: "add" });
  const page = await text(shop.get("/checkout/wallet"));
  const order = page.match(/action="(\/orders\/[\w-]+)\/pay"/)?.[1] ?? "";
  const paid = await shop.post(`${order}/pay`, { way: "wallet", account: String(account.id), formToken });
  return { order, location: paid.headers.get("Location") ?? "" };
}
