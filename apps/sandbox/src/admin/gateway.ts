/** Reads and sets how the gateway answers. */
import * as z from "zod";
import { gatewayStates } from "./gateway-states.ts";
import { listOf, merchantId, merchantIdOf, operation, path } from "./operation.ts";

/** How the gateway answers from now on: without `merchant` all calls, without `path` every operation. */
const entry = z.strictObject({
  merchant: merchantId.optional(),
  path: path.optional(),
  state: z.enum(gatewayStates),
  /** Whether the work is done before the answer fails. */
  after: z.boolean().optional(),
});

export const readGateway = operation("GET", "/admin/gateway", {
  summary: "How the gateway answers: the states that are not normal.",
  result: listOf(entry),
  handle: async ({ states }) => ({ data: [...states.all] }),
});

export const setGateway = operation("POST", "/admin/gateway", {
  summary:
    "Makes the gateway slow (4 s), failing (500), limited (429), silent or normal, for one merchant or for all calls.",
  request: entry,
  examples: [
    { state: "slow" },
    { merchant: 1001, path: "/payment", state: "silent", after: true },
    { state: "normal" },
  ],
  result: listOf(entry),
  handle: async ({ db, states }, { body }) => {
    const given = body();
    if (given.merchant !== undefined) await merchantIdOf(db, given.merchant);
    states.set(given);
    return { data: [...states.all] };
  },
});
