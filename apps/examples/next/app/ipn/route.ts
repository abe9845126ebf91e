import { checkout } from "../../lib/checkout";

/** The gateway's notifications. */
export const POST = (request: Request): Promise<Response> => checkout().handle(request);
