/** Section 2.10: transactions of a wallet, and their requests. */
import * as z from "zod/mini";
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
  billing: z.nullable(z.string()),
  paymentAccountId: walletId,
  type: z.enum(["income", "outcome"]),
  subtype: z.nullable(z.string()),
  paymentMethod: z.nullable(z.string()),
  /** Whether the money is virtual, not fiat. */
  isVirtual: z.boolean(),
  /** Never negative; `type` gives the direction. */
  price: z.number(),
  /** The account's balance after the transaction. */
  balance: z.number(),
  /** Of an income: the unspent part. Of an outcome: the uncovered part (*assumption*). */
  remainingAmount: z.nullable(z.union([z.number(), z.string()])),
  /** Of an outcome: whether the money sufficed. `null` for an income (*assumption*). */
  fullCovered: z.nullable(z.boolean()),
  currency: z.string(),
  action: open(["charge", "refund", "deposit"]),
  mode: open(["wallet", "card", "void", "test"]),
  status: z.enum(["success", "fail"]),
  descriptor: z.nullable(z.string()),
  /** Only in lists and in `child`. */
  merchantOrderId: z.optional(z.nullable(z.string())),
  /** Only in results with a single transaction. */
  merchantOrderID: z.optional(z.nullable(z.string())),
  metadata: z.nullable(z.union([metadata, z.string(), z.array(z.never())])),
  accountNumber: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  expirationMonth: z.nullable(z.string()),
  expirationYear: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** `0`, or a code of section 7. */
  code: z.nullable(z.string()),
  email: z.nullable(z.string()),
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  country: z.nullable(z.string()),
  zip: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  date: moment,
  /** The expiry of the money. */
  dateExpire: z.nullable(moment),
  /** The user's balances by currency. */
  balanceTotal: z.record(z.string(), z.string()),
  paymentAccountType: z.string(),
  /** Only in a webhook, if the balance fell below `notify_amount` (*assumption*). */
  notice: z.optional(open(["low_balance"])),
});

/** One transaction. `child` holds its parts and its void: an object keyed by index, or an empty array. */
export type WalletTransaction = z.infer<typeof base> & {
  readonly child: Readonly<Record<string, WalletTransaction>> | readonly never[];
};
export const walletTransaction: z.ZodMiniType<WalletTransaction> = z.extend(base, {
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
  orderColumn: z.optional(
    z.enum(transactionOrderColumns, `must be one of ${transactionOrderColumns.join(", ")}`),
  ),
  orderDirection: z.optional(z.enum(["asc", "desc"], "must be asc or desc")),
  paymentAccountId: z.optional(walletId),
  type: z.optional(z.enum(["income", "outcome"], "must be income or outcome")),
  paymentMethod: z.optional(word),
  virtual: z.optional(flag),
  action: z.optional(z.enum(["charge", "refund"], "must be charge or refund")),
  mode: z.optional(z.enum(["wallet", "card"], "must be wallet or card")),
  status: z.optional(z.enum(["success", "fail"], "must be success or fail")),
  descriptor: z.optional(name),
  merchantOrderId: z.optional(merchantOrderId),
  dateFrom: z.optional(isoDate),
  dateTo: z.optional(isoDate),
  onlyWithExpireDate: z.optional(flag),
  lastTransactionId: z.optional(z.int("must be a whole number").check(z.nonnegative("must not be negative"))),
  // Assumption: at most 500.
  idList: z.optional(z.array(walletId, "must be an array").check(z.maxLength(500, "must hold at most 500"))),
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
  amount: amount.check(z.positive("must be more than 0")),
  currency,
  name,
  merchantOrderId,
  metadata: z.optional(metadata),
  webhookUrl: z.optional(webAddress),
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
  reason: z.optional(reason),
  merchantOrderId: z.optional(merchantOrderId),
  metadata: z.optional(metadata),
});
