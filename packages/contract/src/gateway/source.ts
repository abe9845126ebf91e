/** Section 2.3: where the money comes from. One variant a `type`, each with exactly its own fields. */
import * as z from "zod";
import { bic, digits, gatewayId, iban, text, uuid } from "./text.ts";
import { cardNumber, cvv, expirationMonth, expirationYear } from "./tokenize.ts";

/** Makes the transaction decline with this code of section 7, 4 to 6 characters. */
const emulateCode = text(4, 6).optional();
/** Processes the payment through this merchant account, 2 to 36 characters. */
const mid = text(2, 36).optional();
/** `false` asks for no 3D Secure; it is on by default. */
const threeDs = z.boolean("must be true or false").optional();

/** Why strong customer authentication is not asked for. */
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

/** Online transfers that take a BIC and nothing else. */
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

/** Sources that take `emulateCode` only. */
export const plainTypes = ["paysafecard", "crypto", "x1", "bill1st"] as const;
const plain = z.strictObject({ type: z.enum(plainTypes), emulateCode });

/** Sources that take `emulateCode` and `mid` only. */
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

/** Both Apple Pay modes in one shape; that exactly one of them is sent is a rule of its own, see {@link applePayProblems}. */
const applePay = z.strictObject({
  type: z.literal("applePay"),
  token: text(1, 512).optional(),
  number: cardNumber.optional(),
  expirationMonth: expirationMonth.optional(),
  expirationYear: expirationYear.optional(),
  tavv: text(1, 32).optional(),
  eci: text(0, 2).optional(),
  emulateCode,
});

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

/**
 * Chilean sources, which ask for a RUT or RUN: "8-9 digit ID". *Assumption*: its last character, the check digit, may be K.
 */
export const chileTypes = ["webpay_chile", "khipu", "mach"] as const;
const chile = z.strictObject({
  type: z.enum(chileTypes),
  accountDocType: z.enum(["RUT", "RUN"], "must be RUT or RUN"),
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

/** `paymentSource` of a payment request, selected by `type`. */
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
export type PaymentSource = z.infer<typeof paymentSource>;
export type PaymentSourceType = PaymentSource["type"];

/** Every `type` a payment source may have. */
export const paymentSourceTypes: readonly PaymentSourceType[] = paymentSource.options.flatMap((option) => {
  const type = option.shape.type;
  return (type instanceof z.ZodEnum ? type.options : [...type.values]) as PaymentSourceType[];
});

/** What is wrong with an Apple Pay source: both modes, neither, or a decoded mode that lacks a field. Field to message. */
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
