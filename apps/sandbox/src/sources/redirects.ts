/**
 * The sources whose shopper pays elsewhere: on a bank's page, with a voucher, a wallet or a QR code. The sandbox simulates all
 * of them on one page.
 *
 * *Assumptions*: the time limit of each; and, if the interface's list of methods has no value for a source's type, the
 * nearest one (`binancepay` is `crypto`, `bill1st` is `banktransfer`).
 */
import type { PaymentMethod, PaymentSource, PaymentSourceType } from "@cardpane/gateway";
import type { SourceSnapshot } from "../db/schema.ts";

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

export interface RedirectSource {
  /** The name that the shopper sees. */
  readonly name: string;
  readonly method: PaymentMethod;
  /** The shopper's time limit, after which the payment ends with 5099. */
  readonly waitsMs: number;
  /** Whether its page's address is also a QR code, which the merchant renders. */
  readonly hasQrCode?: boolean;
}

const within = (waitsMs: number) => (name: string, method: PaymentMethod) => ({ name, method, waitsMs });
const bank = within(30 * minuteMs);
const voucher = within(3 * dayMs);

/** Every source that ends with a redirect. */
export const redirectSources = {
  sofortbanking: bank("Sofort", "sofortbanking"),
  giropay: bank("giropay", "giropay"),
  ideal: bank("iDEAL", "ideal"),
  przelewy24: bank("Przelewy24", "przelewy24"),
  bancontact: bank("Bancontact", "bancontact"),
  eps: bank("EPS", "eps"),
  mybank: bank("MyBank", "mybank"),
  onlinebanking: bank("Online banking", "onlinebanking"),
  paysafecard: bank("paysafecard", "paysafecard"),
  pps: voucher("PPS", "pps"),
  gash: bank("GASH", "gash"),
  payid: voucher("PayID", "payid"),
  banktransferChile: voucher("Bank transfer (Chile)", "banktransferChile"),
  crypto: { name: "Crypto", method: "crypto", waitsMs: 60 * minuteMs, hasQrCode: true },
  x1: bank("X1", "x1"),
  bill1st: voucher("Bill1st", "banktransfer"),
  pix: { name: "Pix", method: "pix", waitsMs: 30 * minuteMs, hasQrCode: true },
  webpay_chile: bank("Webpay", "webpay_chile"),
  khipu: bank("Khipu", "khipu"),
  mach: bank("MACH", "mach"),
  pse: bank("PSE", "pse"),
  binancepay: { name: "Binance Pay", method: "crypto", waitsMs: 60 * minuteMs },
} as const satisfies { readonly [Type in PaymentSourceType]?: RedirectSource };
export type RedirectType = keyof typeof redirectSources;

/** The entry of a source's type; `undefined` for a type without a redirect. */
export function redirectSource(type: string): RedirectSource | undefined {
  return Object.hasOwn(redirectSources, type) ? redirectSources[type as RedirectType] : undefined;
}

/** The details of such a source in a result. A bank's country is that of its BIC (ISO 9362). */
export function describeRedirect(source: Extract<PaymentSource, { type: RedirectType }>): SourceSnapshot {
  const { method } = redirectSources[source.type];
  const bic = "bic" in source ? source.bic : undefined;
  return bic === undefined ? { method } : { method, bankName: bankNameOf(bic), bankCountry: bic.slice(4, 6) };
}

/** *Assumption*: the sandbox has no list of banks and derives a bank's name from its BIC. */
export function bankNameOf(bic: string): string {
  return `Bank ${bic.slice(0, 4)}`;
}
