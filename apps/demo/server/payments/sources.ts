/**
 * All payment methods without the pane, each with only the fields that the gateway requires. `@cardpane/node` validates the values by the interface before it sends anything.
 *
 * Cards, and wallets that hand the card's own data to the shop (Apple Pay in decoded mode), are not here: no card data
 * reaches this server.
 */
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

const optionalBic = (sample: string): SourceField => ({
  name: "bic",
  isOptional: true,
  keyboard: "capitals",
  max: 11,
  sample,
});
const chile: readonly SourceField[] = [
  { name: "accountDocType", choices: ["RUT", "RUN"], sample: "RUT" },
  { name: "accountDocId", keyboard: "capitals", max: 20, sample: "12345678K" },
];

const pseBanks =
  "1815 1558 1059 1040 1052 1013 1032 1066 1051 1001 1023 1062 1063 1012 1006 1071 1007 1047 1061 1060 1002 1065 1069 1303 1808 1283 1009 1812 1370 1292 1289 1816 1097 1551 1802 1121 1814 1637 1286 1070 1801 1507 1809 1803 1811 1019 1804".split(
    " ",
  );

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
  sofortbanking: ["Sofort", optionalBic("COBADEFF")],
  giropay: ["giropay", optionalBic("COBADEFF")],
  ideal: ["iDEAL", optionalBic("INGBNL2A")],
  przelewy24: ["Przelewy24", optionalBic("BREXPLPW")],
  bancontact: ["Bancontact", optionalBic("GEBABEBB")],
  eps: ["EPS", optionalBic("RLNWATWW")],
  mybank: ["MyBank", optionalBic("UNCRITMM")],
  onlinebanking: [
    null,
    optionalBic("COBADEFF"),
    { name: "bin", isOptional: true, keyboard: "digits", max: 8, sample: "424242" },
    { name: "bankId", isOptional: true, sample: "bank-1" },
  ],
  sepa: [
    null,
    { name: "iban", keyboard: "capitals", max: 42, sample: "DE89370400440532013000" },
    optionalBic("COBADEFFXXX"),
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
    { name: "bankCode", choices: pseBanks, sample: "1007" },
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
  ([type, [name, ...fields]]) => ({
    type: type as OtherType,
    name,
    fields,
  }),
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
  AUT: ["eps", "sepa", "paysafecard"],
  BEL: ["bancontact", "sepa", "applePay"],
  DEU: ["sepa", "giropay", "sofortbanking", "paysafecard"],
  ITA: ["mybank", "sepa", "applePay"],
  NLD: ["ideal", "sepa", "applePay"],
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
