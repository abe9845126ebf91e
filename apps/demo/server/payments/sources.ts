/**
 * All payment methods without the pane, each with the fields that the gateway requires. `@cardpane/node` validates the values by
 * the interface before it sends anything.
 *
 * Cards, and wallets that hand the card's own data to the shop (Apple Pay in decoded mode), are not here: no card data
 * reaches this server.
 */
import { pseBankCodes } from "@cardpane/gateway";
import type { PaymentSourceType } from "@cardpane/node";
import type { Texts } from "../texts/en.ts";

/** Fields of the forms, by their names in the interface. */
export type SourceFieldName = keyof Texts["sourceFields"];

export interface SourceField {
  readonly name: SourceFieldName;
  readonly isOptional?: boolean;
  /** The options of a select. @default none: a text field */
  readonly choices?: readonly string[];
  /** The keyboard that a phone shows. @default letters, without automatic capitals */
  readonly keyboard?: "digits" | "capitals";
  /** The maximum length, spaces included. @default 64 */
  readonly max?: number;
  /** The value that QA's button fills in. */
  readonly sample: string;
}

export interface OtherSource {
  readonly type: OtherType;
  /** The brand name, the same in every language; `null` if the dictionary has the name. */
  readonly name: string | null;
  readonly fields: readonly SourceField[];
}

/** Types that the pane pays, or that need the card's number or CVV. */
type PaneType = "card" | "token" | "paymentAccountIdWithCvv";
export type OtherType = Exclude<PaymentSourceType, PaneType>;

const chile: readonly SourceField[] = [
  { name: "accountDocType", choices: ["RUT", "RUN"], sample: "RUT" },
  { name: "accountDocId", keyboard: "capitals", max: 20, sample: "12345678K" },
];

type Entry = readonly [name: string | null, ...fields: SourceField[]];

const table: Readonly<Record<OtherType, Entry>> = {
  consumer: [null],
  paymentAccountId: [null],
  ach: [
    "ACH",
    { name: "accountType", choices: ["C", "S"], sample: "C" },
    { name: "abaNumber", keyboard: "digits", max: 9, sample: "021000021" },
    { name: "accountNumber", keyboard: "digits", max: 17, sample: "000123456789" },
  ],
  payid: ["PayID"],
  banktransferChile: [null],
  bill1st: ["Bill1st"],
  sofortbanking: ["Sofort"],
  giropay: ["giropay"],
  ideal: ["iDEAL"],
  przelewy24: ["Przelewy24"],
  bancontact: ["Bancontact"],
  eps: ["EPS"],
  mybank: ["MyBank"],
  onlinebanking: [null],
  sepa: [
    null,
    { name: "iban", keyboard: "capitals", max: 42, sample: "DE89370400440532013000" },
    { name: "bic", isOptional: true, keyboard: "capitals", max: 11, sample: "COBADEFFXXX" },
  ],
  paysafecard: ["paysafecard"],
  pps: ["PPS"],
  gash: ["GASH"],
  x1: ["X1"],
  applePay: ["Apple Pay", { name: "token", max: 512, sample: "apple-pay-token" }],
  googlepay: ["Google Pay", { name: "token", max: 512, sample: "google-pay-token" }],
  binancepay: ["Binance Pay"],
  crypto: [null],
  pix: ["Pix", { name: "cpf", keyboard: "digits", max: 14, sample: "12345678909" }],
  pse: [
    "PSE",
    { name: "bankCode", choices: pseBankCodes, sample: "1007" },
    {
      name: "accountDocType",
      choices: ["RCN", "TID", "CCI", "TEX", "CEX", "PAS", "DIE", "NIT"],
      sample: "CCI",
    },
    { name: "accountDocId", keyboard: "capitals", max: 20, sample: "1020304050" },
  ],
  webpay_chile: ["Webpay", ...chile],
  khipu: ["Khipu", ...chile],
  mach: ["MACH", ...chile],
};

export const otherSources: readonly OtherSource[] = Object.entries(table).map(
  ([type, [name, ...fields]]) => ({ type: type as OtherType, name, fields }),
);

/** Whether the gateway stores the source, so that the shopper can use it again. */
export function isKept({ type }: OtherSource): boolean {
  return type === "consumer" || type === "paymentAccountId";
}

/** Finds a source by the type that a browser sent. */
export function findSource(type: unknown): OtherSource | undefined {
  return otherSources.find((source) => source.type === type);
}

/** The sources that are usual in a country, by its ISO 3166-1 alpha-3 code; others are shown below them. */
const usual: Readonly<Record<string, readonly OtherType[]>> = {
  AUS: ["payid", "applePay", "googlepay"],
  AUT: ["sepa", "eps", "paysafecard"],
  BEL: ["sepa", "bancontact", "applePay"],
  DEU: ["sepa", "paysafecard", "applePay", "googlepay"],
  ITA: ["sepa", "mybank", "applePay"],
  NLD: ["sepa", "ideal", "applePay"],
  POL: ["przelewy24", "paysafecard", "googlepay"],
  USA: ["ach", "applePay", "googlepay"],
};
const withSepa = "CZE DNK ESP FIN FRA IRL LUX NOR PRT SWE CHE".split(" ");

/** The types to show first for a country; empty as long as no country is chosen. */
export function popularIn(country: string): readonly OtherType[] {
  if (country === "") return [];
  return (
    usual[country] ?? [...(withSepa.includes(country) ? (["sepa"] as const) : []), "applePay", "googlepay"]
  );
}
