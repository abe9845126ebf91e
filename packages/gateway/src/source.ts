/** Section 2.3: the payment source. Each `type` has its own variant with exactly its own fields. */
import * as z from "zod";
import { bic, digits, gatewayId, iban, text, uuid } from "./text.ts";
import { cardNumber, cvv, expirationMonth, expirationYear } from "./tokenize.ts";

interface Emulated {
  /** Declines the payment with this code of section 7, for tests. 4 to 6 characters. */
  readonly emulateCode?: string | undefined;
}

interface Routed extends Emulated {
  /** The merchant account that processes the payment, 2 to 36 characters. */
  readonly mid?: string | undefined;
}

interface ThreeDsSwitch {
  /** `false` disables 3D Secure. @default true */
  readonly "3ds"?: boolean | undefined;
}

interface CardNumber {
  /** 12 to 19 digits. */
  readonly number: string;
  /** Two digits. */
  readonly expirationYear: string;
  /** Two digits, `01` to `12`. */
  readonly expirationMonth: string;
}

/** Result of the merchant's own 3D Secure server. With it, the gateway does not authenticate again. */
export interface MpiParameters {
  readonly authStatus?: string | undefined;
  readonly cavv?: string | undefined;
  readonly eci?: string | undefined;
  readonly protocolVersion?: string | undefined;
  readonly directoryServerTransactionId?: string | undefined;
  /** Why strong customer authentication is not needed. */
  readonly scaExemption?: (typeof scaExemptions)[number] | undefined;
}

/** Card data. Only a server in PCI DSS scope may hold it; the pane exchanges it for a token. */
export interface CardSource extends CardNumber, ThreeDsSwitch, Routed {
  readonly type: "card";
  /** 3 or 4 digits. */
  readonly cvv: string;
  readonly mpiParameters?: MpiParameters | undefined;
}

/** SEPA direct debit. */
export interface SepaSource extends Routed {
  readonly type: "sepa";
  /** Check digits included, no spaces. */
  readonly iban: string;
  /** 8 to 11 characters. */
  readonly bic?: string | undefined;
}

/** An online transfer. */
export interface BankRedirectSource extends Routed {
  readonly type: (typeof bankRedirectTypes)[number];
  /** 8 to 11 characters. */
  readonly bic?: string | undefined;
}

/** Online banking. */
export interface OnlineBankingSource extends Routed {
  readonly type: "onlinebanking";
  /** 8 to 11 characters. */
  readonly bic?: string | undefined;
  /** The first 6 to 8 digits of the bank card. */
  readonly bin?: number | undefined;
  readonly bankId?: string | undefined;
}

/** A source without specific fields. */
export interface PlainSource extends Emulated {
  readonly type: (typeof plainTypes)[number];
}

/** A source without specific fields except `mid`. */
export interface PlainMidSource extends Routed {
  readonly type: (typeof plainMidTypes)[number];
}

/** The source of a known consumer's earlier payment. */
export interface ConsumerSource extends Emulated {
  readonly type: "consumer";
  /** The consumer's id, 5 to 36 characters. */
  readonly value: string;
}

/** A saved card with its CVV. */
export interface SavedCardWithCvvSource extends Emulated {
  readonly type: "paymentAccountIdWithCvv";
  /** A UUID. */
  readonly paymentAccountId: string;
  /** 3 or 4 digits. */
  readonly cvv: string;
}

/** A saved card. */
export interface SavedCardSource extends Emulated {
  readonly type: "paymentAccountId";
  /** A UUID. */
  readonly paymentAccountId: string;
}

/** A token of the pane: valid for one payment within 30 minutes. */
export interface TokenSource extends Emulated, ThreeDsSwitch {
  readonly type: "token";
  /** The token, 5 to 36 characters. */
  readonly value: string;
}

/** ACH debit. */
export interface AchSource {
  readonly type: "ach";
  /** C: checking. S: savings. */
  readonly accountType: "C" | "S";
  /** 1 to 32 characters. */
  readonly abaNumber: string;
  /** 1 to 32 characters. */
  readonly accountNumber: string;
}

/** Apple Pay: either a token or card data that the merchant has decoded, never both. */
export interface ApplePaySource extends Emulated {
  readonly type: "applePay";
  /** 1 to 512 characters. */
  readonly token?: string | undefined;
  /** Decoded data: 12 to 19 digits. */
  readonly number?: string | undefined;
  /** Decoded data: two digits. */
  readonly expirationYear?: string | undefined;
  /** Decoded data: two digits, `01` to `12`. */
  readonly expirationMonth?: string | undefined;
  /** Decoded data: 1 to 32 characters. */
  readonly tavv?: string | undefined;
  /** Decoded data: at most 2 characters. */
  readonly eci?: string | undefined;
}

