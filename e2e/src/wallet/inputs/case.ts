/** The type of a case, the table that requires a case for every input, and helpers of the cases. */
import type { walletOperations } from "@cardpane/gateway";
import { expect } from "../../support/fixtures.ts";
import type { Person, World } from "../world.ts";

type Rows = typeof walletOperations;
/** Operations whose path contains an id. */
type Named =
  | "getUser"
  | "updateUser"
  | "regenerateAuthenticator"
  | "refreshTokens"
  | "getAccount"
  | "updateAccount"
  | "refill"
  | "topUp"
  | "getTransaction"
  | "voidTransaction";
type RequestOf<Name extends keyof Rows> = Rows[Name]["request"]["_output"];
type InputOf<Name extends keyof Rows> = keyof RequestOf<Name> | (Name extends Named ? "id" : never);
/** Tries one input. */
export type Case = (world: World) => Promise<void>;
/** A case for every input of every operation. */
export type Cases = { readonly [Name in keyof Rows]: { readonly [Input in InputOf<Name>]-?: Case } };

export const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);
/** The date of the sandbox's clock plus a number of days. */
export const today = async ({ now }: World, days = 0) =>
  new Date((await now()) + days * 86_400_000).toISOString().slice(0, 10);

/** The required fields of an account. */
export const account = { method: "card", system: "gate", currency: "EUR" } as const;

/** A payment from an account of EUR. */
export const order = {
  amountMinor: 1250,
  currency: "EUR",
  name: "Blue mug",
  merchantOrderId: "order-1",
} as const;

/** A resource is found only with its owner's `clientId`. */
export function foundByItsOwner(
  act: (wallet: World["client"]["wallet"], clientId: number, owner: Person) => Promise<unknown>,
): Case {
  return async ({ client, person }) => {
    const [owner, other] = [await person(), await person()];
    const foreign = act(client.wallet, other.user.userId, owner);
    await expect(foreign).rejects.toMatchObject({ code: "not_found", outcome: "rejected" });
    await act(client.wallet, owner.user.userId, owner);
  };
}

/** A transaction without the response that it was parsed from, which differs between a list and a single record. */
export function withoutRaw<T extends { readonly raw: unknown; readonly child: readonly unknown[] }>(it: T) {
  const { raw: _, ...rest } = it;
  return rest;
}
