/** Valid inputs and results of the operations that are not in the document; tests change single values of them. */
import type {
  CancelSubscriptionRequest,
  ChangeSubscriptionCardRequest,
  ChangeSubscriptionRequest,
  CreditRequest,
  CreditResult,
  SavedCard,
  SubscriptionResult,
} from "../index.ts";
import { exampleConsumer, exampleSources } from "./requests.ts";

/** One valid input of each operation that has an input, with every field. */
export const exampleFieldRequests = {
  creditPayment: { reason: "Sent back", amount: 4.5 } satisfies CreditRequest,
  changeSubscription: {
    price: [{ offset: "30d", amount: 9.99, currency: "EUR", repeat: true }],
  } satisfies ChangeSubscriptionRequest,
  cancelSubscription: {
    sendEmail: false,
    keepActiveUntilNextRebill: true,
    cancelDate: "2031-12-24 18:00:00",
    reason: "Moved away",
  } satisfies CancelSubscriptionRequest,
  changeSubscriptionCard: {
    paymentSource: exampleSources.token,
    consumer: { ...exampleConsumer },
  } satisfies ChangeSubscriptionCardRequest,
};

/** A refund of a part of a payment. */
export const exampleCredit = {
  payment: {
    code: 0,
    description: "Success",
    action: "credit",
    mode: "refund",
    status: "success",
    amount: 4.5,
    currency: "EUR",
    transactionId: "100000007",
    parentTransactionId: "100000002",
  },
  consumer: { id: "100000003" },
  metadata: { udf1: "order-1" },
  timestamp: { dateTime: "2031-12-24 18:00:00", timezone: "+00:00", unixTime: 1_956_592_800 },
} as const satisfies CreditResult;

/** An active subscription. */
export const exampleSubscription = {
  id: "100000004",
  status: "active",
  cycle: 2,
  skuName: "magazine",
  siteId: "site-1",
  renewalDate: "2031-12-24 18:00:00",
  cancelDate: null,
  consumerId: "100000003",
} as const satisfies SubscriptionResult;

/** A saved card. */
export const exampleSavedCard = {
  paymentAccountId: "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11",
  method: "card",
  number: "424242******4242",
  brand: "visa",
  expirationMonth: "12",
  expirationYear: "40",
  disabled: false,
} as const satisfies SavedCard;
