import { json } from "@sveltejs/kit";
import { checkout } from "$lib/server/checkout";
import type { RequestHandler } from "./$types";

/** What the shop believes, for `npx @cardpane/sandbox certify`. A real shop tells it to the order's shopper only. */
export const GET: RequestHandler = async ({ params }) => {
  const order = await checkout.find(params.reference);
  return json({ paid: order?.state === "paid", ...order?.paid?.money });
};
