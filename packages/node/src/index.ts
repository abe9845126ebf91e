/** @cardpane/node: a token becomes a payment, safely. */

export type { Actor } from "@cardpane/contract/errors";
export type {
  FieldErrors,
  JsonValue,
  OperationOverrides,
  PaymentCode,
  PaymentMethod,
  PaymentResult,
  PaymentSourceType,
} from "@cardpane/contract/gateway";
export { paymentCodes } from "@cardpane/contract/gateway";
export type { DeviceData } from "@cardpane/contract/messages";
export type { Client } from "./client.ts";
export { createClient } from "./client.ts";
export type { ErrorCode, ErrorDetails, Outcome } from "./errors.ts";
export {
  CardpaneError,
  ConfigurationError,
  errorCatalogue,
  isCardpaneError,
  NotSentError,
  RejectedError,
  UnknownOutcomeError,
} from "./errors.ts";
export type { NextAction } from "./outcome.ts";
export { explainCode, isDeclined, isPending, isSuccessful, nextAction } from "./outcome.ts";
export type {
  ApplePayDecoded,
  ApplePayToken,
  CommonRequest,
  Consumer,
  Identity,
  PartialApproval,
  PaymentRequest,
  PaymentSource,
  PriceItem,
  Sku,
} from "./payment-request.ts";
export type { Payments } from "./payments.ts";
export type { Charge, Money } from "./price-schedule.ts";
export { priceSchedule } from "./price-schedule.ts";
export type { ScaPayment } from "./sca-retry.ts";
export { needsSca } from "./sca-retry.ts";
export type { ClientOptions, Clock, RequestOptions } from "./settings.ts";
export type { FormValue } from "./shopper/form-value.ts";
export { readFormValue } from "./shopper/form-value.ts";
export type { NodeRequest, RequestHeaders, RequestWithAddress, ShopperRequest } from "./shopper/request.ts";
export type { ConsumerDetails, TokenPayment } from "./token-payment.ts";
