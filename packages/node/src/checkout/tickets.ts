/**
 * Checkout tickets. Tokenization needs no API key, so a script can test cards by posting tokens to the shop's payment route in a
 * loop. A ticket restricts that route to checkouts that the shop itself has shown:
 *
 *   checkout page   createCheckoutTicket({ orderId, amountMinor, currency, session })      -> into the page's form
 *   payment route   checkCheckoutTicket(ticket, the same values, from the shop's record)   -> pay only if it is ok
 *
 *   ct1.<expiry, Unix seconds>.<HMAC-SHA256 over order, amount, currency, session and expiry>
 *
 * A ticket contains no data and is valid until it expires, so nothing is stored. It can be used several times: `idempotencyKey`
 * and the order's record prevent a second payment. A ticket replaces neither a login nor a defence against cross-site requests.
 */
import type { Clock } from "../client/settings.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { equalText, hmacSha256, toBase64Url, utf8 } from "../notifications/bytes.ts";
import { checkSecrets, type Secrets } from "../notifications/check-secrets.ts";

/** The checkout that a ticket authorizes. */
export interface Checkout {
  /** 1 to 128 characters. */
  readonly orderId: string;
  /** In minor units: `4250` is 42.50 EUR. */
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  /**
   * Binds the ticket to one browser: the shop's session id, or a hash of it; 1 to 256 characters.
   * @default the ticket is valid in any browser
   */
  readonly session?: string | undefined;
}

/** Options of tickets. */
export interface TicketOptions {
  /** 32 random bytes or more. From a list, the first signs and all are accepted: to rotate, put a new secret in front. */
  readonly secret: Secrets;
  /** @default Date.now */
  readonly clock?: Pick<Clock, "now">;
}

/** The reason to refuse a ticket, for the shop's log. Show the shopper the same text for all reasons: "Reload the checkout". */
export type TicketRefusalCode = "ticket_missing" | "ticket_malformed" | "ticket_forged" | "ticket_expired";

/** The result of checking a ticket. */
export type TicketCheck = { readonly ok: true } | { readonly ok: false; readonly code: TicketRefusalCode };

const defaultMinutes = 30;
const maxMinutes = 24 * 60;
/** Maximum length; tickets are always shorter. A longer text is refused without a check. */
const maxLength = 100;

/**
 * Creates the ticket of a checkout.
 *
 * @param options.expiresInMinutes whole minutes from 1 to 1440. @default 30
 * @throws ConfigurationError for a weak secret or an invalid checkout; it quotes neither.
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
 * @param ticket the ticket of the request, untrusted: any value
 * @throws ConfigurationError for a weak secret or an invalid checkout; it quotes neither.
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

/** The problem of a checkout that must not be signed: the signature would not cover a missing part. */
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
  // JSON delimits the parts unambiguously; the first part separates this use of the secret from any other.
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
