/** The admin API: moves the clock, replays notifications, sets rules, creates merchants. */

import { isUuid } from "@cardpane/contract/uuid";
import { parse } from "@cardpane/gateway";
import { Hono } from "hono";
import type * as z from "zod";
import { listDeliveries, listPayments, resetMerchant } from "../db/admin.ts";
import { reviveDelivery } from "../db/deliveries.ts";
import { parsePublicId } from "../db/ids.ts";
import { listMails } from "../db/mails.ts";
import { findMerchantByPublicId, insertMerchant, listPublicIds } from "../db/merchants.ts";
import type { Db } from "../db/open.ts";
import { insertRow } from "../db/rows.ts";
import { deleteRule, listRules } from "../db/rules.ts";
import { rules } from "../db/schema-outbox.ts";
import { isCodeUsed } from "../db/wallet-logins.ts";
import { findAnyUser } from "../db/wallet-users.ts";
import { badField, Refusal } from "../errors.ts";
import { limitBody, maxBodyBytes, parseBody, readBody } from "../http/body.ts";
import { demoMerchant } from "../merchant.ts";
import type { DomainSettings, Random } from "../operation-context.ts";
import { chargeBack } from "../payments/chargeback.ts";
import type { Runtime } from "../runtime.ts";
import type { TimelineEvent } from "../scheduling/timeline-event.ts";
import type { Vault } from "../vault/vault.ts";
import { codeAt, endOfStep, stepAt } from "../wallet/authenticator.ts";
import { openSecret } from "../wallet/users.ts";
import type { GatewayStates } from "./gateway-states.ts";
import { type GuardSettings, requireThisMachine, requireToken } from "./guard.ts";
import { type AdminOperation, type AdminOperationName, adminOperations, honoPath } from "./operations.ts";
import { clockOf, mailOf, notificationOf, paymentOf, ruleOf } from "./responses.ts";
import {
  type ClockRequest,
  chargebackRequest,
  clockRequest,
  gatewayRequest,
  listQuery,
  merchantRequest,
  ruleRequest,
} from "./schemas.ts";

export interface AdminDeps extends GuardSettings {
  readonly db: Db;
  readonly runtime: Runtime;
  readonly vault: Vault;
  readonly random: Random;
  readonly settings: Pick<DomainSettings, "compatibility">;
  readonly states: GatewayStates;
}

/** The parts of a request that a handler uses. */
interface HandlerInput {
  /** Parsed on access: a request with an unknown `{id}` is refused before its body is parsed. */
  readonly body: () => unknown;
  readonly query: Record<string, string>;
  readonly id: string;
}
type Handler = (deps: AdminDeps, input: HandlerInput) => Promise<object>;

const handlers: { readonly [Name in AdminOperationName]: Handler } = {
  readGateway: async ({ states }) => ({ data: states.all }),
  setGateway: async ({ db, states }, { body }) => {
    const entry = parsed(gatewayRequest, body());
    if (entry.merchant !== undefined) await merchantIdOf(db, entry.merchant);
    states.set(entry);
    return { data: states.all };
  },
  readClock: async ({ runtime }) => clockOf(await runtime.clock.state()),
  moveClock: ({ runtime }, { body }) => moveClock(runtime, parsed(clockRequest, body())),
  listNotifications: async ({ db }, { query }) => {
    const filter = await filterOf(db, query);
    const data = (await listDeliveries(db, filter)).map(notificationOf);
    return { data, next: nextOf(data, filter, ({ id }) => id) };
  },
  replayNotification: replay,
  listPayments: async ({ db }, { query }) => {
    const filter = await filterOf(db, query);
    const data = (await listPayments(db, filter)).map(paymentOf);
    return { data, next: nextOf(data, filter, ({ transactionId }) => transactionId) };
  },
  chargeBack: async ({ db, runtime }, { body, id }) => {
    const paymentId = parsePublicId(id);
    if (paymentId === undefined) throw new Refusal(404);
    const order = parsed(chargebackRequest, body());
    const record = await runtime.write((context) => chargeBack(context, order, paymentId));
    const publicIds = await listPublicIds(db);
    return paymentOf({ ...record, publicId: publicIds.get(record.payment.merchantId) ?? 0 });
  },
  listMails: async ({ db }, { query }) => ({
    data: (await listMails(db, await filterOf(db, query))).map(mailOf),
  }),
  listRules: async ({ db }, { query }) => {
    const { merchantId } = await filterOf(db, query);
    const publicIds = await listPublicIds(db);
    return { data: (await listRules(db, merchantId)).map((rule) => ruleOf(rule, publicIds)) };
  },
  makeRule,
  deleteRule: async ({ db }, { id }) => {
    if (!(await deleteRule(db, rowIdOf(id)))) throw new Refusal(404);
    return {};
  },
  makeMerchant: async ({ db, random }, { body }) => {
    parsed(merchantRequest, body());
    const name = random.uuid();
    const apiKey = `sandbox_key_${random.secret()}`;
    const ids = { siteId: `site-${name.slice(-12)}`, sku: `sku-${name.slice(-12)}` };
    const publicId = await insertMerchant(db, { ...demoMerchant, apiKey, ...ids });
    return { apiKey, merchantId: publicId, ...ids };
  },
  showAuthenticatorCode,
  resetMerchant: async ({ db }, { id }) => {
    await resetMerchant(db, await merchantIdOf(db, rowIdOf(id)));
    return {};
  },
};

