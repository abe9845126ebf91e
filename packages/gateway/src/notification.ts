/**
 * Section 6: the body of an instant payment notification. *Assumption*: the interface shows no payload; it is the payment
 * result with its final values, `{payment, consumer, subscription?, metadata, timestamp}`.
 */
import * as z from "zod/mini";
import { paymentResult } from "./result.ts";

/** Body of a notification to `url.ipnUrl`. */
export const notification = z.looseObject(paymentResult.shape);
export type Notification = z.infer<typeof notification>;
