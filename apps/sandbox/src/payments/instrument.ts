/** Saved cards and bank accounts ("payment accounts"): one for each consumer, method and number. */
import { randomUUID } from "node:crypto";
import type { PaymentMethod } from "@cardpane/gateway";
import { detectBrand, maskAccountNumber, maskNumber } from "../cards/cards.ts";
import { upsertRow } from "../db/rows.ts";
import { type AccountRow, paymentAccounts } from "../db/schema.ts";
import type { WorkContext } from "../operation-context.ts";
import type { Vault } from "../vault/vault.ts";

/** The saved data of a card: neither the CVV nor the holder is saved. */
export interface CardToSave {
  readonly kind: "card";
  /** *Assumption*: Google Pay, which the list of methods lacks, is `card`. */
  readonly method: Extract<PaymentMethod, "card" | "applepay">;
  readonly number: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
}

/** The saved data of a bank account. */
export interface BankToSave {
  readonly kind: "bank";
  /** *Assumption*: ACH, which the list of methods lacks, is `banktransfer`. */
  readonly method: Extract<PaymentMethod, "sepa" | "banktransfer">;
  readonly number: string;
  readonly bankName?: string;
  readonly bankCountry?: string;
}

export type Instrument = CardToSave | BankToSave;

/** Saves a consumer's card or bank account; for a known one, only what is shown of it is updated. */
export function saveAccount(
  { tx, vault, now }: Pick<WorkContext, "tx" | "vault" | "now">,
  consumerId: number,
  instrument: Instrument,
): Promise<AccountRow> {
  const { method, number } = instrument;
  const id = randomUUID();
  const shown = shownColumns(instrument);
  const row = {
    id,
    consumerId,
    method,
    // A card from a wallet and the same card typed by the shopper are two accounts.
    fingerprint: vault.fingerprint(method === "card" ? number : `${method}:${number}`),
    sealed: vault.seal(`payment_accounts/${id}`, number),
    ...shown,
    createdAt: now,
  };
  return upsertRow(
    tx,
    paymentAccounts,
    row,
    [paymentAccounts.consumerId, paymentAccounts.fingerprint],
    shown,
  );
}

/** The columns of an instrument that may be shown. */
function shownColumns(instrument: Instrument) {
  const { number } = instrument;
  if (instrument.kind === "card") {
    const { expirationMonth, expirationYear } = instrument;
    const brand = detectBrand(number) ?? null;
    return { maskedNumber: maskNumber(number), brand, expirationMonth, expirationYear };
  }
  return {
    maskedNumber: instrument.method === "sepa" ? maskNumber(number) : maskAccountNumber(number),
    bankName: instrument.bankName ?? null,
    bankCountry: instrument.bankCountry ?? null,
  };
}

/** Unseals a saved account. */
export function openAccount(vault: Vault, account: AccountRow): Instrument {
  const number = vault.open(`payment_accounts/${account.id}`, account.sealed);
  const { method, expirationMonth, expirationYear } = account;
  if (expirationMonth === null || expirationYear === null) {
    return { kind: "bank", method: method === "sepa" ? "sepa" : "banktransfer", number };
  }
  const card = { number, expirationMonth, expirationYear };
  return { kind: "card", method: method === "applepay" ? "applepay" : "card", ...card };
}
