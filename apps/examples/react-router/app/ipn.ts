import type { Route } from "./+types/ipn";
import { checkout } from "./payments.server";

/** The gateway's notifications. */
export const action = ({ request }: Route.ActionArgs) => checkout.handle(request);
