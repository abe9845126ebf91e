/**
 * Checkout tickets. The operations that make card tokens take no key, so a script can try cards by posting tokens to the shop's payment
 * route in a loop. A ticket ties that route to a checkout that the shop itself has shown:
 *
 *   checkout page   createCheckoutTicket({ orderId, amountMinor, currency, session })  -> into the page's form
 *   payment route   checkCheckoutTicket(ticket, the same, from the shop's own record) -> pay only where it is ok
 *
 *   ct1.<expiry, Unix seconds>.<HMAC-SHA256 over order, amount, currency, session and expiry>
 *
 * A ticket holds no data and is good until it expires, so nothing is stored. It is not good once: an order is, by its `idempotencyKey` and
 * by its record. It is no login and no defence against cross-site requests.
 */
import type { Clock } from "../client/settings.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { equalText, hmacSha256, toBase64Url, utf8 } from "../notifications/bytes.ts";
import { checkSecrets, type Secrets } from "../notifications/check-secrets.ts";

/** What a ticket is for. */
export interface Checkout {
  /** 1 to 128 characters. */
  readonly orderId: string;
  /** In minor units: `4250` is 42.50 EUR. */
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  /**
   * What ties the ticket to one browser: the shop's session id, or a hash of it; 1 to 256 characters.
   * @default the ticket is good in any browser
   */
  readonly session?: string | undefined;
}

/** How tickets are made and checked. */
export interface TicketOptions {
  /** 32 random bytes or more. Of several the first makes tickets and all are accepted: put a new one in front to rotate. */
  readonly secret: Secrets;
  /** @default Date.now */
  readonly clock?: Pick<Clock, "now">;
}

/** Why a ticket is refused, for the shop's log. The shopper gets one answer for all: "Reload the checkout". */
export type TicketRefusalCode = "ticket_missing" | "ticket_malformed" | "ticket_forged" | "ticket_expired";

/** The verdict on a ticket. */
export type TicketCheck = { readonly ok: true } | { readonly ok: false; readonly code: TicketRefusalCode };

const defaultMinutes = 30;
const maxMinutes = 24 * 60;
/** Longer than any ticket: what is longer is not even looked at. */
const maxLength = 100;

/**
 * Creates the ticket of a checkout.
 *
 * @param options.expiresInMinutes whole minutes from 1 to 1440. @default 30
 * @throws ConfigurationError for a weak secret or a checkout that cannot be signed; it quotes neither.
 * @example const ticket = await createCheckoutTicket({ orderId: "order-17", amountMinor: 4250, currency: "EUR" }, { secret });
 */
export async function createCheckoutTicket(
  checkout: Checkout,
  options: TicketOptions & { readonly expiresInMinutes?: number },
): Promise<string> {
  const { expiresInMinutes: minutes = defaultMinutes, clock } = options;
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > maxMinutes)
    throw new ConfigurationError(`expiresInMinutes must be a whole number from 1 to ${maxMinutes}`);
  const [secret] = checkSecrets("secret", options.secret);
  const problem = problemOf(checkout);
  if (problem) throw new ConfigurationError(problem);
  const expiresAt = Math.floor(nowOf(clock) / 1000) + minutes * 60;
  return `ct1.${expiresAt}.${await mac(checkout, expiresAt, secret)}`;
}

/**
 * Checks a ticket against the checkout as the shop has recorded it, never as the request describes it.
 *
 * @param ticket as it came with the request: any value
 * @throws ConfigurationError for a weak secret or a checkout that cannot be signed; it quotes neither.
 * @example
 * const check = await checkCheckoutTicket(body.ticket, { orderId: order.id, amountMinor: order.totalMinor, currency: "EUR" }, { secret });
 * if (!check.ok) return refuse(check.code);
 */
export async function checkCheckoutTicket(
  ticket: unknown,
  checkout: Checkout,
  { secret, clock }: TicketOptions,
): Promise<TicketCheck> {
  const secrets = checkSecrets("secret", secret);
  const problem = problemOf(checkout);
  if (problem) throw new ConfigurationError(problem);
  if (ticket === undefined || ticket === null || ticket === "") return refuse("ticket_missing");
  if (typeof ticket !== "string" || ticket.length > maxLength) return refuse("ticket_malformed");
  const [, expiry, proof] = /^ct1\.([1-9]\d{0,11})\.([\w-]{43})$/.exec(ticket) ?? [];
  if (!expiry || !proof) return refuse("ticket_malformed");
  let isOurs = false;
  for (const one of secrets) {
    // Every secret is tried, so that timing does not reveal which one matched.
    if (equalText(await mac(checkout, Number(expiry), one), proof)) isOurs = true;
  }
  if (!isOurs) return refuse("ticket_forged");
  return Number(expiry) * 1000 > nowOf(clock) ? { ok: true } : refuse("ticket_expired");
}

function refuse(code: TicketRefusalCode): TicketCheck {
  return { ok: false, code };
}

function nowOf(clock: TicketOptions["clock"]): number {
  return clock?.now() ?? Date.now();
}

/** What keeps a checkout from being signed: a missing part would be signed as "any". */
function problemOf({ orderId, amountMinor, currency, session }: Checkout): string | undefined {
  if (!isText(orderId, 128)) return "orderId must be a text of 1 to 128 characters";
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0)
    return "amountMinor must be a whole number of minor units (cents), 0 or more";
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency))
    return "currency must be three capital letters";
  if (session !== undefined && !isText(session, 256)) return "session must be a text of 1 to 256 characters";
  return undefined;
}

function isText(value: unknown, max: number): boolean {
  return typeof value === "string" && value.length >= 1 && value.length <= max;
}

async function mac(checkout: Checkout, expiresAt: number, secret: string): Promise<string> {
  const { orderId, amountMinor, currency, session = null } = checkout;
  // JSON keeps the parts apart; the first one keeps this use of the secret apart from any other.
  const signed = JSON.stringify([
    "cardpane checkout ticket 1",
    orderId,
    amountMinor,
    currency,
    session,
    expiresAt,
  ]);
  return toBase64Url(await hmacSha256(utf8(secret), utf8(signed)));
}
