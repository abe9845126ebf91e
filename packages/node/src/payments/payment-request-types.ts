/**
 * A payment request as a compiler can refuse it: what section 2 ties together, as far as types can say it.
 *
 * Literals are enough, so there is no constructor per source: `type` picks the variant, its fields are completed and
 * checked, and the type decides what the consumer must hold. Left to the check before sending are bounds and patterns,
 * and the browser's fields of 3D Secure, which `threeDsMissing` may make optional.
 */
import type {
  Consumer as ContractConsumer,
  PriceItem as ContractPriceItem,
  PaymentRequest as ContractRequest,
  Sku as ContractSku,
  PaymentSource as ContractSource,
  PaymentSourceType,
} from "@cardpane/contract/gateway";
import type { WithExtra } from "../call/extras.ts";
import type { Money } from "./money.ts";

type Forbidden<Keys extends string> = { readonly [Key in Keys]?: never };
type Needed<Keys extends keyof ContractConsumer> = {
  readonly [Key in Keys]-?: NonNullable<ContractConsumer[Key]>;
};

type LooseApplePay = Extract<ContractSource, { type: "applePay" }>;
type DecodedFields = "number" | "expirationMonth" | "expirationYear" | "tavv";

/** Apple Pay with its token. */
export type ApplePayToken = Pick<LooseApplePay, "type" | "emulateCode"> & {
  readonly token: string;
} & Forbidden<DecodedFields | "eci">;

/** Apple Pay with the card data that the merchant decoded. */
export type ApplePayDecoded = Pick<LooseApplePay, "type" | "emulateCode" | "eci"> & {
  readonly [Field in DecodedFields]-?: string;
} & Forbidden<"token">;

type SourceByType = {
  [Variant in ContractSource as Variant["type"]]: Variant["type"] extends "applePay"
    ? ApplePayToken | ApplePayDecoded
    : Variant extends { readonly bankCode: infer Bank }
      ? Omit<Variant, "bankCode"> & { readonly bankCode: Bank | (string & {}) }
      : Variant;
};

/** Where the money comes from (section 2.3): the variant of a type, or of every type. */
export type PaymentSource<Type extends PaymentSourceType = PaymentSourceType> = Type extends unknown
  ? { readonly type: Type } & SourceByType[Type] & WithExtra
  : never;

/** The gateway's own id of who pays, or else the merchant's id and an e-mail address. */
export type Identity =
  | { readonly id: string }
  | { readonly id?: string; readonly externalId: string; readonly email: string };

/** Fields of the consumer that a source requires besides (section 2.5). */
interface ConsumerNeeds {
  readonly card: "firstName" | "lastName";
  readonly sepa: "firstName" | "lastName";
  readonly binancepay: "firstName" | "lastName" | "email";
  readonly pix: "cpf";
}

/** The consumer (section 2.5), with the fields that a source of this type requires. */
export type Consumer<Type extends PaymentSourceType = PaymentSourceType> = Needed<
  Type extends keyof ConsumerNeeds ? ConsumerNeeds[Type] : never
> &
  ContractConsumer &
  Identity &
  WithExtra;

/** One charge of a schedule (section 2.4), in minor units. {@link priceSchedule} creates them. */
export type PriceItem = Readonly<Omit<ContractPriceItem, "amount">> & {
  /** In minor units (cents), 0 or more. */
  readonly amountMinor: number;
};

type Priced = { readonly price: readonly PriceItem[] };
type SkuBySite = Extract<ContractSku, { siteId: string }>;
type SkuByName = Extract<ContractSku, { name: string; price: unknown }>;

/** What is bought (section 2.4): by site, by SKU name, or by SKU name with prices of its own; never a mixture. */
export type Sku = WithExtra &
  (
    | (Omit<SkuBySite, "price"> & Priced & Forbidden<"name">)
    | (Omit<SkuByName, "price"> & Priced & Forbidden<"siteId" | "domainName">)
    | (Omit<SkuByName, "price"> & Forbidden<"price" | "siteId" | "domainName">)
  );

/** A recommendation to approve a part (section 2.2): an amount, a percentage, or both. */
export type PartialApproval =
  | (Money & { readonly percentage?: number | undefined })
  | { readonly amountMinor?: undefined; readonly currency?: undefined; readonly percentage: number };

/** What every request holds, whatever its source. */
export interface CommonRequest extends WithExtra {
  /** What is bought. The amount is yours: never take it from the shopper's request. */
  readonly sku: Sku;
  readonly url: ContractRequest["url"] & WithExtra;
  readonly metadata?: ContractRequest["metadata"];
  readonly partialApproval?: PartialApproval | undefined;
  readonly emailOptions?: ContractRequest["emailOptions"];
}

interface RequestFor<Type extends PaymentSourceType> extends CommonRequest {
  readonly paymentSource: PaymentSource<Type>;
  readonly consumer: Consumer<Type>;
}

/** Body of `POST /payment` (section 2.2), by a source of one type or of any. */
export type PaymentRequest<Type extends PaymentSourceType = PaymentSourceType> =
  /** A source still to be chosen among several, and a consumer who will do for each of them. */
  RequestFor<Type> | (Type extends unknown ? RequestFor<Type> : never);
