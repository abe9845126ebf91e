/** Section 2.3: the payment source. Each `type` has its own variant with exactly its own fields. */
import * as z from "zod/mini";
import { bic, digits, gatewayId, iban, text, uuid } from "./text.ts";
import { cardNumber, cvv, expirationMonth, expirationYear } from "./tokenize.ts";

const emulated = {
  emulateCode: z.optional(text(4, 6)),
};

const routed = {
  ...emulated,
  mid: z.optional(text(2, 36)),
};

const threeDsSwitch = {
  "3ds": z.optional(z.boolean("must be true or false")),
};

/** Every reason why strong customer authentication is not needed. */
export const scaExemptions = [
  "lowValue",
  "tra",
  "merchantWhitelist",
  "recurringTransaction",
  "trustedBeneficiary",
  "moto",
] as const;

/** Result of the merchant's own 3D Secure server. With it, the gateway does not authenticate again. */
const mpiParameters = z.strictObject({
  authStatus: z.optional(z.string()),
  cavv: z.optional(z.string()),
  eci: z.optional(z.string()),
  protocolVersion: z.optional(z.string()),
  directoryServerTransactionId: z.optional(z.string()),
  scaExemption: z.optional(z.enum(scaExemptions, `must be one of ${scaExemptions.join(", ")}`)),
});

/** Card data. Only a server in PCI DSS scope may hold it; the pane exchanges it for a token. */
const card = z.strictObject({
  type: z.literal("card"),
  number: cardNumber,
  expirationYear,
  expirationMonth,
  cvv,
  ...threeDsSwitch,
  ...routed,
  mpiParameters: z.optional(mpiParameters),
});

const sepa = z.strictObject({
  type: z.literal("sepa"),
  iban,
  bic: z.optional(bic),
  ...routed,
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
const bankRedirect = z.strictObject({ type: z.enum(bankRedirectTypes), bic: z.optional(bic), ...routed });

const firstDigits = "must be the first 6 to 8 digits of the bank card";
const onlinebanking = z.strictObject({
  type: z.literal("onlinebanking"),
  bic: z.optional(bic),
  ...routed,
  bin: z.optional(
    z
      .int("must be a whole number")
      .check(z.minimum(100_000, firstDigits), z.maximum(99_999_999, firstDigits)),
  ),
  bankId: z.optional(z.string()),
});

/** Sources that accept `emulateCode` only. */
export const plainTypes = ["paysafecard", "crypto", "x1", "bill1st"] as const;
const plain = z.strictObject({ type: z.enum(plainTypes), ...emulated });

/** Sources that accept `emulateCode` and `mid` only. */
export const plainMidTypes = ["pps", "gash", "payid", "banktransferChile", "binancepay"] as const;
const plainMid = z.strictObject({ type: z.enum(plainMidTypes), ...routed });

/** The source of a known consumer's earlier payment. */
const consumerSource = z.strictObject({
  type: z.literal("consumer"),
  value: gatewayId,
  ...emulated,
});

const savedCardWithCvv = z.strictObject({
  type: z.literal("paymentAccountIdWithCvv"),
  paymentAccountId: uuid,
  cvv,
  ...emulated,
});

const savedCard = z.strictObject({
  type: z.literal("paymentAccountId"),
  paymentAccountId: uuid,
  ...emulated,
});

/** A token of the pane: valid for one payment within 30 minutes. */
const token = z.strictObject({
  type: z.literal("token"),
  value: gatewayId,
  ...threeDsSwitch,
  ...emulated,
});

/** ACH debit. */
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
    token: z.optional(text(1, 512)),
    number: z.optional(cardNumber),
    expirationMonth: z.optional(expirationMonth),
    expirationYear: z.optional(expirationYear),
    tavv: z.optional(text(1, 32)),
    eci: z.optional(text(0, 2)),
    ...emulated,
  })
  .check(z.meta({ description: "either the token, or number, expirationMonth, expirationYear and tavv" }));

