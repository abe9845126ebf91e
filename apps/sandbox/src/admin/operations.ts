/** The admin surface as a table: its routes and its part of the OpenAPI document come from it. */
import type * as z from "zod";
import * as schemas from "./schemas.ts";

/** One operation of the admin surface. */
export interface AdminOperation {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly success: 200 | 201;
  readonly errors: readonly number[];
  /** Absent where there is no body. */
  readonly request?: z.ZodType;
  /** Bodies of requests, for the OpenAPI document and the reference. */
  readonly examples?: readonly object[];
  /** Names of what may stand in the query. */
  readonly query?: readonly string[];
  readonly result: z.ZodType;
  readonly summary: string;
}

const filters = ["merchant", "order", "limit"] as const;

/** Every admin operation by its name. */
export const adminOperations = {
  readClock: {
    method: "GET",
    path: "/admin/clock",
    success: 200,
    errors: [401, 403],
    result: schemas.clockResult,
    summary: "Where the sandbox's clock stands.",
  },
  moveClock: {
    method: "POST",
    path: "/admin/clock",
    success: 200,
    errors: [400, 401, 403],
    request: schemas.clockRequest,
    examples: [
      { action: "advance", days: 30, hours: 1 },
      { action: "set", to: "2031-01-01T00:00:00Z" },
      { action: "freeze" },
      { action: "run" },
      { action: "reset" },
    ],
    result: schemas.clockMoved,
    summary: "Moves the clock, runs everything due on the way, in order, and answers the events.",
  },
  listNotifications: {
    method: "GET",
    path: "/admin/notifications",
    success: 200,
    errors: [400, 401, 403],
    query: filters,
    result: schemas.notificationList,
    summary: "Notifications with their attempts, the latest first.",
  },
  replayNotification: {
    method: "POST",
    path: "/admin/notifications/{id}/replay",
    success: 200,
    errors: [401, 403, 404],
    result: schemas.notification,
    summary: "Sends a notification again, with the same id, and waits for the attempt.",
  },
  listPayments: {
    method: "GET",
    path: "/admin/payments",
    success: 200,
    errors: [400, 401, 403],
    query: filters,
    result: schemas.paymentList,
    summary: "Payments with their 3D Secure results, the latest first.",
  },
  chargeBack: {
    method: "POST",
    path: "/admin/payments/{id}/chargeback",
    success: 201,
    errors: [400, 401, 403, 404],
    request: schemas.chargebackRequest,
    examples: [{ amount: 5, stage: "chargeback" }, { stage: "retrieved" }, { stage: "represented" }],
    result: schemas.paymentEntry,
    summary: "Charges a payment back, or brings its chargeback to another stage. For COMPATIBILITY=field.",
  },
  listMails: {
    method: "GET",
    path: "/admin/mails",
    success: 200,
    errors: [400, 401, 403],
    query: ["merchant", "limit"],
    result: schemas.mailList,
    summary: "E-mails that emailOptions asks for, the latest first; none of them is sent.",
  },
  listFailedJobs: {
    method: "GET",
    path: "/admin/failed-jobs",
    success: 200,
    errors: [400, 401, 403],
    query: ["merchant", "limit"],
    result: schemas.failedJobList,
    summary: "Scheduled work that failed three times in a row and is set aside, the latest first.",
  },
  retryFailedJob: {
    method: "POST",
    path: "/admin/failed-jobs/{id}/retry",
    success: 200,
    errors: [401, 403, 404],
    result: schemas.nothing,
    summary: "Makes work that was set aside due again, and runs what is due.",
  },
  listRequests: {
    method: "GET",
    path: "/admin/requests",
    success: 200,
    errors: [400, 401, 403],
    query: ["merchant", "limit"],
    result: schemas.requestList,
    summary: "The latest requests that this process answered, the latest first; no bodies.",
  },
  listRules: {
    method: "GET",
    path: "/admin/rules",
    success: 200,
    errors: [400, 401, 403],
    query: ["merchant"],
    result: schemas.ruleList,
    summary: "Rules that have uses left.",
  },
  makeRule: {
    method: "POST",
    path: "/admin/rules",
    success: 201,
    errors: [400, 401, 403, 404],
    request: schemas.ruleRequest,
    examples: [
      {
        merchant: 1001,
        match: { path: "/payment", amount: 10 },
        effect: { type: "outcome", code: "5051" },
        times: 2,
      },
    ],
    result: schemas.rule,
    summary: "Forces what comes of a merchant's next requests or notifications, n times.",
  },
  deleteRule: {
    method: "DELETE",
    path: "/admin/rules/{id}",
    success: 200,
    errors: [401, 403, 404],
    result: schemas.nothing,
    summary: "Takes a rule away.",
  },
  readLimits: {
    method: "GET",
    path: "/admin/limits",
    success: 200,
    errors: [401, 403],
    result: schemas.limitsResult,
    summary: "How often cards and logins may be tried before the sandbox answers 429.",
  },
  setLimits: {
    method: "POST",
    path: "/admin/limits",
    success: 200,
    errors: [400, 401, 403],
    request: schemas.limitsRequest,
    examples: [{ tokenizePerAddress: 3, tokenizePerPage: 30, wrongCvvs: 3, failedLogins: 2 }],
    result: schemas.limitsResult,
    summary: "Sets some of the limits, and forgets all counts. A restart brings the settings' limits back.",
  },
  reseal: {
    method: "POST",
    path: "/admin/reseal",
    success: 200,
    errors: [401, 403],
    result: schemas.resealResult,
    summary: "Encrypts everything again that is not under the first of SANDBOX_SEALING_KEYS.",
  },
  cancelSubscription: {
    method: "POST",
    path: "/admin/subscriptions/{id}/cancel",
    success: 200,
    errors: [401, 403, 404],
    result: schemas.subscription,
    summary: "Cancels a subscription: it is not charged again. One that is canceled already stays as it is.",
  },
  makeMerchant: {
    method: "POST",
    path: "/admin/merchants",
    success: 201,
    errors: [400, 401, 403],
    request: schemas.merchantRequest,
    examples: [{}],
    result: schemas.merchantResult,
    summary: "Makes a merchant with a key of its own, so that parallel tests never meet.",
  },
  resetMerchant: {
    method: "POST",
    path: "/admin/merchants/{merchantId}/reset",
    success: 200,
    errors: [401, 403, 404],
    result: schemas.nothing,
    summary:
      "Forgets all that a merchant has done: payments, consumers, cards, notifications, rules, wallets.",
  },
  showAuthenticatorCode: {
    method: "GET",
    path: "/admin/users/{id}/code",
    success: 200,
    errors: [401, 403, 404],
    result: schemas.authenticatorCode,
    summary:
      "The code that a wallet user's authenticator shows now, for QA who has no authenticator at hand.",
  },
} as const satisfies Record<string, AdminOperation>;

/** A path as the router writes it. */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

export type AdminOperationName = keyof typeof adminOperations;
