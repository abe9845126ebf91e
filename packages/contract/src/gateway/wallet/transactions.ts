/** Section 2.10: transactions of a wallet, and what is asked about them. */
import * as z from "zod";
import { metadata } from "../metadata.ts";
import { amount, amountProblem, currency } from "../money.ts";
import { type Parsed, parse } from "../parse.ts";
import { isoDate, webAddress } from "../text.ts";
import {
  clientId,
  flag,
  limit,
  listLink,
  listMeta,
  merchantOrderId,
  moment,
  name,
  open,
  page,
  reason,
  walletId,
  word,
} from "./values.ts";

const base = z.looseObject({
  id: walletId,
  uuid: z.string(),
  userId: walletId,
  /** Who bills. */
  billing: z.string().nullable(),
  paymentAccountId: walletId,
  type: z.enum(["income", "outcome"]),
  subtype: z.string().nullable(),
  paymentMethod: z.string().nullable(),
  /** Not fiat money. */
  isVirtual: z.boolean(),
  /** Never negative; `type` says which way it went. */
  price: z.number(),
  /** Of the account, afterwards. */
  balance: z.number(),
  /** Of an income: what of it is unspent. Of an outcome: what it left uncovered (*assumption*). */
  remainingAmount: z.union([z.number(), z.string()]).nullable(),
  /** Of an outcome: whether the money sufficed; `null` for an income (*assumption*). */
  fullCovered: z.boolean().nullable(),
  currency: z.string(),
  action: open(["charge", "refund", "deposit"]),
  mode: open(["wallet", "card", "void", "test"]),
  status: z.enum(["success", "fail"]),
  descriptor: z.string().nullable(),
  /** In lists and as a child. */
  merchantOrderId: z.string().nullable().optional(),
  /** In single-record results. */
  merchantOrderID: z.string().nullable().optional(),
  metadata: z.union([metadata, z.string(), z.array(z.never())]).nullable(),
  accountNumber: z.string().nullable(),
  brand: z.string().nullable(),
  expirationMonth: z.string().nullable(),
  expirationYear: z.string().nullable(),
  message: z.string().nullable(),
  /** `0`, or a code of section 7. */
  code: z.string().nullable(),
  email: z.string().nullable(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  country: z.string().nullable(),
  zip: z.string().nullable(),
  ip: z.string().nullable(),
  date: moment,
  /** When the money stops counting. */
  dateExpire: moment.nullable(),
  /** What the user has, by currency. */
  balanceTotal: z.record(z.string(), z.string()),
  paymentAccountType: z.string(),
  /** In a webhook that reports more than the transaction (*assumption*): the balance fell below `notify_amount`. */
  notice: open(["low_balance"]).optional(),
});

/** One transaction, with its parts and its void as children: an object keyed by index, or an empty array. */
export type WalletTransaction = z.infer<typeof base> & {
  readonly child: Readonly<Record<string, WalletTransaction>> | readonly never[];
};
export const walletTransaction: z.ZodType<WalletTransaction> = base.extend({
  get child() {
    return z.union([z.record(z.string(), walletTransaction), z.array(z.never())]);
  },
});

/** What a list of transactions is sorted by. */
export const transactionOrderColumns = [
  "id",
  "created_at",
  "billing",
  "payment_method",
  "external_transaction_id",
  "currency",
  "price",
  "expire_date",
] as const;

/** Query of the list of transactions. */
export const listTransactionsRequest = z.strictObject({
  clientId,
  limit,
  page,
  orderColumn: z
    .enum(transactionOrderColumns, `must be one of ${transactionOrderColumns.join(", ")}`)
    .optional(),
  orderDirection: z.enum(["asc", "desc"], "must be asc or desc").optional(),
  paymentAccountId: walletId.optional(),
  type: z.enum(["income", "outcome"], "must be income or outcome").optional(),
  paymentMethod: word.optional(),
  virtual: flag.optional(),
  action: z.enum(["charge", "refund"], "must be charge or refund").optional(),
  mode: z.enum(["wallet", "card"], "must be wallet or card").optional(),
  status: z.enum(["success", "fail"], "must be success or fail").optional(),
  descriptor: name.optional(),
  merchantOrderId: merchantOrderId.optional(),
  /** On this day or later, in UTC. */
  dateFrom: isoDate.optional(),
  /** On this day or earlier, in UTC. */
  dateTo: isoDate.optional(),
  /** Only money that expires. */
  onlyWithExpireDate: flag.optional(),
  /** Only transactions with a greater id. */
  lastTransactionId: z.int("must be a whole number").nonnegative("must not be negative").optional(),
  /** *Assumption*: at most 500. */
  idList: z.array(walletId, "must be an array").max(500, "must hold at most 500").optional(),
});
export type ListTransactionsRequest = z.infer<typeof listTransactionsRequest>;

/** A page of transactions. */
export const listTransactionsResult = z.looseObject({
  data: z.array(walletTransaction),
  links: z.array(listLink),
  meta: listMeta,
});
export type ListTransactionsResult = z.infer<typeof listTransactionsResult>;

/** Body of a payment from an account. */
export const walletPaymentRequest = z.strictObject({
  clientId,
  paymentAccountId: walletId,
  amount: amount.positive("must be more than 0"),
  /** Must be the account's. */
  currency,
  /** What is bought. */
  name,
  merchantOrderId,
  metadata: metadata.optional(),
  /** Where the transaction is reported; the account's own unless given. */
  webhookUrl: webAddress.optional(),
});
export type WalletPaymentRequest = z.infer<typeof walletPaymentRequest>;

/** Checks a payment whole: bounds, and that the amount has no more decimals than its currency (*assumption*). */
export function parseWalletPaymentRequest(input: unknown): Parsed<WalletPaymentRequest> {
  const parsed = parse(walletPaymentRequest, input);
  const { amount: value, currency: code } = Object(input) as Readonly<Record<string, unknown>>;
  const problem =
    typeof value === "number" && typeof code === "string" ? amountProblem(value, code) : undefined;
  if (problem === undefined) return parsed;
  return { ok: false, errors: { amount: problem, ...(parsed.ok ? {} : parsed.errors) } };
}

/** Query that gets a transaction. */
export const getTransactionRequest = z.strictObject({ clientId });
export type GetTransactionRequest = z.infer<typeof getTransactionRequest>;

/** Body that undoes a transaction and its children. */
export const voidTransactionRequest = z.strictObject({
  clientId,
  /** Told by the message of the child that the void adds. */
  reason: reason.optional(),
  merchantOrderId: merchantOrderId.optional(),
  metadata: metadata.optional(),
});
export type VoidTransactionRequest = z.infer<typeof voidTransactionRequest>;
