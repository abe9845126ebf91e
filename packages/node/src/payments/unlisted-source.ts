/** A payment source that this version does not know. */
import type { Consumer as ContractConsumer } from "@cardpane/gateway";
import type { WithExtra } from "../call/extras.ts";
import type { CommonRequest, Identity } from "./payment-request-types.ts";

declare const brand: unique symbol;

/** Type of a source that this version does not know. Created by {@link unlistedSource}. */
export type UnlistedSourceType = string & { readonly [brand]: "unlisted" };

/** A payment from a source that this version does not know. Put the fields of the source into its `extra`. */
export interface UnlistedPaymentRequest extends CommonRequest {
  readonly paymentSource: { readonly type: UnlistedSourceType } & WithExtra;
  readonly consumer: ContractConsumer & Identity & WithExtra;
}

/**
 * Marks the type of a payment source that is newer than this version. Without it, an unknown type is a compile error.
 *
 * @example
 * const paymentSource = { type: unlistedSource("newbank"), extra: { bankId: "7" } };
 * await client.payments.create({ paymentSource, sku, consumer, url });
 */
export function unlistedSource(type: string): UnlistedSourceType {
  return type as UnlistedSourceType;
}
