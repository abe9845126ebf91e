/** Subscriptions. *Not in the document*: the shapes are those of public clients of such gateways. */

import { isRecord } from "@cardpane/contract/record";
import type {
  CancelSubscriptionRequest,
  Consumer as ContractConsumer,
  FieldOperationName,
} from "@cardpane/gateway";
import { sendChecked } from "../call/checked-call.ts";
import type { WithExtra } from "../call/extras.ts";
import { maskBody } from "../call/mask.ts";
import { defined, readId, readTexts } from "../call/read-values.ts";
import type { Identity, PaymentSource, PriceItem } from "../payments/payment-request-types.ts";
import { type ResultSubscription, readSubscription } from "../payments/payment-result.ts";
import { type Draft, draftFromShopper, type TokenPayment } from "../payments/token-payment.ts";
import type { RequestOptions, Settings } from "../settings/settings.ts";

/** A subscription. */
export interface Subscription extends ResultSubscription {
  /** The gateway's id of the subscription. */
  readonly id: string;
  /** SKU name of the subscription. */
  readonly skuName?: string;
  /** Site id of the subscription. */
  readonly siteId?: string;
  /** The gateway's id of the shopper. */
  readonly consumerId?: string;
  /** The body as the gateway sent it. Full card numbers are masked. */
  readonly raw: unknown;
}

/** New prices of a subscription, from its next renewal on. */
export interface SubscriptionChange extends WithExtra {
  /** At least one charge. {@link priceSchedule} creates them. */
  readonly price: readonly PriceItem[];
}

/** End of a subscription: at once if no field is set. */
export interface SubscriptionCancellation extends CancelSubscriptionRequest, WithExtra {}

/** A new card: a token of the pane, or any payment source that the gateway can charge again. */
export type NewSubscriptionCard =
  | Pick<TokenPayment, "token" | "device" | "httpRequest" | "consumer" | "threeDs" | "extra">
  | ({
      readonly paymentSource: PaymentSource;
      readonly consumer: ContractConsumer & Identity;
    } & WithExtra);

/** Operations on subscriptions. Every call throws RejectedError `not_found` for an id that the gateway does not know. */
export interface Subscriptions {
  get(subscriptionId: string, options?: RequestOptions): Promise<Subscription>;
  /**
   * Changes the prices from the next renewal on. `subscription.renewed` then comes with `isExpected: false`, since the order's
   * attempt recorded the former schedule.
   *
   * @example
   * const price = priceSchedule("EUR", [{ amountMinor: 1299, everyDays: 30 }]);
   * await client.subscriptions.change(id, { price });
   */
  change(subscriptionId: string, change: SubscriptionChange, options?: RequestOptions): Promise<Subscription>;
  /**
   * Cancels at once, at the end of the paid time (`keepActiveUntilNextRebill`), or at a date (`cancelDate`, in UTC).
   *
   * @example
   * await client.subscriptions.cancel(id, { keepActiveUntilNextRebill: true });
   */
  cancel(
    subscriptionId: string,
    cancellation?: SubscriptionCancellation,
    options?: RequestOptions,
  ): Promise<Subscription>;
  /** Reactivates a canceled subscription. */
  recover(subscriptionId: string, options?: RequestOptions): Promise<Subscription>;
  /**
   * Replaces the card that later renewals charge.
   *
   * @throws RejectedError `token_unusable` if the token was used, has expired or is unknown.
   * @example
   * await client.subscriptions.changeCard(id, { ...readFormValue(req.body.payment), httpRequest: req, consumer });
   */
  changeCard(
    subscriptionId: string,
    card: NewSubscriptionCard,
    options?: RequestOptions,
  ): Promise<Subscription>;
}

/** Creates the subscriptions of a client. */
export function createSubscriptions(settings: Settings): Subscriptions {
  const call = (
    subscriptionId: string,
    name: SubscriptionOperation,
    draft: Draft,
    options: RequestOptions | undefined,
  ): Promise<Subscription> =>
    sendChecked(settings, {
      ...draft,
      name,
      id: { name: "subscriptionId", value: subscriptionId },
      options,
      effect: name === "getSubscription" ? "read" : "change",
      missing: "subscription",
      read: readAnswer,
    });
  return Object.freeze<Subscriptions>({
    get: async (id, options) => call(id, "getSubscription", { input: {} }, options),
    change: async (id, input, options) => call(id, "changeSubscription", { input }, options),
    cancel: async (id, input = {}, options) => call(id, "cancelSubscription", { input }, options),
    recover: async (id, options) => call(id, "recoverSubscription", { input: {} }, options),
    changeCard: async (id, card, options) => {
      // With a token, the consumer gets the data of the shopper's request.
      const isSource = "paymentSource" in Object(card);
      const draft = isSource ? { input: card } : draftFromShopper(card, settings);
      return call(id, "changeSubscriptionCard", draft, options);
    },
  });
}

type SubscriptionOperation = Extract<FieldOperationName, `${string}Subscription${string}`>;

/** Reads a subscription. The id is required; all other fields are informational. */
function readAnswer(body: unknown): Subscription | undefined {
  if (!isRecord(body)) return undefined;
  const wire = isRecord(body["subscription"]) ? body["subscription"] : body;
  const { id, ...subscription } = readSubscription(wire) ?? {};
  if (id === undefined) return undefined;
  const ids = defined({ siteId: readId(wire["siteId"]), consumerId: readId(wire["consumerId"]) });
  return { id, ...subscription, ...readTexts(wire, "skuName"), ...ids, raw: maskBody(body) };
}