const googlepay = z.strictObject({ type: z.literal("googlepay"), token: text(1, 512), ...emulated });

const pix = z.strictObject({
  type: z.literal("pix"),
  cpf: z.optional(digits(11, 11)),
  ...routed,
});

/** Chilean sources, which require a RUT or RUN. */
export const chileTypes = ["webpay_chile", "khipu", "mach"] as const;
const chile = z.strictObject({
  type: z.enum(chileTypes),
  accountDocType: z.enum(["RUT", "RUN"], "must be RUT or RUN"),
  // "8-9 digit ID". Assumption: its last character, the check digit, may be K.
  accountDocId: text(8, 9).check(
    z.regex(/^[0-9]*[0-9Kk]?$/, "must hold digits only, K as the last one excepted"),
  ),
  ...routed,
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
  accountDocId: z.string().check(z.minLength(1, "must not be empty")),
  ...routed,
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
    savedCardWithCvv,
    savedCard,
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

/** The fields' hover texts, since a published type that is inferred from a schema has no comments. */
interface FieldTexts {
  /** Declines the payment with this code of section 7, for tests. 4 to 6 characters. */
  readonly emulateCode?: unknown;
  /** The merchant account that processes the payment, 2 to 36 characters. */
  readonly mid?: unknown;
  /** `false` disables 3D Secure. @default true */
  readonly "3ds"?: unknown;
  /** 12 to 19 digits. */
  readonly number?: unknown;
  /** Two digits. */
  readonly expirationYear?: unknown;
  /** Two digits, `01` to `12`. */
  readonly expirationMonth?: unknown;
  /** 3 or 4 digits. */
  readonly cvv?: unknown;
  /** Result of the merchant's own 3D Secure server. With it, the gateway does not authenticate again. */
  readonly mpiParameters?: unknown;
  /** Check digits included, no spaces. */
  readonly iban?: unknown;
  /** 8 to 11 characters. */
  readonly bic?: unknown;
  /** The first 6 to 8 digits of the bank card. */
  readonly bin?: unknown;
  /** The pane's token, valid for one payment within 30 minutes, or the consumer's id: 5 to 36 characters. */
  readonly value?: unknown;
  /** The saved card, a UUID. */
  readonly paymentAccountId?: unknown;
  /** C: checking. S: savings. */
  readonly accountType?: unknown;
  /** 1 to 32 characters. */
  readonly abaNumber?: unknown;
  /** 1 to 32 characters. */
  readonly accountNumber?: unknown;
  /** The wallet's token, 1 to 512 characters. */
  readonly token?: unknown;
  /** Decoded Apple Pay data: 1 to 32 characters. */
  readonly tavv?: unknown;
  /** Decoded Apple Pay data: at most 2 characters. */
  readonly eci?: unknown;
  /** Brazilian taxpayer number, 11 digits. */
  readonly cpf?: unknown;
  /** Chile: 8 or 9 digits, the last one may be K. PSE: not empty. */
  readonly accountDocId?: unknown;
}

type WithTexts<Source> = Source extends unknown
  ? Readonly<Source> & Pick<FieldTexts, keyof Source & keyof FieldTexts>
  : never;

type Plain<T> = T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;

// Its type alone is used. Declarations spell out an inferred type; they cannot name zod, which no merchant has installed.
const anySource = (<T>(_: z.core.$ZodType<T>) => ({}) as Plain<T>)(paymentSource);

/** The payment source, selected by `type` (section 2.3). */
export type PaymentSource = WithTexts<typeof anySource>;

/** Every `type` of a payment source. */
export type PaymentSourceType = PaymentSource["type"];

/** Every `type` of a payment source, read from the schema. */
export const paymentSourceTypes: readonly PaymentSourceType[] = paymentSource.def.options.flatMap(
  (option) => {
    const type = option.shape.type;
    return (type instanceof z.ZodMiniEnum ? type.options : type.def.values) as PaymentSourceType[];
  },
);

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
