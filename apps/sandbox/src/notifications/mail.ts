/**
 * E-mails about payments and refills (`emailOptions`). The sandbox sends none: it stores them, in the transaction of the event
 * that they report, and QA reads them at `/admin/mails`.
 */
import { isPaymentCode, isSuccessCode, paymentCodes } from "@cardpane/gateway";
import type { Db } from "../db/open.ts";
import { insertRow } from "../db/rows.ts";
import { mails } from "../db/schema-outbox.ts";
import { type Money, toWire } from "../money.ts";

/** The content of a mail. */
export interface MailFacts {
  readonly merchantId: number;
  readonly recipient: string;
  readonly subject: string;
  readonly money: Money;
  /** A payment code of section 7. */
  readonly code: string;
  /** The transaction's id. */
  readonly reference: string;
  /**
   * How the money moved, if it did.
   * @default "charged"
   */
  readonly done?: "charged" | "sent back" | "authorized" | "charged back" | undefined;
}

/** Stores a mail. */
export async function writeMail(
  { tx, now }: { readonly tx: Db; readonly now: Date },
  { merchantId, recipient, subject, money, code, reference, done = "charged" }: MailFacts,
): Promise<void> {
  const amount = `${toWire(money)} ${money.currency}`;
  const meaning = isPaymentCode(code) ? paymentCodes[code] : code;
  const body = isSuccessCode(code)
    ? `${amount} was ${done}. Transaction ${reference}.`
    : `${amount} was not charged: ${meaning} (${code}). Transaction ${reference}.`;
  await insertRow(tx, mails, { merchantId, recipient, subject, body, createdAt: now });
}
