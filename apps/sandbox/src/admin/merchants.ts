/** Makes and resets merchants, and reads what only QA sees of them: mails, and the codes of authenticators. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { resetMerchant as forget, listMails as mailsOf } from "../db/admin.ts";
import { newSecret } from "../db/ids.ts";
import { insertMerchant } from "../db/merchants.ts";
import { findRow } from "../db/rows.ts";
import { walletUsers } from "../db/schema-wallet.ts";
import { Refusal } from "../errors.ts";
import { demoMerchant } from "../merchant.ts";
import { codeAt, endOfStep, stepAt } from "../wallet/authenticator.ts";
import { openSecret } from "../wallet/users.ts";
import {
  filterOf,
  listOf,
  merchantId,
  merchantIdOf,
  nothing,
  operation,
  rowIdOf,
  time,
} from "./operation.ts";

export const listMails = operation("GET", "/admin/mails", {
  summary: "E-mails that emailOptions asks for, the latest first; none of them is sent.",
  query: ["merchant", "limit"],
  result: listOf(
    z.object({
      merchant: merchantId,
      to: z.string(),
      subject: z.string(),
      body: z.string(),
      createdAt: time,
    }),
  ),
  handle: async ({ db }, { query }) => {
    const found = await mailsOf(db, await filterOf(db, query));
    return { data: found.map(({ mail, publicId }) => ({ ...mail, merchant: publicId, to: mail.recipient })) };
  },
});

export const makeMerchant = operation("POST", "/admin/merchants", {
  summary: "Makes a merchant with a key of its own, so that parallel tests never meet.",
  success: 201,
  request: z.strictObject({}),
  examples: [{}],
  result: z.object({ apiKey: z.string(), merchantId, siteId: z.string(), sku: z.string() }),
  handle: async ({ db }, { body }) => {
    body();
    const name = randomUUID().slice(-12);
    const apiKey = `sandbox_key_${newSecret()}`;
    const ids = { siteId: `site-${name}`, sku: `sku-${name}` };
    return { apiKey, merchantId: await insertMerchant(db, { ...demoMerchant, apiKey, ...ids }), ...ids };
  },
});

export const resetMerchant = operation("POST", "/admin/merchants/{merchantId}/reset", {
  summary: "Forgets all that a merchant has done: payments, consumers, cards, notifications, rules, wallets.",
  result: nothing,
  handle: async ({ db }, { id }) => {
    await forget(db, await merchantIdOf(db, rowIdOf(id)));
    return {};
  },
});

export const showAuthenticatorCode = operation("GET", "/admin/users/{id}/code", {
  summary: "The code that a wallet user's authenticator shows now, for QA who has no authenticator at hand.",
  result: z.object({
    userId: z.int(),
    email: z.string(),
    code: z.string(),
    /** When the next code is shown, by the sandbox's clock. */
    expiresAt: time,
    /** Whether the code has already logged the user in; each code does so once only. */
    isUsed: z.boolean(),
  }),
  handle: async ({ db, runtime, vault }, { id }) => {
    const user = await findRow(db, walletUsers, { id: rowIdOf(id) });
    if (!user) throw new Refusal(404);
    const now = await runtime.clock.now();
    const step = stepAt(now);
    return {
      userId: user.id,
      email: user.email,
      code: codeAt(openSecret(vault, user), now),
      expiresAt: endOfStep(step),
      isUsed: user.usedSteps.includes(step),
    };
  },
});
