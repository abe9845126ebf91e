/** What the table of operations does not say and an error must: what each is for, and what its refusals mean. */
import type { Meaning } from "../call/answer.ts";
import type { Effect, Missing } from "../errors.ts";
import type { WalletOperation } from "./perform.ts";

interface Facts {
  readonly effect: Effect;
  /** What a 404 is about. */
  readonly missing?: Missing;
}

export const facts: Readonly<Record<WalletOperation, Facts>> = {
  listUsers: { effect: "read" },
  createUser: { effect: "change" },
  getUser: { effect: "read", missing: "user" },
  updateUser: { effect: "change", missing: "user" },
  regenerateAuthenticator: { effect: "change", missing: "user" },
  login: { effect: "change" },
  refreshTokens: { effect: "change", missing: "user" },
  listAccounts: { effect: "read", missing: "user" },
  createAccount: { effect: "change", missing: "user" },
  getAccount: { effect: "read", missing: "account" },
  updateAccount: { effect: "change", missing: "account" },
  refill: { effect: "money", missing: "account" },
  topUp: { effect: "money", missing: "account" },
  payFromAccount: { effect: "money", missing: "account" },
  listTransactions: { effect: "read", missing: "user" },
  getTransaction: { effect: "read", missing: "transaction" },
  voidTransaction: { effect: "money", missing: "transaction" },
};

const taken: Meaning = {
  code: "already_exists",
  what: "The gateway has another user with this e-mail address or externalUserId",
};
const ended: Meaning = { code: "session_ended", what: "The gateway takes this refresh token no longer" };

/** Refusals that mean something of their own (*assumption*, as the statuses are). */
const meanings: Partial<Record<WalletOperation, Readonly<Record<number, Meaning>>>> = {
  createUser: { 409: taken },
  updateUser: { 409: taken },
  login: {
    401: { code: "login_refused", what: "The gateway did not take this e-mail address and code" },
    // Waiting is the customer's part: the code would be an old one by then.
    429: { code: "rate_limited", what: "Too many logins failed" },
  },
  // Whatever is wrong with it, another try with the same token cannot go better.
  refreshTokens: { 400: ended, 401: ended, 404: ended },
};

/** What a status means to this operation, where that is not what it means to every other. */
export function explainRefusal(name: WalletOperation, status: number): Meaning | undefined {
  return meanings[name]?.[status];
}
