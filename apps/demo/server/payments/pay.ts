/**
 * Pays an order: its amount is the shop's, its source and the shopper's request come from the browser. The package decides whether
 * the order may be paid. What became of the attempt is an event, from the response or from a notification, and
 * `notifications/apply-event.ts` changes the order; here are only the outcomes without an event.
 *
 *   token or source        checkout.pay({ reference, price, token or source, ... })
 *   the customer's wallet  webhooks.begin, the call with the customer's own tokens, webhooks.settle
 */
import {
  type CardpaneError,
  type CheckoutOutcome,
  type CheckoutPayment,
  type DeviceData,
  type FieldErrors,
  isCardpaneError,
  type PaymentSource,
  type PriceItem,
  priceSchedule,
} from "@cardpane/node";
import type { Shop } from "../http/shop.ts";
import type { Visitor } from "../http/visitor.ts";
import type { Brand } from "../orders/brand.ts";
import { box, currency } from "../orders/catalogue.ts";
import { isPayable, type NotMade, type Order, setState } from "../orders/order.ts";
import { locales } from "../texts/index.ts";

interface TokenSource {
  readonly kind: "card";
  readonly token: string;
  readonly device: Partial<DeviceData>;
  /** The network that the form named: the shopper's choice if the card has several networks. */
  readonly network: Brand | null;
  /** The gateway's id of the shopper, if it stores the card. */
  readonly consumerId: string | null;
}

/** Another source of the interface, with the values as the shopper typed them: `create` validates them before it sends anything. */
interface OtherSource {
  readonly kind: "other";
  readonly paymentSource: PaymentSource;
  readonly cpf: string | null;
  readonly consumerId: string | null;
}

/** A wallet. Its current login is read when the request is sent: a new login replaces it. */
interface WalletSource {
  readonly kind: "wallet";
  readonly userId: number;
  readonly accountId: number;
}

export type Source = TokenSource | OtherSource | WalletSource;

/** Pays, unless another attempt is under way. Never throws; returns the errors of the request, by path. */
export async function pay(shop: Shop, order: Order, source: Source, visitor: Visitor): Promise<FieldErrors> {
  const { log, orders } = shop;
  if (!isPayable(order)) return {};
  // Nothing is awaited between the check and the change, so two clicks cannot both pass.
  setState(order, { status: "paying" });
  const isStoredCard = source.kind === "other" && source.paymentSource.type === "paymentAccountId";
  order.by = isStoredCard ? "card" : source.kind;
  orders.set(order.id, order);
  try {
    if (source.kind === "wallet") {
      await payFromWallet(shop, order, source);
      return {};
    }
    const outcome =
      source.kind === "card"
        ? await payByToken(shop, order, source, visitor)
        : await payBySource(shop, order, source, visitor);
    if ("error" in outcome) log(`order ${order.id} ${outcome.type}: ${inWords(outcome.error)}`);
    return applyOutcome(order, outcome);
  } catch (error) {
    log(`order ${order.id} failed: ${inWords(error)}`);
    return isCardpaneError(error) ? applyRefusal(order, error) : {};
  } finally {
    // No event and no refusal: it may have been charged.
    if (isPaying(order)) setState(order, { status: "unknown" });
  }
}

/** Applies an outcome that has no event: a page to open, a refusal before money could move. */
function applyOutcome(order: Order, outcome: CheckoutOutcome): FieldErrors {
  if (outcome.type === "not_made") return applyRefusal(order, outcome.error);
  if (outcome.type !== "redirect" && outcome.type !== "scan") return {};
  const { url = "" } = outcome;
  if (isPaying(order) && isWebAddress(url)) {
    const { orderId, transactionId, qrCode = null } = outcome.payment.payment;
    const step = { url, qrCode };
    setState(order, { status: "awaiting", step, ids: { orderId, transactionId } });
  }
  return {};
}

/** Nothing was sent, or the gateway refused it: the order can be paid again. */
function applyRefusal(order: Order, error: CardpaneError): FieldErrors {
  const { code, outcome, errors = {} } = error;
  const isInDoubt = outcome === "unknown" || code === "attempt_open" || code === "order_paid";
  if (isInDoubt || !isPaying(order)) return {};
  setState(order, { status: "created", problem: reasonOf(error, order.by) });
  return errors;
}

function isPaying({ state }: Order): boolean {
  return state.status === "paying";
}

