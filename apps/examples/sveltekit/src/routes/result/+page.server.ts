import { checkout } from "$lib/server/checkout";
import type { PageServerLoad } from "./$types";

/** The address proves nothing about the payment: the notification decides, and mostly has come. */
export const load: PageServerLoad = async ({ url }) => {
  const order = await checkout.wait(url.searchParams.get("order") ?? "", { timeoutMs: 5_000 });
  return { state: order?.state };
};
