import { checkout } from "../../../lib/checkout";

/** What the shop believes, for `npx @cardpane/sandbox certify`. A real shop tells it to the order's shopper only. */
export async function GET(
  _: Request,
  context: { params: Promise<{ reference: string }> },
): Promise<Response> {
  const { reference } = await context.params;
  const order = await checkout().find(reference);
  return Response.json({ paid: order?.state === "paid", ...order?.paid?.money });
}
