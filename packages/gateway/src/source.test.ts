import { describe, expect, it } from "vitest";
import { parsePaymentRequest } from "./payment.ts";
import { paymentSource, paymentSourceTypes, pseBankCodes, scaExemptions } from "./source.ts";
import {
  type Bounds,
  describeBounds,
  digits,
  errorsOf,
  letters,
  notBoolean,
  notText,
  notWhole,
} from "./testing/bounds.ts";
import { exampleRequest, exampleSources } from "./testing/requests.ts";

const check = errorsOf(paymentSource);

const emulateCode: Bounds = [
  "emulateCode",
  [undefined, "5051", letters(6)],
  ["", "505", letters(7), ...notText],
];
const mid: Bounds = ["mid", [undefined, "ab", letters(36)], ["", "a", letters(37), ...notText]];
const noMid: Bounds = ["mid", [], ["main-account"]];
const bic: Bounds = [
  "bic",
  [undefined, "COBADEFF", "COBADEFFXXX"],
  ["", "COBADEF", "COBADEFFXXXX", "COBADEFFX", "cobadeff", "COBA1EFF", ...notText],
];
const unknown: Bounds = ["unknown", [], ["x"]];
const wantedUuid = ["3F1A0B6E-6F0D-4C8E-9D55-0A4B7C0E2F11"];
const notUuid = [undefined, "", letters(36), "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f1", ...notText];
const number: Bounds = [
  "number",
  [digits(12), digits(19)],
  [undefined, "", digits(11), digits(20), letters(16), ...notText],
];
const year: Bounds = ["expirationYear", ["00", "99"], [undefined, "", "4", "400", "ab", ...notText]];
const month: Bounds = ["expirationMonth", ["01", "12"], [undefined, "", "1", "00", "13", "123", ...notText]];
const cvv: Bounds = ["cvv", ["123", "1234"], [undefined, "", "12", "12345", "12a", ...notText]];
const threeDs: Bounds = ["3ds", [undefined, true, false], notBoolean];
const accountDocId: Bounds = [
  "accountDocId",
  ["12345678", "123456789", "1234567K", "12345678k"],
  [undefined, "", "1234567", "1234567890", "1234K678", "12345-67", ...notText],
];

const tables: { readonly [Type in keyof typeof exampleSources]: readonly Bounds[] } = {
  card: [
    number,
    year,
    month,
    cvv,
    threeDs,
    emulateCode,
    mid,
    ["mpiParameters", [undefined, {}], [null, "x", [], { unknown: "x" }]],
    ...["authStatus", "cavv", "eci", "protocolVersion", "directoryServerTransactionId"].map(
      (field): Bounds => [`mpiParameters.${field}`, [undefined, "", "05"], notText],
    ),
    ["mpiParameters.scaExemption", [undefined, ...scaExemptions], ["", "LowValue", "none", ...notText]],
    ["cardHolder", [], ["Ada Example"]],
    unknown,
  ],
  sepa: [
    [
      "iban",
      // 15 characters is the shortest a country has (Norway), 34 is what the interface allows at most.
      ["DE89370400440532013000", "NO9386011117947", "MT84MALT011000012345MTLCAST001S"],
      [
        undefined,
        "",
        "DE89",
        "DE88370400440532013000",
        "DE89 3704 0044 0532 0130 00",
        "de89370400440532013000",
        `DE89${digits(31)}`,
        "XX89370400440532013000",
        ...notText,
      ],
    ],
    bic,
    emulateCode,
    mid,
    threeDsNot(),
    unknown,
  ],
  sofortbanking: [bic, emulateCode, mid, unknown],
  giropay: [bic, emulateCode, mid, unknown],
  ideal: [bic, emulateCode, mid, unknown],
  przelewy24: [bic, emulateCode, mid, unknown],
  bancontact: [bic, emulateCode, mid, unknown],
  eps: [bic, emulateCode, mid, unknown],
  mybank: [bic, emulateCode, mid, unknown],
  onlinebanking: [
    bic,
    emulateCode,
    mid,
    ["bin", [undefined, 100_000, 99_999_999], [99_999, 100_000_000, "424242", ...notWhole]],
    ["bankId", [undefined, "", letters(200)], notText],
    unknown,
  ],
  paysafecard: [emulateCode, noMid, unknown],
  pps: [emulateCode, mid, unknown],
  gash: [emulateCode, mid, unknown],
  payid: [emulateCode, mid, unknown],
  banktransferChile: [emulateCode, mid, unknown],
  crypto: [emulateCode, noMid, unknown],
  x1: [emulateCode, noMid, unknown],
  bill1st: [emulateCode, noMid, unknown],
  consumer: [
    ["value", [letters(5), letters(36)], [undefined, "", letters(4), letters(37), ...notText]],
    emulateCode,
    noMid,
    unknown,
  ],
  paymentAccountIdWithCvv: [["paymentAccountId", wantedUuid, notUuid], cvv, emulateCode, noMid, unknown],
  paymentAccountId: [
    ["paymentAccountId", wantedUuid, notUuid],
    ["cvv", [], ["123"]],
    emulateCode,
    noMid,
    unknown,
  ],
  token: [
    ["value", [letters(5), letters(36)], [undefined, "", letters(4), letters(37), ...notText]],
    threeDs,
    emulateCode,
    noMid,
    ["cvv", [], ["123"]],
    unknown,
  ],
  ach: [
    ["accountType", ["C", "S"], [undefined, "", "c", "CS", ...notText]],
    ["abaNumber", ["1", letters(32)], [undefined, "", letters(33), ...notText]],
    ["accountNumber", ["1", letters(32)], [undefined, "", letters(33), ...notText]],
    ["emulateCode", [], ["5051"]],
    noMid,
    unknown,
  ],
  applePay: [
    ["token", ["a", letters(512)], ["", letters(513), ...notText]],
    emulateCode,
    noMid,
    ["cvv", [], ["123"]],
    unknown,
  ],
  googlepay: [
    ["token", ["a", letters(512)], [undefined, "", letters(513), ...notText]],
    emulateCode,
    noMid,
    // Decoded card data is unsupported.
    ["number", [], [digits(16)]],
    unknown,
  ],
  pix: [
    ["cpf", [undefined, digits(11)], ["", digits(10), digits(12), letters(11), ...notText]],
    emulateCode,
    mid,
    unknown,
  ],
  webpay_chile: [
    ["accountDocType", ["RUT", "RUN"], [undefined, "", "rut", "CCI", ...notText]],
    accountDocId,
    emulateCode,
    mid,
    unknown,
  ],
  khipu: [
    ["accountDocType", ["RUT", "RUN"], [undefined, "", "NIT", ...notText]],
    accountDocId,
    emulateCode,
    mid,
    unknown,
  ],
  mach: [
    ["accountDocType", ["RUT", "RUN"], [undefined, "", "TID", ...notText]],
    accountDocId,
    emulateCode,
    mid,
    unknown,
  ],
  pse: [
    ["bankCode", pseBankCodes, [undefined, "", "1000", "01815", 1815, null]],
    [
      "accountDocType",
      ["RCN", "TID", "CCI", "TEX", "CEX", "PAS", "DIE", "NIT"],
      [undefined, "", "RUT", "cci", ...notText],
    ],
    ["accountDocId", ["1", letters(100)], [undefined, "", ...notText]],
    emulateCode,
    mid,
    unknown,
  ],
  binancepay: [emulateCode, mid, ["value", [], ["100000001"]], unknown],
};

