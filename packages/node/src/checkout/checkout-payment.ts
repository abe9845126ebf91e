/** What `pay` and `charge` take: an order, what pays it, and the terms. */
import { fieldsOf } from "@cardpane/contract/record";
import { invalidRequest } from "../errors/errors.ts";
import { refuseUnknownFields } from "../errors/unknown-fields.ts";
import type { CommonRequest } from "../payments/payment-request-types.ts";
import type {
  BySource,
  ByToken,
  OffSession,
  SourcePayment,
  SourceType,
  TokenPayment,
} from "../payments/token-payment.ts";
import type { RequestOptions } from "../settings/settings.ts";
import type { FormValue } from "../shopper/form-value.ts";
import type { ExpectedPayment } from "./expected-payment.ts";

type SkuWithoutPrice = CommonRequest["sku"] extends infer Sku
  ? Sku extends unknown
    ? Omit<Sku, "price">
    : never
  : never;

/** The terms of every payment. */
interface Terms extends Omit<CommonRequest, "sku" | "url" | "partialApproval"> {
  /** The purchased item without its price: `{ siteId }` or `{ name }`. A SKU by name with `amountMinor` has its price at the gateway. */
  readonly sku: SkuWithoutPrice;
  /** Options of the call, `signal` or `timeoutMs` for example. */
  readonly options?: Omit<RequestOptions, "idempotencyKey"> | undefined;
}

/** A payment by the pane's token, or by another source. */
export type CheckoutPayment<Type extends SourceType = SourceType> = ExpectedPayment &
  Terms &
  Partial<Pick<FormValue, "card" | "expireAt">> & {
    /** The address to which a challenge or a bank's page returns the shopper. */
    readonly redirectUrl: string;
  } & (ByToken | BySource<Type>);

/** A payment without the shopper, by the source of an earlier one. */
export type CheckoutCharge = ExpectedPayment &
  Terms &
  OffSession & {
    /** The address to which the bank's page returns the shopper, if you send them there. @default `ipnUrl`, which shows nothing */
    readonly redirectUrl?: string | undefined;
  };

type KeyOf<Union> = Union extends unknown ? keyof Union : never;

const chargeFields: Readonly<Record<KeyOf<CheckoutCharge>, true>> = {
  reference: true,
  price: true,
  amountMinor: true,
  currency: true,
  source: true,
  consumer: true,
  sku: true,
  metadata: true,
  emailOptions: true,
  extra: true,
  options: true,
  redirectUrl: true,
};

const payFields: Readonly<Record<KeyOf<CheckoutPayment>, true>> = {
  ...chargeFields,
  token: true,
  device: true,
  card: true,
  expireAt: true,
  httpRequest: true,
  threeDs: true,
  emulateCode: true,
};

/**
 * Refuses what is no field, because a copied request would set what the shop does not, and what no order can end with.
 *
 * @throws NotSentError (`invalid_request`) that names each field
 */
export function checkFields(method: "pay" | "charge", payment: unknown): void {
  const fields = method === "pay" ? payFields : chargeFields;
  refuseUnknownFields(method, Object.keys(fields), payment, {
    partialApproval:
      "leaves a part of the amount unpaid, and an order is paid or not. It works with client.payments, where you keep the rest yourself",
  });
  const { consumer, redirectUrl } = fieldsOf<CheckoutCharge>(payment);
  const isUrl = typeof redirectUrl === "string" && /^https?:/i.test(redirectUrl) && URL.canParse(redirectUrl);
  if (!isUrl && (method === "pay" || redirectUrl !== undefined)) {
    const problem =
      "must be an absolute http or https address: a challenge or a bank's page returns the shopper to it";
    throw invalidRequest({ redirectUrl: problem });
  }
  if (method === "charge" && Object(consumer).ip === undefined) {
    const problem =
      "is required: the address at which the shopper agreed to later charges. Store it with the consent";
    throw invalidRequest({ "consumer.ip": problem });
  }
}

/** The request of a payment. `retryOf`: the gateway's id of the order, if a decline asked for 3D Secure (section 2.4). */
export function requestOf(
  payment: CheckoutPayment | CheckoutCharge,
  url: CommonRequest["url"],
  retryOf: string | undefined,
): TokenPayment | SourcePayment {
  const { reference: _, price, amountMinor, currency, options: __, sku, ...rest } = payment;
  const { redirectUrl: ___, card: ____, expireAt: _____, ...terms } = rest as Partial<CheckoutPayment>;
  const { name, price: own, action } = fieldsOf<Record<string, unknown>>(sku);
  const isStored = price === undefined && name !== undefined && own === undefined;
  const items = price ?? [{ amountMinor, currency }];
  const isRetry = retryOf !== undefined && action === undefined && payment.source === undefined;
  return {
    ...terms,
    ...(isRetry && { threeDs: true }),
    sku: {
      ...sku,
      ...(isRetry && { action: { type: "retry", id: retryOf } }),
      ...(!isStored && { price: items }),
    },
    url,
  } as unknown as TokenPayment;
}
