import { payments } from "../../lib/payments";

/** The gateway's notifications. */
export const POST = (request: Request): Promise<Response> => payments().checkout.handle(request);