/** Google Pay. */
export interface GooglePaySource extends Emulated {
  readonly type: "googlepay";
  /** 1 to 512 characters. */
  readonly token: string;
}

/** Pix. */
export interface PixSource extends Routed {
  readonly type: "pix";
  /** Brazilian taxpayer number, 11 digits. */
  readonly cpf?: string | undefined;
}

/** A Chilean source. */
export interface ChileSource extends Routed {
  readonly type: (typeof chileTypes)[number];
  readonly accountDocType: "RUT" | "RUN";
  /** 8 or 9 digits; the last one may be K. */
  readonly accountDocId: string;
}

/** PSE. */
export interface PseSource extends Routed {
  readonly type: "pse";
  readonly bankCode: (typeof pseBankCodes)[number];
  readonly accountDocType: "RCN" | "TID" | "CCI" | "TEX" | "CEX" | "PAS" | "DIE" | "NIT";
  /** Not empty. */
  readonly accountDocId: string;
}

/** The payment source, selected by `type` (section 2.3). */
export type PaymentSource =
  | CardSource
  | SepaSource
  | BankRedirectSource
  | OnlineBankingSource
  | PlainSource
  | PlainMidSource
  | ConsumerSource
  | SavedCardWithCvvSource
  | SavedCardSource
  | TokenSource
  | AchSource
  | ApplePaySource
  | GooglePaySource
  | PixSource
  | ChileSource
  | PseSource;

/** Every `type` of a payment source. */
export type PaymentSourceType = PaymentSource["type"];

const emulateCode = text(4, 6).optional();
const mid = text(2, 36).optional();
const threeDs = z.boolean("must be true or false").optional();

/** Every {@link MpiParameters.scaExemption}. */
export const scaExemptions = [
  "lowValue",
  "tra",
  "merchantWhitelist",
  "recurringTransaction",
  "trustedBeneficiary",
  "moto",
] as const;

const mpiParameters = z.strictObject({
  authStatus: z.string().optional(),
  cavv: z.string().optional(),
  eci: z.string().optional(),
  protocolVersion: z.string().optional(),
  directoryServerTransactionId: z.string().optional(),
  scaExemption: z.enum(scaExemptions, `must be one of ${scaExemptions.join(", ")}`).optional(),
});

const card = z.strictObject({
  type: z.literal("card"),
  number: cardNumber,
  expirationYear,
  expirationMonth,
  cvv,
  "3ds": threeDs,
  emulateCode,
  mid,
  mpiParameters: mpiParameters.optional(),
});

const sepa = z.strictObject({
  type: z.literal("sepa"),
  iban,
  bic: bic.optional(),
  emulateCode,
  mid,
});

/** Online transfers; their only specific field is the BIC. */
export const bankRedirectTypes = [
  "sofortbanking",
  "giropay",
  "ideal",
  "przelewy24",
  "bancontact",
  "eps",
  "mybank",
] as const;
const bankRedirect = z.strictObject({
  type: z.enum(bankRedirectTypes),
  bic: bic.optional(),
  emulateCode,
  mid,
});

const onlinebanking = z.strictObject({
  type: z.literal("onlinebanking"),
  bic: bic.optional(),
  emulateCode,
  mid,
  bin: z
    .int("must be a whole number")
    .min(100_000, "must be the first 6 to 8 digits of the bank card")
    .max(99_999_999, "must be the first 6 to 8 digits of the bank card")
    .optional(),
  bankId: z.string().optional(),
});

/** Sources that accept `emulateCode` only. */
export const plainTypes = ["paysafecard", "crypto", "x1", "bill1st"] as const;
const plain = z.strictObject({ type: z.enum(plainTypes), emulateCode });

/** Sources that accept `emulateCode` and `mid` only. */
export const plainMidTypes = ["pps", "gash", "payid", "banktransferChile", "binancepay"] as const;
const plainMid = z.strictObject({
  type: z.enum(plainMidTypes),
  emulateCode,
  mid,
});

const consumerSource = z.strictObject({
  type: z.literal("consumer"),
  value: gatewayId,
  emulateCode,
});
const paymentAccountIdWithCvv = z.strictObject({
  type: z.literal("paymentAccountIdWithCvv"),
  paymentAccountId: uuid,
  cvv,
  emulateCode,
});
const paymentAccountId = z.strictObject({
  type: z.literal("paymentAccountId"),
  paymentAccountId: uuid,
  emulateCode,
});
const token = z.strictObject({
  type: z.literal("token"),
  value: gatewayId,
  "3ds": threeDs,
  emulateCode,
});

