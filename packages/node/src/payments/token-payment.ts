/** Builds a payment request from a token and the shopper's request (sections 2.2 to 2.5). */

import type { DeviceData } from "@cardpane/contract/messages";
import { type Consumer, type FieldErrors, threeDsFields } from "@cardpane/gateway";
import type { CheckedInput } from "../call/checked-call.ts";
import type { Settings } from "../settings/settings.ts";
import type { ShopperRequest } from "../shopper/request.ts";
import { readShopper, type Shopper } from "../shopper/shopper.ts";
import type { CommonRequest, Identity } from "./payment-request-types.ts";

/** The consumer fields that the merchant supplies. */
export type ConsumerDetails = Omit<Consumer, keyof Shopper> & Identity;

/** A payment with a token of the pane. */
export interface TokenPayment extends CommonRequest {
  /** The pane's one-time token, valid for 30 minutes. */
  readonly token: string;
  /** The pane's device data, an object or its JSON. Needed for 3D Secure. */
  readonly device?: Partial<DeviceData> | string | undefined;
  /**
   * The shopper's request to your server. IP address, user agent and accept header are read from it. With a `proxyDepth`,
   * `{ headers }` suffices.
   */
  readonly httpRequest: ShopperRequest;
  /** The consumer: at least `id`, or `externalId` and `email`. */
  readonly consumer: ConsumerDetails;
  /**
   * Whether the payment uses 3D Secure.
   * @default true
   */
  readonly threeDs?: boolean | undefined;
  /** Makes the payment decline with this code, for tests. */
  readonly emulateCode?: string | undefined;
}

/** An unvalidated request, with the errors that were found while it was built. */
export type Draft = Pick<CheckedInput, "input" | "found" | "origins">;

/** Builds a payment request from a token, without validation. */
export function draftFromToken(input: Partial<TokenPayment>, settings: Settings): Draft {
  // A non-object is reported like an object without fields.
  const payment = Object(input) as Partial<TokenPayment>;
  const { token, threeDs, emulateCode, sku, consumer, url, metadata, partialApproval } = payment;
  const { emailOptions, extra } = payment;
  const shopper = readShopper(payment.httpRequest, payment, settings);
  return {
    origins: {
      "paymentSource.value": "token",
      "paymentSource.3ds": "threeDs",
      "paymentSource.emulateCode": "emulateCode",
      ...shopper.origins,
    },
    input: {
      paymentSource: { type: "token", value: token, "3ds": threeDs, emulateCode },
      partialApproval,
      sku,
      consumer: { ...consumer, ...shopper.fields },
      url,
      metadata,
      emailOptions,
      extra,
    },
    found: { ...shopper.errors, ...forbiddenFields(consumer) },
  };
}

const shopperFields = ["ip", ...threeDsFields] as const satisfies readonly (keyof Shopper)[];

/** Refuses fields that are read from the request: a consumer copied from the shopper's form must not set the IP address. */
function forbiddenFields(consumer: object | undefined): FieldErrors {
  const given = shopperFields.filter((field) => Reflect.get(Object(consumer), field) !== undefined);
  return Object.fromEntries(
    given.map((field) => [`consumer.${field}`, "is taken from httpRequest and device. Remove it"]),
  );
}
