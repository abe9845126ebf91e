import { checkout } from "$lib/server/checkout";
import type { RequestHandler } from "./$types";

/** The gateway's notifications. */
export const POST: RequestHandler = ({ request }) => checkout.handle(request);