/** The pane's token. */
async function payByToken(
  shop: Shop,
  order: Order,
  { token, device, ...source }: TokenSource,
  httpRequest: Visitor,
): Promise<CheckoutOutcome> {
  const { emulateCode, threeDs } = order.session.qa;
  const common = commonOf(shop, order, source);
  return shop.checkout.pay({
    ...common,
    token,
    device,
    httpRequest,
    threeDs: threeDs === "on",
    ...(emulateCode !== "" && { emulateCode }),
  });
}

async function payBySource(
  shop: Shop,
  order: Order,
  { paymentSource, cpf, ...source }: OtherSource,
  httpRequest: Visitor,
): Promise<CheckoutOutcome> {
  const { emulateCode } = order.session.qa;
  const { consumer, ...common } = commonOf(shop, order, source);
  // The interface lists no emulateCode for ACH.
  const mayEmulate = emulateCode !== "" && paymentSource.type !== "ach";
  const payment = {
    ...common,
    source: { ...paymentSource, ...(mayEmulate && { emulateCode }) },
    consumer: { ...consumer, ...(cpf !== null && { cpf }) },
    httpRequest,
  };
  // The compiler cannot know which source the shopper chose; `pay` checks each one.
  return shop.checkout.pay(payment as CheckoutPayment);
}

/** The response is final; the gateway also sends a notification of it. */
async function payFromWallet(
  { webhooks }: Shop,
  order: Order,
  { userId, accountId: paymentAccountId }: WalletSource,
): Promise<void> {
  const { id: reference, totalMinor: amountMinor, session } = order;
  const { login } = session.wallet;
  if (!login) return setState(order, { status: "created", problem: "logged_out" });
  const money = { paymentAccountId, amountMinor, currency };
  const attempt = await webhooks.begin({ kind: "payment", reference, userId, ...money });
  const { webhookUrl, id: idempotencyKey } = attempt;
  const own = { name: titleOf(order), merchantOrderId: reference, metadata: { udf1: reference } };
  const sent = await login.payments
    .create({ ...money, ...own, webhookUrl }, { idempotencyKey })
    .catch((error: Error) => error);
  await webhooks.settle(attempt, sent);
  if (sent instanceof Error) throw sent;
}

function commonOf(
  { config: { booking }, publicUrl }: Shop,
  order: Order,
  { consumerId, network = null }: Pick<TokenSource, "consumerId"> & Partial<Pick<TokenSource, "network">>,
) {
  const { shopperId: externalId, contact } = order.session;
  return {
    reference: order.id,
    sku: { ...booking, title: titleOf(order) },
    price: priceOf(order),
    consumer: { ...(consumerId !== null && { id: consumerId }), externalId, ...contact },
    redirectUrl: `${publicUrl}/orders/${order.id}/return`,
    metadata: {
      udf1: order.id,
      // The gateway derives one network from the number, though a card can have several: `udf2` returns the shopper's choice.
      ...(network !== null && { udf2: network }),
    },
  };
}

/** The price: one charge, or for the box one now and one every month. The shop sets the amounts; the gateway sets the format. */
function priceOf({ kind, totalMinor: amountMinor }: Order): readonly PriceItem[] {
  const { monthlyMinor, everyDays } = box;
  return priceSchedule(currency, [
    { amountMinor },
    ...(kind === "box" ? [{ amountMinor: monthlyMinor, everyDays }] : []),
  ]);
}

/** Names the order on the pages of the bank and the gateway and in the wallet, in the shopper's language: `Order 8fXk2`. */
function titleOf({ id, session }: Order): string {
  return `${locales[session.locale ?? "en"].orderNumber} ${id}`;
}

function reasonOf({ code, outcome, retryable, errors = {} }: CardpaneError, by: Order["by"]): NotMade {
  if (by === "wallet") {
    if (code === "session_ended") return "logged_out";
    if (code === "forbidden") return "blocked";
    // The account was deactivated in the meantime, or is another customer's.
    if (code === "bad_request" || code === "not_found") return "invalid";
  }
  const isTyped = Object.keys(errors).some((path) => path.startsWith("source.") || path === "consumer.cpf");
  if (by === "other" && isTyped) return "invalid";
  if (code === "token_unusable") return "token_spent";
  // A request that failed in transit can be sent again unchanged; after a refusal, here or at the gateway, it must change.
  return (outcome === "not_sent" && retryable) || code === "rate_limited" ? "not_sent" : "refused";
}

/** Accepts http and https only: a `javascript:` address would run in the shop's page. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function inWords(error: unknown): string {
  if (isCardpaneError(error)) return `${error.outcome}: ${error.message}`;
  return error instanceof Error ? error.name : "unknown error";
}
