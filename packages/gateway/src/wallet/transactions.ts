/** Section 2.10: transactions of a wallet, and their requests. */
import * as z from "zod";
import { type Metadata, metadata } from "../metadata.ts";
import { amount, amountProblem, currency } from "../money.ts";
import { type Parsed, parse, withConditions } from "../parse.ts";
import { isoDate, webAddress } from "../text.ts";
import {
  type ClientIdField,
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
  /** The billing party. */
  billing: z.string().nullable(),
  paymentAccountId: walletId,
  type: z.enum(["income", "outcome"]),
  subtype: z.string().nullable(),
  paymentMethod: z.string().nullable(),
  /** Whether the money is virtual, not fiat. */
  isVirtual: z.boolean(),
  /** Never negative; `type` gives the direction. */
  price: z.number(),
  /** The account's balance after the transaction. */
  balance: z.number(),
  /** Of an income: the unspent part. Of an outcome: the uncovered part (*assumption*). */
  remainingAmount: z.union([z.number(), z.string()]).nullable(),
  /** Of an outcome: whether the money sufficed. `null` for an income (*assumption*). */
  fullCovered: z.boolean().nullable(),
  currency: z.string(),
  action: open(["charge", "refund", "deposit"]),
  mode: open(["wallet", "card", "void", "test"]),
  status: z.enum(["success", "fail"]),
  descriptor: z.string().nullable(),
  /** Only in lists and in `child`. */
  merchantOrderId: z.string().nullable().optional(),
  /** Only in results with a single transaction. */
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
  /** The expiry of the money. */
  dateExpire: moment.nullable(),
  /** The user's balances by currency. */
  balanceTotal: z.record(z.string(), z.string()),
  paymentAccountType: z.string(),
  /** Only in a webhook, if the balance fell below `notify_amount` (*assumption*). */
  notice: open(["low_balance"]).optional(),
});

/** One transaction. `child` holds its parts and its void: an object keyed by index, or an empty array. */
export type WalletTransaction = z.infer<typeof base> & {
  readonly child: Readonly<Record<string, WalletTransaction>> | readonly never[];
};
export const walletTransaction: z.ZodType<WalletTransaction> = base.extend({
  get child() {
    return z.union([z.record(z.string(), walletTransaction), z.array(z.never())]);
  },
});

/** The columns by which a list of transactions can be sorted. */
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
export interface ListTransactionsRequest extends ClientIdField {
  /** Transactions per page, 1 to 500. @default 50 */
  readonly limit?: number | undefined;
  /** The number of the page, counted from 1. */
  readonly page?: number | undefined;
  /** The column by which the list is sorted. */
  readonly orderColumn?: (typeof transactionOrderColumns)[number] | undefined;
  readonly orderDirection?: "asc" | "desc" | undefined;
  readonly paymentAccountId?: number | undefined;
  readonly type?: "income" | "outcome" | undefined;
  /** 1 to 32 characters. */
  readonly paymentMethod?: string | undefined;
  /** `true`: virtual money only. `false`: fiat money only. */
  readonly virtual?: boolean | undefined;
  readonly action?: "charge" | "refund" | undefined;
  readonly mode?: "wallet" | "card" | undefined;
  readonly status?: "success" | "fail" | undefined;
  /** 1 to 128 characters. */
  readonly descriptor?: string | undefined;
  /** Your own id of the order, 1 to 64 characters. */
  readonly merchantOrderId?: string | undefined;
  /** On this day or later, in UTC: `yyyy-mm-dd`. */
  readonly dateFrom?: string | undefined;
  /** On this day or earlier, in UTC: `yyyy-mm-dd`. */
  readonly dateTo?: string | undefined;
  /** Only money that expires. */
  readonly onlyWithExpireDate?: boolean | undefined;
  /** Only transactions with a greater id. */
  readonly lastTransactionId?: number | undefined;
  /** Only these transactions, at most 500. */
  readonly idList?: readonly number[] | undefined;
}

/** Schema of {@link ListTransactionsRequest}. */
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
  dateFrom: isoDate.optional(),
  dateTo: isoDate.optional(),
  onlyWithExpireDate: flag.optional(),
  lastTransactionId: z.int("must be a whole number").nonnegative("must not be negative").optional(),
  // Assumption: at most 500.
  idList: z.array(walletId, "must be an array").max(500, "must hold at most 500").optional(),
});

/** A page of transactions. */
export const listTransactionsResult = z.looseObject({
  data: z.array(walletTransaction),
  links: z.array(listLink),
  meta: listMeta,
});
export type ListTransactionsResult = z.infer<typeof listTransactionsResult>;

/** Body of a payment from an account. */
export interface WalletPaymentRequest extends ClientIdField {
  /** The account that pays. */
  readonly paymentAccountId: number;
  /** In the currency's major unit, more than 0. */
  readonly amount: number;
  /** The account's currency. ISO 4217, three capital letters: `EUR`. */
  readonly currency: string;
  /** Name of the purchase, 1 to 128 characters. */
  readonly name: string;
  /** Your own id of the order, 1 to 64 characters. */
  readonly merchantOrderId: string;
  readonly metadata?: Metadata | undefined;
  /** Receives the report of the transaction. @default the account's address */
  readonly webhookUrl?: string | undefined;
}

/** Schema of {@link WalletPaymentRequest}. */
export const walletPaymentRequest = z.strictObject({
  clientId,
  paymentAccountId: walletId,
  amount: amount.positive("must be more than 0"),
  currency,
  name,
  merchantOrderId,
  metadata: metadata.optional(),
  webhookUrl: webAddress.optional(),
});

/** Checks a whole payment: bounds, and that the amount has no more decimals than its currency (*assumption*). */
export function parseWalletPaymentRequest(input: unknown): Parsed<WalletPaymentRequest> {
  const parsed = parse(walletPaymentRequest, input);
  const { amount: value, currency: code } = Object(input) as Readonly<Record<string, unknown>>;
  const problem =
    typeof value === "number" && typeof code === "string" ? amountProblem(value, code) : undefined;
  return withConditions(parsed, problem === undefined ? {} : { amount: problem });
}

/** Query that gets a transaction. */
export const getTransactionRequest = z.strictObject({ clientId });
export type GetTransactionRequest = z.infer<typeof getTransactionRequest>;

/** Body that voids a transaction and its children. */
export interface VoidTransactionRequest extends ClientIdField {
  /** Becomes the `message` of the void, 1 to 255 characters. */
  readonly reason?: string | undefined;
  /** Your own id of the order, 1 to 64 characters. */
  readonly merchantOrderId?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Schema of {@link VoidTransactionRequest}. */
export const voidTransactionRequest = z.strictObject({
  clientId,
  reason: reason.optional(),
  merchantOrderId: merchantOrderId.optional(),
  metadata: metadata.optional(),
});
