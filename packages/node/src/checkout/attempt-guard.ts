/**
 * Limits attempts to pay: networks charge fees for repetitions, and card testers use shops that do not count.
 *
 * An attempt takes a slot of its shopper and of its address before it begins, each under a lock of its own, so that the limits hold
 * exactly whatever runs in parallel. A payment that is made, or refused before money could move, gives its slots back; a decline
 * keeps them until they expire. Who they are of is stored as HMAC. The rows are beside the orders, under keys that begin with
 * `guard `.
 */
import { fieldsOf } from "@cardpane/contract/record";
import type { Client } from "../client.ts";
import { ConfigurationError, NotSentError } from "../errors/errors.ts";
import { hmacSha256, toBase64Url, utf8 } from "../notifications/bytes.ts";
import type { ReceiverSettings } from "../notifications/settings.ts";
import { isPrivateAddress, namesAddress } from "../settings/address.ts";
import { notify } from "../settings/observer.ts";
import { readRequest } from "../shopper/request.ts";
import type { CheckoutCharge, CheckoutPayment } from "./checkout-payment.ts";

/** An attempt that a limit refused. */
export interface AttemptRefusal {
  readonly reference: string;
  readonly by: "shopper" | "address";
  /** Milliseconds until the next attempt may begin. */
  readonly retryAfterMs: number;
}

/** Limits of attempts to pay. Declined ones count, paid ones do not. */
export interface AttemptLimits {
  /** Declined attempts of an order. @default 8 */
  readonly perOrder?: number | undefined;
  /**
   * Declined attempts of a shopper (`consumer.externalId` or `id`) within a time. An address has three times the limit, because an
   * office shares one; a private one, probably your proxy's, has none.
   * @default { limit: 20, withinMs: 3_600_000 }
   */
  readonly perShopper?: { readonly limit: number; readonly withinMs: number } | undefined;
  /** Told of a refusal, once for each shopper or address and window. */
  readonly onRefused?: ((refusal: AttemptRefusal) => void) | undefined;
}

/** The slots of an attempt, stored with it. */
export interface Slots {
  readonly id: string;
  readonly keys: readonly string[];
}

interface Counted {
  readonly version: 1;
  readonly slots: readonly { readonly id: string; readonly at: number }[];
  /** When a refusal was told. */
  readonly toldAt?: number;
}

/** Who pays. */
export interface Payer {
  readonly reference: string;
  readonly shopper: string | undefined;
  readonly address: string | undefined;
}

/**
 * Reads who pays. The address is that which the gateway gets, but for one that the client puts in the place of an IPv6 address: many
 * shoppers share it. A charge without the shopper has none.
 */
export function payerOf(
  payment: CheckoutPayment | CheckoutCharge,
  client: Partial<Pick<Client, "shopper">>,
): Payer {
  const { consumer, reference, httpRequest } = payment as CheckoutPayment;
  const { externalId, id } = fieldsOf<{ externalId: string; id: string }>(consumer);
  let address: string | undefined;
  try {
    if (httpRequest !== undefined) address = client.shopper?.(httpRequest).ip;
  } catch {
    // The payment is refused for it.
  }
  const isOwn = address !== undefined && namesAddress(readRequest(httpRequest), address);
  return { reference, shopper: externalId ?? id, address: isOwn ? address : undefined };
}

type Settings<Event, Tx> = Pick<
  ReceiverSettings<Event, Tx>,
  "store" | "secrets" | "environment" | "now" | "onFailure"
>;

/** The limits with their defaults. @throws ConfigurationError that names a wrong one */
export function resolveLimits({
  perOrder = 8,
  perShopper = { limit: 20, withinMs: 3_600_000 },
  onRefused,
}: AttemptLimits = {}) {
  const { limit, withinMs } = fieldsOf<typeof perShopper>(perShopper);
  const numbers = { perOrder, "perShopper.limit": limit, "perShopper.withinMs": withinMs };
  const wrong = Object.entries(numbers).find(
    ([, value]) => !Number.isSafeInteger(value) || Number(value) < 1,
  );
  if (wrong) throw new ConfigurationError(`attempts.${wrong[0]} must be a whole number, 1 or more`);
  return { perOrder, perShopper, onRefused };
}

/** Opens the guard of a checkout. */
export function openAttemptGuard<Event, Tx>(
  { store, secrets, environment, now, onFailure }: Settings<Event, Tx>,
  { perShopper, onRefused }: ReturnType<typeof resolveLimits>,
) {
  const { limit, withinMs } = perShopper;

  async function keyOf(kind: string, value: string): Promise<string> {
    const hash = await hmacSha256(utf8(secrets[0]), utf8(`guard ${kind} ${value}`));
    return `guard ${environment}/${kind}/${toBase64Url(hash)}`;
  }

  /** Takes a slot, or tells how long to wait. */
  async function take(key: string, id: string, most: number) {
    return store.once(key, async ({ records, save }) => {
      const { slots = [], toldAt = 0 } = (records[0] ?? {}) as Partial<Counted>;
      const live = slots.filter(({ at }) => at > now() - withinMs);
      const isFull = live.length >= most;
      const isTold = toldAt > now() - withinMs;
      if (isFull && isTold) return { isTold, retryAfterMs: waitOf(live, most) };
      const next = isFull ? { slots: live, toldAt: now() } : { slots: [...live, { id, at: now() }], toldAt };
      await save(1, { version: 1, ...next } satisfies Counted);
      return isFull ? { isTold, retryAfterMs: waitOf(live, most) } : undefined;
    });
  }

  const waitOf = (live: Counted["slots"], most: number) =>
    Math.max(1, (live[live.length - most]?.at ?? now()) + withinMs - now());

  /** Gives slots back. Never throws: a slot that stays expires. */
  async function release({ id, keys }: Slots): Promise<void> {
    for (const key of keys) {
      await store
        .once(key, async ({ records, save }) => {
          const counted = (records[0] ?? {}) as Partial<Counted>;
          const slots = (counted.slots ?? []).filter((slot) => slot.id !== id);
          if (slots.length < (counted.slots ?? []).length) await save(1, { ...counted, version: 1, slots });
        })
        .catch((failure: unknown) => notify(onFailure, failure));
    }
  }

  /** Takes the slots of an attempt. @throws NotSentError `too_many_attempts` */
  async function reserve({ reference, shopper, address }: Payer): Promise<Slots> {
    const id = globalThis.crypto.randomUUID();
    const keys: string[] = [];
    const wanted = [
      ["shopper", shopper, limit],
      ["address", address === undefined || isPrivateAddress(address) ? undefined : address, 3 * limit],
    ] as const;
    for (const [by, value, most] of wanted) {
      if (value === undefined) continue;
      const key = await keyOf(by, value);
      const refused = await take(key, id, most);
      if (refused) {
        await release({ id, keys });
        const { retryAfterMs, isTold } = refused;
        if (!isTold) notify(onRefused, { reference, by, retryAfterMs });
        const what = `Too many attempts of one ${by} were declined`;
        throw new NotSentError({ code: "too_many_attempts", what, retryAfterMs });
      }
      keys.push(key);
    }
    return { id, keys };
  }

  return {
    reserve,
    release,
    /** Forgets nothing: a saved card that is never to be tried again. */
    block: async (card: string, code: string | undefined) => {
      const key = await keyOf("card", card);
      await store
        .once(key, async ({ save }) => void (await save(1, { version: 1, code })))
        .catch((failure: unknown) => notify(onFailure, failure));
    },
    isBlocked: async (card: string) => (await store.find(await keyOf("card", card))).length > 0,
  };
}
