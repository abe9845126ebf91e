/** The table of admin operations, from which the routes and a part of the OpenAPI document are generated. */
import type * as z from "zod";
import * as schemas from "./schemas.ts";

/** One operation of the admin API. */
export interface AdminOperation {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly success: 200 | 201;
  readonly errors: readonly number[];
  /** Absent if the operation has no body. */
  readonly request?: z.ZodType;
  /** Example bodies of requests, for the OpenAPI document and the reference. */
  readonly examples?: readonly object[];
  /** Names of the query parameters. */
  readonly query?: readonly string[];
  readonly result: z.ZodType;
  readonly summary: string;
}

const filters = ["merchant", "order", "consumer", "after", "limit"] as const;

/** Every admin operation by its name. */
export const adminOperations = {
  readClock: row("GET", "/admin/clock", schemas.clockResult, "The clock's time, mode and offset."),
  moveClock: row(
    "POST",
    "/admin/clock",
    schemas.clockMoved,
    "Moves the clock, runs everything due on the way, in order, and answers the events.",
    {
      request: schemas.clockRequest,
      examples: [
        { action: "advance", days: 30, hours: 1 },
        { action: "set", to: "2031-01-01T00:00:00Z" },
        { action: "freeze" },
        { action: "run" },
        { action: "reset" },
      ],
    },
  ),
  listNotifications: row(
    "GET",
    "/admin/notifications",
    schemas.notificationList,
    "Notifications with their attempts, the latest first; `after` is the `next` of the page before.",
    { query: filters },
  ),
  replayNotification: row(
    "POST",
    "/admin/notifications/{id}/replay",
    schemas.notification,
    "Sends a notification again, with the same id, and waits for the attempt.",
  ),
  listPayments: row(
    "GET",
    "/admin/payments",
    schemas.paymentList,
    "Payments with amounts, metadata and 3D Secure results, the latest first; `after` is the `next` of the page before.",
    { query: filters },
  ),
  chargeBack: row(
    "POST",
    "/admin/payments/{id}/chargeback",
    schemas.paymentEntry,
    "Charges a payment back, or brings its chargeback to another stage. For COMPATIBILITY=field.",
    {
      success: 201,
      request: schemas.chargebackRequest,
      examples: [{ amount: 5, stage: "chargeback" }, { stage: "retrieved" }, { stage: "represented" }],
    },
  ),
  listMails: row(
    "GET",
    "/admin/mails",
    schemas.mailList,
    "E-mails that emailOptions asks for, the latest first; none of them is sent.",
    { query: ["merchant", "limit"] },
  ),
  listRules: row("GET", "/admin/rules", schemas.ruleList, "Rules that have uses left.", {
    query: ["merchant"],
  }),
  makeRule: row(
    "POST",
    "/admin/rules",
    schemas.rule,
    "Forces what comes of a merchant's next requests or notifications, n times.",
    {
      success: 201,
      request: schemas.ruleRequest,
      examples: [
        {
          merchant: 1001,
          match: { path: "/payment", amount: 10 },
          effect: { type: "outcome", code: "5051" },
          times: 2,
        },
      ],
    },
  ),
  deleteRule: row("DELETE", "/admin/rules/{id}", schemas.nothing, "Takes a rule away."),
  readGateway: row(
    "GET",
    "/admin/gateway",
    schemas.gatewayResult,
    "How the gateway answers: the states that are not normal.",
  ),
  setGateway: row(
    "POST",
    "/admin/gateway",
    schemas.gatewayResult,
    "Makes the gateway slow (4 s), failing (500), limited (429), silent or normal, for one merchant or for all calls.",
    {
      request: schemas.gatewayRequest,
      examples: [
        { state: "slow" },
        { merchant: 1001, path: "/payment", state: "silent", after: true },
        { state: "normal" },
      ],
    },
  ),
  makeMerchant: row(
    "POST",
    "/admin/merchants",
    schemas.merchantResult,
    "Makes a merchant with a key of its own, so that parallel tests never meet.",
    { success: 201, request: schemas.merchantRequest, examples: [{}] },
  ),
  resetMerchant: row(
    "POST",
    "/admin/merchants/{merchantId}/reset",
    schemas.nothing,
    "Forgets all that a merchant has done: payments, consumers, cards, notifications, rules, wallets.",
  ),
  showAuthenticatorCode: row(
    "GET",
    "/admin/users/{id}/code",
    schemas.authenticatorCode,
    "The code that a wallet user's authenticator shows now, for QA who has no authenticator at hand.",
  ),
};

/** An operation: it answers 200 unless it creates something, and 404 if the request can name an unknown merchant or id. */
function row(
  method: AdminOperation["method"],
  path: string,
  result: z.ZodType,
  summary: string,
  {
    success = 200,
    ...input
  }: Partial<Pick<AdminOperation, "success" | "request" | "examples" | "query">> = {},
): AdminOperation {
  const { request, query = [] } = input;
  const isNaming =
    path.includes("{") ||
    query.includes("merchant") ||
    request === schemas.ruleRequest ||
    request === schemas.gatewayRequest;
  const errors = [...(request || input.query ? [400] : []), 401, 403, ...(isNaming ? [404] : [])];
  return { method, path, success, errors, result, summary, ...input };
}

/** A path in the router's syntax. */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

export type AdminOperationName = keyof typeof adminOperations;
