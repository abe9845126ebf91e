/**
 * Types of a payment request. They express the conditions between fields of section 2 as far as TypeScript can.
 *
 * Object literals suffice, so there is no constructor for each source: `type` selects the variant and the consumer fields
 * that it requires. Bounds and patterns are checked at run time before sending, and so are the browser fields of 3D Secure,
 * which `threeDsMissing` may make optional.
 */
import type {
  Consumer as ContractConsumer,
  PriceItem as ContractPriceItem,
  PaymentRequest as ContractRequest,
  Sku as ContractSku,
  PaymentSource as ContractSource,
  PaymentSourceType,
} from "@cardpane/gateway";
import type { WithExtra } from "../call/extras.ts";
import type { Money } from "../call/money.ts";
import type { Shopper } from "../shopper/shopper.ts";

type Forbidden<Keys extends string> = { readonly [Key in Keys]?: never };
type Needed<Keys extends keyof ContractConsumer> = {
  readonly [Key in Keys]-?: NonNullable<ContractConsumer[Key]>;
};

/** The token of Apple Pay or Google Pay, as the phone or browser made it: an object, or its text. */
export type WalletToken = string | object;

type LooseApplePay = Extract<ContractSource, { type: "applePay" }>;
type DecodedFields = "number" | "expirationMonth" | "expirationYear" | "tavv";

/** Apple Pay with its token. */
export type ApplePayToken = Pick<LooseApplePay, "type" | "emulateCode"> & {
  readonly token: WalletToken;
} & Forbidden<DecodedFields | "eci">;

/** Apple Pay with the card data that the merchant decoded. */
export type ApplePayDecoded = Pick<LooseApplePay, "type" | "emulateCode" | "eci"> & {
  readonly [Field in DecodedFields]-?: string;
} & Forbidden<"token">;

type SourceByType = {
  [Variant in ContractSource as Variant["type"]]: Variant["type"] extends "applePay"
    ? ApplePayToken | ApplePayDecoded
    : Variant["type"] extends "googlepay"
      ? Omit<Variant, "token"> & { readonly token: WalletToken }
      : Variant extends { readonly bankCode: infer Bank }
        ? Omit<Variant, "bankCode"> & { readonly bankCode: Bank | (string & {}) }
        : Variant;
};

/** The payment source (section 2.3): the variant of one type, or the union of all. */
export type PaymentSource<Type extends PaymentSourceType = PaymentSourceType> = Type extends unknown
  ? { readonly type: Type } & SourceByType[Type]
  : never;

/** Identifies the consumer: by the gateway's id, or by the merchant's id and an e-mail address. */
export type Identity =
  | { readonly id: string }
  | { readonly id?: string; readonly externalId: string; readonly email: string };

/** Consumer fields that a source requires in addition (section 2.5). */
interface ConsumerNeeds {
  readonly card: "firstName" | "lastName";
  readonly sepa: "firstName" | "lastName";
  readonly binancepay: "firstName" | "lastName" | "email";
  readonly pix: "cpf";
}

type NeededBy<Type> = Needed<Type extends keyof ConsumerNeeds ? ConsumerNeeds[Type] : never>;

/** The consumer (section 2.5), with the fields that a source of this type requires. */
export type Consumer<Type extends PaymentSourceType = PaymentSourceType> = NeededBy<Type> &
  ContractConsumer &
  Identity;

/** The consumer without the fields that are read from the shopper's request, with those that a source of this type requires. */
export type ConsumerDetails<Type extends PaymentSourceType = "token"> = NeededBy<Type> &
  Omit<ContractConsumer, keyof Shopper> &
  Identity;

/** One charge of a schedule (section 2.4), in minor units. {@link priceSchedule} creates them. */
export type PriceItem = Readonly<Omit<ContractPriceItem, "amount">> & {
  /** In minor units (cents), 0 or more. */
  readonly amountMinor: number;
};

type Priced = { readonly price: readonly PriceItem[] };
type SkuBySite = Extract<ContractSku, { siteId: string }>;
type SkuByName = Extract<ContractSku, { name: string; price: unknown }>;

/** The purchased item (section 2.4): a site with prices, a SKU name, or a SKU name with prices; never a mixture. */
export type Sku =
  | (Omit<SkuBySite, "price"> & Priced & Forbidden<"name">)
  | (Omit<SkuByName, "price"> & Priced & Forbidden<"siteId" | "domainName">)
  | (Omit<SkuByName, "price"> & Forbidden<"price" | "siteId" | "domainName">);

/** Allows the gateway to approve a part of the amount (section 2.2): an amount, a percentage, or both. */
export type PartialApproval =
  | (Money & { readonly percentage?: number | undefined })
  | { readonly amountMinor?: undefined; readonly currency?: undefined; readonly percentage: number };

/** The fields that requests of every payment source share. */
export interface CommonRequest extends WithExtra {
  /** The purchased item and its price. Never take the amount from the shopper's request. */
  readonly sku: Sku;
  readonly url: ContractRequest["url"];
  readonly metadata?: ContractRequest["metadata"];
  readonly partialApproval?: PartialApproval | undefined;
  readonly emailOptions?: ContractRequest["emailOptions"];
}

interface RequestFor<Type extends PaymentSourceType> extends CommonRequest {
  readonly paymentSource: PaymentSource<Type>;
  readonly consumer: Consumer<Type>;
}

/** Body of `POST /payment` (section 2.2), for a source of one type or of any type. */
export type PaymentRequest<Type extends PaymentSourceType = PaymentSourceType> =
  /** For a union of source types: a consumer that satisfies every one of them. */
  RequestFor<Type> | (Type extends unknown ? RequestFor<Type> : never);