const ach = z.strictObject({
  type: z.literal("ach"),
  accountType: z.enum(["C", "S"], "must be C (checking) or S (savings)"),
  abaNumber: text(1, 32),
  accountNumber: text(1, 32),
});

/** Both Apple Pay modes in one shape; {@link applePayProblems} checks that a source has exactly one of them. */
const applePay = z
  .strictObject({
    type: z.literal("applePay"),
    token: text(1, 512).optional(),
    number: cardNumber.optional(),
    expirationMonth: expirationMonth.optional(),
    expirationYear: expirationYear.optional(),
    tavv: text(1, 32).optional(),
    eci: text(0, 2).optional(),
    emulateCode,
  })
  .meta({ description: "either the token, or number, expirationMonth, expirationYear and tavv" });

const googlepay = z.strictObject({
  type: z.literal("googlepay"),
  token: text(1, 512),
  emulateCode,
});
const pix = z.strictObject({
  type: z.literal("pix"),
  cpf: digits(11, 11).optional(),
  emulateCode,
  mid,
});

/** Chilean sources, which require a RUT or RUN. */
export const chileTypes = ["webpay_chile", "khipu", "mach"] as const;
const chile = z.strictObject({
  type: z.enum(chileTypes),
  accountDocType: z.enum(["RUT", "RUN"], "must be RUT or RUN"),
  // "8-9 digit ID". Assumption: its last character, the check digit, may be K.
  accountDocId: text(8, 9).regex(/^[0-9]*[0-9Kk]?$/, "must hold digits only, K as the last one excepted"),
  emulateCode,
  mid,
});

/** Banks of PSE. */
export const pseBankCodes = [
  "1815",
  "1558",
  "1059",
  "1040",
  "1052",
  "1013",
  "1032",
  "1066",
  "1051",
  "1001",
  "1023",
  "1062",
  "1063",
  "1012",
  "1006",
  "1071",
  "1007",
  "1047",
  "1061",
  "1060",
  "1002",
  "1065",
  "1069",
  "1303",
  "1808",
  "1283",
  "1009",
  "1812",
  "1370",
  "1292",
  "1289",
  "1816",
  "1097",
  "1551",
  "1802",
  "1121",
  "1814",
  "1637",
  "1286",
  "1070",
  "1801",
  "1507",
  "1809",
  "1803",
  "1811",
  "1019",
  "1804",
] as const;
const pse = z.strictObject({
  type: z.literal("pse"),
  bankCode: z.enum(pseBankCodes, "must be one of the bank codes of PSE"),
  accountDocType: z.enum(
    ["RCN", "TID", "CCI", "TEX", "CEX", "PAS", "DIE", "NIT"],
    "must be RCN, TID, CCI, TEX, CEX, PAS, DIE or NIT",
  ),
  accountDocId: z.string().min(1, "must not be empty"),
  emulateCode,
  mid,
});

/** Schema of {@link PaymentSource}. */
export const paymentSource = z.discriminatedUnion(
  "type",
  [
    card,
    sepa,
    bankRedirect,
    onlinebanking,
    plain,
    plainMid,
    consumerSource,
    paymentAccountIdWithCvv,
    paymentAccountId,
    token,
    ach,
    applePay,
    googlepay,
    pix,
    chile,
    pse,
  ],
  {
    error: (issue) =>
      issue.code === "invalid_union" ? "must be one of the payment source types" : "must be an object",
  },
);

/** Every `type` of a payment source, read from the schema. */
export const paymentSourceTypes: readonly PaymentSourceType[] = paymentSource.options.flatMap((option) => {
  const type = option.shape.type;
  return (type instanceof z.ZodEnum ? type.options : [...type.values]) as PaymentSourceType[];
});

/** The errors of an Apple Pay source, by field: both modes, neither, or decoded data that lacks a field. */
export function applePayProblems(source: Readonly<Record<string, unknown>>): Record<string, string> {
  const decoded = ["number", "expirationMonth", "expirationYear", "tavv"];
  const hasDecoded = [...decoded, "eci"].some((field) => source[field] !== undefined);
  if (source["token"] !== undefined) {
    return hasDecoded ? { token: "must not be sent together with decoded card data" } : {};
  }
  if (!hasDecoded) return { token: "is required, or else the decoded card data" };
  return Object.fromEntries(
    decoded.filter((field) => source[field] === undefined).map((field) => [field, "is required"]),
  );
}