/** The routes of the admin API. */
export function adminRoutes(deps: AdminDeps) {
  const routes = new Hono();
  const guards = [requireThisMachine(deps), requireToken(deps), limitBody(maxBodyBytes)] as const;
  for (const name of Object.keys(adminOperations) as AdminOperationName[]) {
    const operation: AdminOperation = adminOperations[name];
    routes.on(operation.method, honoPath(operation.path), ...guards, async (c) => {
      const text = operation.request ? await readBody(c.req.raw, operation.request) : undefined;
      const body = () => (text === undefined ? undefined : parseBody(text));
      const id = String(Object.values(c.req.param())[0] ?? "");
      return c.json(await handlers[name](deps, { body, query: c.req.query(), id }), operation.success);
    });
  }
  return routes;
}

async function moveClock({ clock, scheduler }: Runtime, request: ClockRequest): Promise<object> {
  let events: readonly TimelineEvent[] = [];
  switch (request.action) {
    case "advance": {
      const { days = 0, hours = 0, minutes = 0, seconds = 0 } = request;
      const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
      events = await scheduler.advanceTo(new Date((await clock.now()).getTime() + ms));
      break;
    }
    case "set": {
      const target = new Date(request.to);
      if (target > (await clock.now())) events = await scheduler.advanceTo(target);
      else await clock.moveTo(target);
      break;
    }
    case "freeze":
      await clock.freeze();
      break;
    case "run":
      await clock.run();
      break;
    case "reset":
      await clock.reset();
      break;
    default:
      return request satisfies never;
  }
  scheduler.wake();
  return { ...clockOf(await clock.state()), events };
}

async function replay({ db, runtime }: AdminDeps, { id }: HandlerInput): Promise<object> {
  const revived = isUuid(id) && (await reviveDelivery(db, id, await runtime.clock.now()));
  if (!revived) throw new Refusal(404);
  await runtime.scheduler.runDue();
  const [found] = await listDeliveries(db, { deliveryId: id, limit: 1 });
  if (!found) throw new Refusal(404);
  return notificationOf(found);
}

async function showAuthenticatorCode(
  { db, runtime, vault }: AdminDeps,
  { id }: HandlerInput,
): Promise<object> {
  const user = await findAnyUser(db, rowIdOf(id));
  if (!user) throw new Refusal(404);
  const now = await runtime.clock.now();
  const step = stepAt(now);
  return {
    userId: user.id,
    email: user.email,
    code: codeAt(openSecret(vault, user), now),
    expiresAt: endOfStep(step).toISOString(),
    isUsed: await isCodeUsed(db, user.id, step),
  };
}

async function makeRule({ db, vault, settings }: AdminDeps, { body }: HandlerInput): Promise<object> {
  const { merchant, match = {}, effect, times = 1 } = parsed(ruleRequest, body());
  if (effect.type === "auth" && settings.compatibility === "document") {
    throw badField(
      "effect.type",
      "auth needs a sandbox with COMPATIBILITY=field: in the document a payment is a sale",
    );
  }
  const { card, ...rest } = match;
  const rule = await insertRow(db, rules, {
    merchantId: await merchantIdOf(db, merchant),
    match: { ...rest, ...(card !== undefined && { cardFingerprint: vault.fingerprint(card) }) },
    effect,
    remaining: times,
  });
  return ruleOf(rule, new Map([[rule.merchantId, merchant]]));
}

/** The number in a path's `{id}`. @throws Refusal 404 for a text that is not a number. */
function rowIdOf(id: string): number {
  if (!/^\d{1,15}$/.test(id)) throw new Refusal(404);
  return Number(id);
}

async function filterOf(db: Db, query: Record<string, string>) {
  const { merchant, ...filter } = parsed(listQuery, query);
  return { ...filter, merchantId: merchant === undefined ? undefined : await merchantIdOf(db, merchant) };
}

/** The cursor of the page after this one; null if this one is not full. */
function nextOf<Row>(
  rows: readonly Row[],
  { limit }: { readonly limit: number },
  idOf: (row: Row) => string,
) {
  const last = rows.at(-1);
  return last !== undefined && rows.length === limit ? idOf(last) : null;
}

async function merchantIdOf(db: Db, publicId: number): Promise<number> {
  const found = await findMerchantByPublicId(db, publicId);
  if (!found) throw new Refusal(404);
  return found.id;
}

function parsed<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = parse(schema, input);
  if (result.ok) return result.value;
  throw new Refusal(400, result.errors);
}
