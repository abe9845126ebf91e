/** What each operation of the contract's table does here: check, do, answer. */
import { type Operation, type PaymentOperationName, paymentOperations } from "@cardpane/contract/gateway";
import type { Answer } from "./db/answers.ts";
import { Refusal } from "./errors.ts";
import { createPayment } from "./payments/create.ts";
import { tokenizeAccount, tokenizeCard } from "./tokens/tokenize.ts";
import type { Work } from "./work.ts";

/** Does an operation for a body that is JSON and nothing more yet. */
export type Performer = (work: Work, input: unknown) => Promise<Answer>;

/** One performer for each operation of the table. */
export const performers: { readonly [Name in PaymentOperationName]: Performer } = {
  tokenize: performer(paymentOperations.tokenize, tokenizeCard),
  tokenizeWithPaymentAccountId: performer(paymentOperations.tokenizeWithPaymentAccountId, tokenizeAccount),
  payment: performer(paymentOperations.payment, ({ merchantId, ...work }, request) => {
    if (merchantId === undefined) throw new Refusal(401);
    return createPayment({ ...work, merchantId }, request);
  }),
};

function performer<Request, Result>(
  operation: Operation<Request, Result>,
  perform: (work: Work, request: Request) => Promise<Result>,
): Performer {
  return async (work, input) => {
    const request = operation.check(input, work.settings);
    if (!request.ok) throw new Refusal(400, request.errors);
    const result = await perform(work, request.value);
    return { status: operation.success, body: JSON.stringify(result) };
  };
}