/** Only card and token have a 3D Secure switch. */
function threeDsNot(): Bounds {
  return ["3ds", [], [true, false]];
}

for (const [type, rows] of Object.entries(tables)) {
  const example = exampleSources[type as keyof typeof exampleSources];
  describeBounds(`payment source ${type} (2.3)`, example, check, rows);
}

describe("payment source", () => {
  it("knows the 31 types of the interface, each tested above", () => {
    expect([...paymentSourceTypes].sort()).toEqual(Object.keys(tables).sort());
    expect(paymentSourceTypes).toHaveLength(31);
  });

  it("knows the 47 banks of PSE, none twice", () => {
    expect(new Set(pseBankCodes).size).toBe(47);
  });

  it.each([undefined, "", "Card", "skrill", null, 1, "toString", "__proto__"])(
    "refuses the type %j",
    (type) => {
      const { number: _, ...rest } = exampleSources.card;
      expect(Object.keys(check({ ...rest, type }))).toEqual(["type"]);
    },
  );

  it.each([null, [], "card", 4242424242424242])("refuses %j in its place", (source) => {
    expect(check(source)).toEqual({ "(body)": "must be an object" });
  });
});

describe("Apple Pay accepts exactly one mode (2.3)", () => {
  const decoded = {
    type: "applePay" as const,
    number: "4242424242424242",
    expirationMonth: "12",
    expirationYear: "40",
    tavv: "cryptogram",
  };
  const errors = (source: object) => {
    const parsed = parsePaymentRequest({ ...exampleRequest(), paymentSource: source });
    return parsed.ok ? {} : parsed.errors;
  };

  it.each([
    ["a token", { type: "applePay", token: "t" }],
    ["decoded data", decoded],
    ["decoded data with eci", { ...decoded, eci: "05" }],
    ["decoded data at its bounds", { ...decoded, number: digits(12), tavv: letters(32), eci: "" }],
  ])("takes %s", (_, source) => {
    expect(errors(source)).toEqual({});
  });

  it.each(["number", "expirationMonth", "expirationYear", "tavv"] as const)(
    "asks for %s in decoded mode",
    (field) => {
      expect(errors({ ...decoded, [field]: undefined })).toEqual({
        [`paymentSource.${field}`]: "is required",
      });
    },
  );

  it.each([
    ["number", digits(11)],
    ["number", digits(20)],
    ["expirationMonth", "13"],
    ["expirationYear", "4"],
    ["tavv", ""],
    ["tavv", letters(33)],
    ["eci", "123"],
  ])("refuses a %s of %j", (field, value) => {
    expect(Object.keys(errors({ ...decoded, [field]: value }))).toEqual([`paymentSource.${field}`]);
  });

  it.each([
    ["both", { ...decoded, token: "t" }, "must not be sent together with decoded card data"],
    [
      "a token and one decoded field",
      { type: "applePay", token: "t", eci: "05" },
      "must not be sent together with decoded card data",
    ],
    ["neither", { type: "applePay" }, "is required, or else the decoded card data"],
  ])("refuses %s", (_, source, message) => {
    expect(errors(source)).toEqual({ "paymentSource.token": message });
  });
});
