/** The forms of the wallet's page: each is one request, however often it is sent. */
import { isCardpaneError, type RequestOptions, type WalletSession } from "@cardpane/node";
import type { Context } from "hono";
import { freshFormToken, readFormToken } from "../http/form-token.ts";
import { redirectWith } from "../http/notice.ts";
import { localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { readMinor } from "../orders/money.ts";
import type { Session } from "../orders/order.ts";
import { locales, type Texts } from "../texts/index.ts";
import { refuseCustomer, withLogin } from "./customer.ts";

export interface FormRequest {
  readonly c: Context;
  readonly session: Session;
  /** The text of a field, cut above every limit of the interface. */
  readonly field: (name: string) => string;
  readonly formToken: string;
  /** The time of the first submit. */
  readonly sentAt: number;
  /** With the form's token as the idempotency key: a form that is submitted twice is one request. */
  readonly options: RequestOptions;
  readonly texts: Texts;
}

/** A problem that the shop itself finds, before it sends anything. */
export class FormProblem extends Error {}

/** Does what a form asks for; returns what was done, or another answer. */
export type FormWork = (request: FormRequest) => Promise<string | Response>;

/**
 * Handles a form: what it did, or why not, is shown on the wallet's page. After an unknown outcome the same form can be sent again,
 * and only an answer to it ends the doubt: a refusal of a later send says nothing about an earlier one.
 *
 * @param canRepeat whether the form can be sent again after an unknown outcome
 */
export async function handleForm(
  c: Context,
  shop: Shop,
  work: FormWork,
  canRepeat = true,
): Promise<Response> {
  const form = await c.req.parseBody();
  const session = shop.sessions.read(c);
  const { inDoubt } = session.wallet;
  const formToken = readFormToken(form) ?? freshFormToken();
  const texts = locales[localeOf(c, session)];
  const { path } = c.req;
  const known = inDoubt.get(formToken);
  // An older page: what is in doubt is settled first.
  if (!known && [...inDoubt.values()].some((other) => other.path === path))
    return redirectWith(c, shop, "/wallet", texts.refusals.unknown, true);
  const sent = known ?? { path, fields: form, sentAt: shop.now() };
  const { fields, sentAt } = sent;
  const field = (name: string) => (typeof fields[name] === "string" ? fields[name].trim().slice(0, 400) : "");
  const options = { idempotencyKey: `wallet.${formToken}` };
  try {
    const done = await work({ c, session, field, formToken, sentAt, options, texts });
    inDoubt.delete(formToken);
    return typeof done === "string" ? redirectWith(c, shop, "/wallet", done) : done;
  } catch (error) {
    if (error instanceof FormProblem) return redirectWith(c, shop, "/wallet", error.message, true);
    if (!isCardpaneError(error)) throw error;
    // A conflict is about a form that was answered before: this one did nothing.
    if (canRepeat && error.outcome === "unknown" && error.code !== "conflict") inDoubt.set(formToken, sent);
    return refuseCustomer(c, shop, error);
  }
}

/** Handles a form of a customer who has logged in. */
export function handleOwnForm(
  c: Context,
  shop: Shop,
  work: (request: FormRequest, login: WalletSession) => Promise<string | Response>,
): Promise<Response> {
  return withLogin(c, shop, (login) => handleForm(c, shop, (request) => work(request, login)));
}

export function readAmount(text: string, currency: string, { wallet }: Texts): number {
  const amountMinor = readMinor(text.replace(/^[-−+]/, ""), currency);
  if (amountMinor === undefined) throw new FormProblem(wallet.mustBeNumber);
  return /^[-−]/.test(text) ? -amountMinor : amountMinor;
}
