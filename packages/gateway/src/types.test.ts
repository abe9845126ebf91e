/** Compares the types that are written by hand, for declarations and hover texts, with the schemas that check the same data. */
import { describe, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import type { Consumer, consumer, consumerWithLongIp } from "./consumer.ts";
import type { FieldOperationName, fieldOperations } from "./field-operations.ts";
import type { JsonValue, Metadata, metadata } from "./metadata.ts";
import type { OperationName, operations, PaymentOperationName, paymentOperations } from "./operations.ts";
import type { PaymentRequest, paymentRequest } from "./payment.ts";
import type { PriceItem, priceItem, Sku, sku } from "./sku.ts";
import type { PaymentSource, paymentSource } from "./source.ts";
import type { CancelSubscriptionRequest, cancelSubscriptionRequest } from "./subscriptions.ts";
import type {
  CreateAccountRequest,
  createAccountRequest,
  ListAccountsRequest,
  listAccountsRequest,
  UpdateAccountRequest,
  updateAccountRequest,
} from "./wallet/accounts.ts";
import type {
  RefillMetadata,
  RefillRequest,
  refillKeys,
  refillRequest,
  TopUpRequest,
  topUpRequest,
} from "./wallet/money-in.ts";
import type { WalletOperationName, walletOperations } from "./wallet/operations.ts";
import type { LoginRequest, loginRequest } from "./wallet/session.ts";
import type {
  ListTransactionsRequest,
  listTransactionsRequest,
  VoidTransactionRequest,
  voidTransactionRequest,
  WalletPaymentRequest,
  walletPaymentRequest,
} from "./wallet/transactions.ts";
import type {
  CreateUserRequest,
  createUserRequest,
  ListUsersRequest,
  listUsersRequest,
  UpdateUserRequest,
  updateUserRequest,
} from "./wallet/users.ts";
import type { AccountType, accountType, Moment, moment } from "./wallet/values.ts";

/** A type with every field read-only and every intersection flat: schemas infer fields that can be written. */
type Frozen<T> = unknown extends T
  ? T
  : [JsonValue] extends [T]
    ? T
    : T extends string | number | boolean | null | undefined
      ? T
      : { readonly [Key in keyof T]: Frozen<T[Key]> };

/** The type of a schema's output. */
type Output<Schema extends z.ZodMiniType> = Frozen<z.infer<Schema>>;

describe("a type written by hand is that of its schema", () => {
  it("of payments", () => {
    expectTypeOf<Frozen<PaymentRequest>>().toEqualTypeOf<Output<typeof paymentRequest>>();
    expectTypeOf<Frozen<PaymentSource>>().toEqualTypeOf<Output<typeof paymentSource>>();
    expectTypeOf<Frozen<Consumer>>().toEqualTypeOf<Output<typeof consumer>>();
    expectTypeOf<Frozen<Consumer>>().toEqualTypeOf<Output<typeof consumerWithLongIp>>();
    expectTypeOf<Frozen<Sku>>().toEqualTypeOf<Output<typeof sku>>();
    expectTypeOf<Frozen<PriceItem>>().toEqualTypeOf<Output<typeof priceItem>>();
    expectTypeOf<Frozen<Metadata>>().toEqualTypeOf<Output<typeof metadata>>();
    expectTypeOf<Frozen<CancelSubscriptionRequest>>().toEqualTypeOf<
      Output<typeof cancelSubscriptionRequest>
    >();
  });

  it("of the wallet", () => {
    expectTypeOf<Frozen<CreateAccountRequest>>().toEqualTypeOf<Output<typeof createAccountRequest>>();
    expectTypeOf<Frozen<ListAccountsRequest>>().toEqualTypeOf<Output<typeof listAccountsRequest>>();
    expectTypeOf<Frozen<UpdateAccountRequest>>().toEqualTypeOf<Output<typeof updateAccountRequest>>();
    // An intersection of arrays, as the metadata's amountMods are, cannot be flattened: compared by its two halves.
    expectTypeOf<Frozen<Omit<RefillRequest, "metadata">>>().toEqualTypeOf<
      Frozen<Omit<z.infer<typeof refillRequest>, "metadata">>
    >();
    expectTypeOf<Frozen<RefillMetadata>>().toEqualTypeOf<Output<typeof refillKeys>>();
    expectTypeOf<Frozen<TopUpRequest>>().toEqualTypeOf<Output<typeof topUpRequest>>();
    expectTypeOf<Frozen<LoginRequest>>().toEqualTypeOf<Output<typeof loginRequest>>();
    expectTypeOf<Frozen<ListTransactionsRequest>>().toEqualTypeOf<Output<typeof listTransactionsRequest>>();
    expectTypeOf<Frozen<VoidTransactionRequest>>().toEqualTypeOf<Output<typeof voidTransactionRequest>>();
    expectTypeOf<Frozen<WalletPaymentRequest>>().toEqualTypeOf<Output<typeof walletPaymentRequest>>();
    expectTypeOf<Frozen<CreateUserRequest>>().toEqualTypeOf<Output<typeof createUserRequest>>();
    expectTypeOf<Frozen<ListUsersRequest>>().toEqualTypeOf<Output<typeof listUsersRequest>>();
    expectTypeOf<Frozen<UpdateUserRequest>>().toEqualTypeOf<Output<typeof updateUserRequest>>();
    expectTypeOf<Frozen<Moment>>().toEqualTypeOf<Output<typeof moment>>();
    expectTypeOf<AccountType>().toEqualTypeOf<Output<typeof accountType>>();
  });

  it("of the tables of operations", () => {
    expectTypeOf<OperationName>().toEqualTypeOf<keyof typeof operations>();
    expectTypeOf<PaymentOperationName>().toEqualTypeOf<keyof typeof paymentOperations>();
    expectTypeOf<WalletOperationName>().toEqualTypeOf<keyof typeof walletOperations>();
    expectTypeOf<FieldOperationName>().toEqualTypeOf<keyof typeof fieldOperations>();
  });

  it("and the comparison finds what differs", () => {
    expectTypeOf<Frozen<Omit<Consumer, "ip">>>().not.toEqualTypeOf<Output<typeof consumer>>();
    expectTypeOf<Frozen<Omit<PriceItem, "repeat"> & { repeat?: boolean | undefined }>>().not.toEqualTypeOf<
      Output<typeof priceItem>
    >();
  });
});
