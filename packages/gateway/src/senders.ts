/** The gateway's IP addresses that send notifications. *Not in the document*: the shape is that of public clients. */
import * as z from "zod/mini";

/** IP addresses, one by one or as ranges (`203.0.113.0/24`). */
export const listSendersResult = z.array(z.string().check(z.minLength(1)));
export type ListSendersResult = z.infer<typeof listSendersResult>;
