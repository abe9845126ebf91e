/** Builds a payment request from a token or another source, and the shopper's request (sections 2.2 to 2.5). */

import type { DeviceData } from "@cardpane/contract/messages";
import {
  type Consumer as ContractConsumer,
  type FieldErrors,
  type PaymentSourceType,
  threeDsFields,
} from "@cardpane/gateway";
import type { CheckedInput } from "../call/checked-call.ts";
import type { Settings } from "../settings/settings.ts";
import type { ShopperRequest } from "../shopper/request.ts";
import { readShopper, type Shopper } from "../shopper/shopper.ts";
import type { CommonRequest, Consumer, ConsumerDetails, PaymentSource } from "./payment-request-types.ts";

/** The shopper's request, for every source. */
export interface FromShopper {
  /** The pane's device data, an object or its JSON. Needed for 3D Secure. */
  readonly device?: Partial<DeviceData> | string | undefined;
  /**
   * The shopper's request to your server. IP address, user agent and accept header are read from it. With a `proxyDepth`,
   * `{ headers }` suffices.
   */
  readonly httpRequest: ShopperRequest;
}

/** What pays: a token of the pane. */
export interface ByToken extends FromShopper {
  /** The pane's one-time token, valid for 30 minutes. */
  readonly token: string;
  readonly source?: undefined;
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

/** The sources beside the pane's token. The raw card is none of them: its number must not reach your server. */
export type SourceType = Exclude<PaymentSourceType, "card" | "token">;

interface BySourceOf<Type extends SourceType> extends FromShopper {
  /** What pays, with its own fields: `{ type: "ideal" }`. */
  readonly source: PaymentSource<Type>;
  readonly token?: undefined;
  /** The consumer: at least `id`, or `externalId` and `email`, and what the source requires. */
  readonly consumer: ConsumerDetails<Type>;
}

/** What pays: any other source. */
export type BySource<Type extends SourceType> =
  /** For a union of source types: a consumer that satisfies every one of them. */
  BySourceOf<Type> | (Type extends unknown ? BySourceOf<Type> : never);

/** A payment without a shopper, by the source of an earlier one. */
export interface OffSession {
  /** The consumer's last source, or a saved card. */
  readonly source: PaymentSource<"consumer" | "paymentAccountId">;
  /** The consumer, with `ip`: the address at which the shopper agreed to later charges. Store it with the consent. */
  readonly consumer: Consumer<"consumer" | "paymentAccountId">;
}

/** A payment with a token of the pane. */
export interface TokenPayment extends CommonRequest, ByToken {}

/** A payment with any other source of a shopper, or off session. */
export type SourcePayment<Type extends SourceType = SourceType> = CommonRequest &
  (BySource<Type> | (OffSession & { readonly httpRequest?: undefined }));

/** An unvalidated request, with the errors that were found while it was built. */
export type Draft = Pick<CheckedInput, "input" | "found" | "origins">;

/** Builds a payment request from a token or another source, without validation. */
export function draftFromShopper(input: unknown, settings: Settings): Draft {
  // A non-object is reported like an object without fields.
  const payment = Object(input) as Partial<Omit<TokenPayment, "source">> & { readonly source?: unknown };
  const { token, source, threeDs, emulateCode, sku, consumer, url, metadata, partialApproval } = payment;
  const { emailOptions, extra } = payment;
  const isOffSession =
    source !== undefined && payment.httpRequest === undefined && readIp(consumer) !== undefined;
  const shopper = isOffSession
    ? { fields: {}, errors: {}, origins: {} }
    : readShopper(payment.httpRequest, payment, settings);
  const byToken = { type: "token", value: token, "3ds": threeDs, emulateCode };
  const tokenOrigins = {
    "paymentSource.value": "token",
    "paymentSource.3ds": "threeDs",
    "paymentSource.emulateCode": "emulateCode",
  };
  return {
    origins: { ...(source === undefined ? tokenOrigins : { paymentSource: "source" }), ...shopper.origins },
    input: {
      paymentSource: source ?? byToken,
      partialApproval,
      sku,
      consumer: { ...consumer, ...shopper.fields },
      url,
      metadata,
      emailOptions,
      extra,
    },
    found: {
      ...shopper.errors,
      ...(isOffSession ? {} : forbiddenFields(consumer)),
      ...(source === undefined ? {} : sourceErrors(source, payment)),
    },
  };
}

const readIp = (consumer: unknown): unknown => Reflect.get(Object(consumer), "ip");

/** The errors of a source that has another way, and of the fields that belong to a token. */
function sourceErrors(source: unknown, payment: object): FieldErrors {
  const errors: FieldErrors = {};
  const type: unknown = Reflect.get(Object(source), "type");
  if (type === "card") {
    errors["source.type"] =
      "must not be card: the pane exchanges its data for a token, so that your server holds none";
  }
  if (type === "token") errors["source.type"] = "must not be token: give its value as token";
  for (const field of ["token", "threeDs", "emulateCode"]) {
    if (Reflect.get(payment, field) !== undefined) errors[field] = "is not given beside source. Remove it";
  }
  return errors;
}

const shopperFields = ["ip", ...threeDsFields] as const satisfies readonly (keyof Shopper &
  keyof ContractConsumer)[];

/** Refuses fields that are read from the request: a consumer copied from the shopper's form must not set the IP address. */
function forbiddenFields(consumer: object | undefined): FieldErrors {
  const given = shopperFields.filter((field) => Reflect.get(Object(consumer), field) !== undefined);
  return Object.fromEntries(
    given.map((field) => [`consumer.${field}`, "is taken from httpRequest and device. Remove it"]),
  );
}
