/**
 * The interface's document against the running sandbox: every field of every request at its bounds and beyond them, every source,
 * every code, in both modes. The tables are copied from the document and not from the schemas that the sandbox checks with.
 */
import { type PaymentCode, paymentCodes, paymentResult, walletOperations } from "@cardpane/gateway";
import { cardForCode, exampleWalletRequests } from "@cardpane/gateway/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compatibilities } from "./compatibility/compatibility.ts";
import { testDatabases } from "./testing/databases.ts";
import {
  type Answered,
  newConsumer,
  openGateway,
  siteSku,
  type TestGateway,
  testCard,
} from "./testing/gateway.ts";
import { callsAs, newUser } from "./testing/wallet.ts";

type Input = Record<string, unknown>;
/**
 * A field's values: at its bounds, and beyond them. `wrong` are values of another type, which COMPATIBILITY=field may read;
 * `isStrict` marks bounds that it does not keep.
 */
interface Row {
  readonly path: string;
  readonly taken: readonly unknown[];
  readonly refused: readonly unknown[];
  readonly wrong: readonly unknown[];
  readonly isStrict?: boolean;
}

const letters = (length: number) => "a".repeat(length);
const digits = (length: number) => "1234567890".repeat(2).slice(0, length);
const notText = [7, true, ["a"], { a: "a" }];
const notFlag = ["yes", 2, [], {}];
const notWhole = ["x", 1.5, true, {}];

/** A text of min to max characters, optional unless `required`. */
function text(
  path: string,
  min: number,
  max: number,
  { required = false, of = letters, isStrict = false } = {},
): Row {
  const short = min > 1 ? ["", of(min - 1)] : min === 1 ? [""] : [];
  return {
    path,
    taken: [...(required ? [] : [undefined]), of(min), of(max)],
    refused: [...(required ? [undefined] : []), ...short, of(max + 1)],
    wrong: notText,
    isStrict,
  };
}
const flag = (path: string): Row => ({ path, taken: [undefined, true, false], refused: [], wrong: notFlag });
const oneOf = (path: string, values: readonly string[], required = false): Row => ({
  path,
  taken: values,
  refused: [...(required ? [undefined] : []), "", "other", `${values[0]}x`],
  wrong: notText,
});
const requires = (path: string): Row => ({ path, taken: [], refused: [undefined], wrong: [] });
const under = (prefix: string, rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, path: `${prefix}.${row.path}` }));

const address = (path: string, required: boolean): Row => ({
  path,
  taken: ["https://shop.test/a?b=c", "http://localhost:4000/"],
  refused: [
    ...(required ? [undefined] : []),
    "",
    "shop.test",
    "/path",
    "ftp://shop.test",
    "javascript:alert(1)",
  ],
  wrong: notText,
});

/** Section 2.5. */
const consumerRows: readonly Row[] = [
  text("externalId", 3, 64, { required: true }),
  {
    path: "email",
    taken: ["a@b.test", `${letters(90)}@shop.test`],
    refused: [undefined, "", "a", "a@", "@b.test", `${letters(91)}@shop.test`],
    wrong: notText,
  },
  text("firstName", 1, 32, { required: true }),
  text("lastName", 1, 32, { required: true }),
  {
    path: "birthday",
    taken: [undefined, null, "2000-02-29"],
    refused: ["", "2001-02-29", "29.02.2000", "2000-2-9"],
    wrong: [true, {}],
  },
  {
    path: "phone",
    taken: [undefined, digits(7), digits(16), `+${digits(6)}`],
    refused: ["", digits(6), `1${digits(16)}`, "0123456789", "+0123456789", "++1234567", "12345 678"],
    wrong: [true, {}],
  },
  { path: "country", taken: [undefined, "DEU", "CHL"], refused: ["", "DE", "XYZ", "deu"], wrong: notText },
  text("state", 1, 32),
  text("city", 1, 50),
  text("address", 0, 64),
  text("zip", 1, 16),
  {
    path: "ip",
    taken: ["1.2.3.4", "255.255.255.255", "::1"],
    refused: [undefined, "", "1.2.3", "256.1.1.1", "shop.test"],
    wrong: notText,
  },
  text("cpf", 11, 11, { of: digits }),
  text("deviceId", 0, 1024),
];
/** Those of section 2.5 that 3D Secure requires: a live gateway goes on without them. */
const browserRows: readonly Row[] = [
  { ...text("userAgent", 0, 255, { required: true }), taken: [letters(255)], refused: [letters(256)] },
  { path: "browserLanguage", taken: ["de", "zh-Hans"], refused: [letters(9)], wrong: notText },
  { path: "browserTimezone", taken: ["0", "-1440"], refused: ["", "-14400"], wrong: [true, {}] },
  { path: "browserAcceptHeader", taken: ["*/*", letters(3_000)], refused: [], wrong: notText },
  { path: "browserJavaEnabled", taken: [true, false], refused: [], wrong: notFlag },
  ...["browserColorDepth", "browserScreenHeight", "browserScreenWidth"].map((path) => ({
    path,
    taken: [24, 48],
    refused: [],
    wrong: notWhole,
  })),
];
const needed3ds = [
  ...["userAgent", "browserAcceptHeader", "browserJavaEnabled", "browserLanguage", "browserColorDepth"],
  ...["browserScreenHeight", "browserScreenWidth", "browserTimezone"],
].map((path) => ({ ...requires(path), isStrict: true }));

/** Sections 2.2 and 2.4; the sku is that of variant A. */
const paymentRows: readonly Row[] = [
  requires("paymentSource"),
  requires("consumer"),
  requires("sku"),
  { path: "url", taken: [], refused: [undefined], wrong: [], isStrict: true },
  address("url.ipnUrl", false),
  address("url.redirectUrl", false),
  {
    path: "metadata",
    taken: [undefined, {}, { udf1: "a", udf2: "b", n: [1, { x: null }] }],
    refused: ["x", 7],
    wrong: [],
  },
  { path: "emailOptions", taken: [undefined, { send: true }, { send: false }], refused: ["x", 7], wrong: [] },
  {
    path: "partialApproval",
    taken: [undefined, { amount: 1 }, { percentage: 0 }, { percentage: 100 }, { amount: 1, percentage: 50 }],
    refused: [{}, { percentage: -1 }, { percentage: 101 }, { amount: -1 }],
    wrong: [],
  },
  text("sku.title", 3, 128),
  text("sku.domainName", 5, 36),
  requires("sku.price"),
  { path: "sku.price", taken: [], refused: [[]], wrong: ["x", 7, {}] },
  {
    path: "sku.price.0.amount",
    taken: [0.01, 1, 12.5, 999_999.99],
    refused: [undefined, -1, 12.345],
    wrong: ["x", true, {}],
  },
  {
    path: "sku.price.0.currency",
    taken: ["EUR", "USD", "GBP"],
    refused: [undefined, "", "EU", "EURO", "eur", "XXY"],
    wrong: notText,
  },
  {
    path: "sku.price.0.offset",
    taken: [undefined, "0d"],
    refused: ["", "d", "1", "1h", "-1d", "1.5d"],
    wrong: notText,
  },
  { path: "sku.price.0.offset", taken: [], refused: ["12345d"], wrong: [], isStrict: true },
  { path: "sku.price.0.repeat", taken: [undefined, false], refused: [-1, 1.5, "x"], wrong: [{}] },
];

/** Section 2.3: the required fields of each source, and which optional ones it has. */
const bics = [
  "sofortbanking",
  "giropay",
  "ideal",
  "przelewy24",
  "bancontact",
  "eps",
  "mybank",
  "onlinebanking",
  "sepa",
];
const mids = [
  ...bics,
  "card",
  "pps",
  "gash",
  "payid",
  "banktransferChile",
  "pix",
  "webpay_chile",
  "khipu",
  "mach",
  "pse",
  "binancepay",
];
const withoutCode = ["ach"];
const sources: Readonly<Record<string, Input>> = {
  card: { ...testCard },
  sepa: { iban: "DE89370400440532013000" },
  ...Object.fromEntries(bics.filter((type) => type !== "sepa").map((type) => [type, {}])),
  ...Object.fromEntries(
    [
      "paysafecard",
      "pps",
      "gash",
      "payid",
      "banktransferChile",
      "crypto",
      "x1",
      "bill1st",
      "pix",
      "binancepay",
    ].map((type) => [type, {}]),
  ),
  ach: { accountType: "C", abaNumber: "021000021", accountNumber: "000123456789" },
  applePay: { token: "apple" },
  googlepay: { token: "google" },
  webpay_chile: { accountDocType: "RUT", accountDocId: "12345678" },
  khipu: { accountDocType: "RUN", accountDocId: "123456789" },
  mach: { accountDocType: "RUT", accountDocId: "12345678" },
  pse: { bankCode: "1815", accountDocType: "CCI", accountDocId: "1020304050" },
};
const banks =
  "1815 1558 1059 1040 1052 1013 1032 1066 1051 1001 1023 1062 1063 1012 1006 1071 1007 1047 1061 1060 1002 1065 1069 1303 1808 1283 1009 1812 1370 1292 1289 1816 1097 1551 1802 1121 1814 1637 1286 1070 1801 1507 1809 1803 1811 1019 1804".split(
    " ",
  );
const sourceRows: Readonly<Record<string, readonly Row[]>> = {
  card: [
    {
      path: "number",
      taken: ["4242424242424242", "378282246310005", "30569309025904"],
      refused: [undefined, "", digits(11), `${digits(20)}`],
      wrong: [true, {}],
    },
    { path: "expirationYear", taken: ["30", "40"], refused: [undefined, "", "3", "030"], wrong: [true, {}] },
    {
      path: "expirationMonth",
      taken: ["01", "12"],
      refused: [undefined, "", "1", "001", "13", "00"],
      wrong: [true, {}],
    },
    { path: "cvv", taken: ["123", "1234"], refused: [undefined, "", "12", "12345"], wrong: [true, {}] },
    flag("3ds"),
    oneOf("mpiParameters.scaExemption", [
      "lowValue",
      "tra",
      "merchantWhitelist",
      "recurringTransaction",
      "trustedBeneficiary",
      "moto",
    ]),
  ],
  sepa: [
    {
      path: "iban",
      taken: ["DE89370400440532013000"],
      refused: [undefined, "", "DE89", letters(35)],
      wrong: [true, {}],
    },
  ],
  onlinebanking: [
    {
      path: "bin",
      taken: [undefined, 100_000, 99_999_999],
      refused: [99_999, 100_000_000],
      wrong: ["x", true, {}],
    },
    { path: "bankId", taken: [undefined, "bank"], refused: [], wrong: [true, {}] },
  ],
  ach: [
    oneOf("accountType", ["C", "S"], true),
    {
      path: "abaNumber",
      taken: ["021000021", letters(32)],
      refused: [undefined, letters(33)],
      wrong: [true, {}],
    },
    {
      path: "accountNumber",
      taken: ["1", letters(32)],
      refused: [undefined, letters(33)],
      wrong: [true, {}],
    },
  ],
  applePay: [{ path: "token", taken: ["a", letters(512)], refused: [undefined, ""], wrong: [] }],
  googlepay: [{ path: "token", taken: ["a", letters(512)], refused: [undefined, ""], wrong: [] }],
  pix: [text("cpf", 11, 11, { of: digits })],
  pse: [
    oneOf("bankCode", banks, true),
    oneOf("accountDocType", ["RCN", "TID", "CCI", "TEX", "CEX", "PAS", "DIE", "NIT"], true),
    requires("accountDocId"),
  ],
  ...Object.fromEntries(
    ["webpay_chile", "khipu", "mach"].map((type) => [
      type,
      [oneOf("accountDocType", ["RUT", "RUN"], true), requires("accountDocId")],
    ]),
  ),
};
const rowsOf = (type: string): readonly Row[] => [
  ...(sourceRows[type] ?? []),
  ...(bics.includes(type)
    ? [
        {
          path: "bic",
          taken: [undefined, "COBADEFF", "COBADEFFXXX"],
          refused: ["", "COBADEF", "COBADEFFXXXX"],
          wrong: notText,
        },
      ]
    : []),
  ...(mids.includes(type) ? [text("mid", 2, 36)] : []),
  ...(withoutCode.includes(type)
    ? []
    : [{ path: "emulateCode", taken: [undefined, "5051"], refused: ["505", "5051000"], wrong: [true, {}] }]),
];

/** Section 2.1. */
const tokenizeRows: readonly Row[] = [
  ...(sourceRows["card"] ?? []).slice(0, 3),
  { path: "cvv", taken: [undefined, "123", "1234"], refused: ["", "12", "12345"], wrong: [true, {}] },
  text("cardHolder", 1, 64),
  text("zip", 1, 16),
];

/** Section 4.4: what the document says of each input; lengths and formats are not shown. */
const walletRows: Readonly<Record<string, readonly Row[]>> = {
  listUsers: [
    oneOf("orderColumn", [
      "id",
      "created_at",
      "updated_at",
      "blocked_at",
      "email",
      "is_blocked",
      "is_activated",
    ]),
    oneOf("orderDirection", ["ASC", "DESC"]),
    { path: "dateFrom", taken: ["2031-01-01"], refused: ["x", "2031-02-30"], wrong: [] },
    { path: "dateTo", taken: ["2031-01-01"], refused: ["x", "01.01.2031"], wrong: [] },
    { path: "limit", taken: [1, 500], refused: [0, 501, "x"], wrong: [] },
    { path: "page", taken: [1, 100], refused: [0, "x"], wrong: [] },
  ],
  createUser: [
    { path: "email", taken: ["ada@shop.test"], refused: [undefined, "", "ada"], wrong: notText },
    { path: "externalUserId", taken: ["customer"], refused: [undefined], wrong: [true, {}] },
    flag("isActivated"),
    flag("isBlocked"),
    { path: "paymentAccounts", taken: [undefined, []], refused: ["x", 7], wrong: [] },
  ],
  updateUser: [{ ...flag("isActivated"), taken: [true, false], refused: [undefined] }, flag("isBlocked")],
  listAccounts: [
    oneOf("type", ["fiat", "promo"]),
    { path: "isActive", taken: ["true", "false"], refused: ["x"], wrong: [] },
    { path: "currency", taken: ["EUR"], refused: ["EURO"], wrong: [] },
  ],
  createAccount: [
    ...["method", "system", "currency"].map(requires),
    oneOf("type", ["fiat", "promo"]),
    { path: "currency", taken: ["EUR", "USD"], refused: ["", "EU", "XXY"], wrong: notText },
    address("webhookUrl", false),
  ],
  updateAccount: [
    ...["isActive", "isNotify"].map(flag),
    { path: "notifyAmount", taken: [undefined, 5], refused: [-1], wrong: ["x", true, {}] },
    address("webhookUrl", false),
  ],
  refill: [
    ...["name", "amount", "consumer"].map(requires),
    { path: "amount", taken: [1, 25.5], refused: [0, -1, 1.234], wrong: ["x", true, {}] },
    ...["secure", "test", "forceCheckout"].map(flag),
    address("redirectUrl", false),
    address("webhookUrl", false),
  ],
  topUp: [
    { path: "amount", taken: [1, 0.01, -0.01], refused: [undefined, 0, 1.234], wrong: ["x", true, {}] },
    { path: "metadata", taken: [undefined, {}, { a: 1 }], refused: ["x"], wrong: [] },
  ],
  payFromAccount: [
    ...["paymentAccountId", "amount", "currency", "name", "merchantOrderId"].map(requires),
    { path: "amount", taken: [0.01, 1], refused: [0, -1, 1.234], wrong: ["x", true, {}] },
    { path: "currency", taken: ["EUR"], refused: ["USD", "EU"], wrong: notText },
    address("webhookUrl", false),
  ],
  listTransactions: [
    oneOf("orderColumn", [
      "id",
      "created_at",
      "billing",
      "payment_method",
      "external_transaction_id",
      "currency",
      "price",
      "expire_date",
    ]),
    oneOf("orderDirection", ["asc", "desc"]),
    oneOf("type", ["income", "outcome"]),
    oneOf("action", ["charge", "refund"]),
    oneOf("mode", ["wallet", "card"]),
    oneOf("status", ["success", "fail"]),
    { path: "limit", taken: [1, 500], refused: [0, 501, "x"], wrong: [] },
    { path: "lastTransactionId", taken: [0, 9], refused: [-1, "x"], wrong: [] },
  ],
  login: [requires("email"), requires("code")],
  refreshTokens: [requires("refreshToken")],
};

let tried = 0;

describe.each(
  testDatabases.flatMap((database) =>
    compatibilities.map((compatibility) => ({ ...database, compatibility })),
  ),
)("the document on $name, COMPATIBILITY=$compatibility", ({ compatibility, ...database }) => {
  const isStrict = compatibility === "document";
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(database, { compatibility, isReadAsDocument: !isStrict });
  });
  afterAll(() => gateway.close());

  type Send = (input: Input) => Promise<Answered>;

  /** Sends every value of every row in a valid input, and collects what the sandbox does not answer as the document says. */
  async function check(
    rows: readonly Row[],
    valid: () => Promise<Input> | Input,
    send: Send,
    success: number,
  ) {
    const wrongly: unknown[] = [];
    for (const row of rows) {
      for (const value of row.taken) {
        tried += 1;
        const { status, json } = await send(replaced(await valid(), row.path, value));
        if (status !== success) wrongly.push({ path: row.path, value, status, errors: json.errors });
      }
      const refused = isStrict ? [...row.refused, ...row.wrong] : row.isStrict ? [] : row.refused;
      for (const value of refused) {
        tried += 1;
        const { status, json } = await send(replaced(await valid(), row.path, value));
        const isNamed = Object.keys(json.errors ?? {}).some((path) => isAt(path, row.path));
        if (status !== 400 || !isNamed) wrongly.push({ path: row.path, value, status, errors: json.errors });
      }
    }
    expect(wrongly).toEqual([]);
  }

  const pay = (input: Input) => gateway.pay(input);
  const payment = (paymentSource: Input): Input => ({
    paymentSource,
    sku: siteSku(12.5),
    consumer: { ...newConsumer(), ...(paymentSource["type"] === "pix" && { cpf: digits(11) }) },
    url: { ipnUrl: "https://shop.test/ipn", redirectUrl: "https://shop.test/return" },
  });
  const byCard = () => payment({ type: "card", ...testCard });

  it("2.1: tokenize", () =>
    check(
      tokenizeRows,
      () => ({ ...testCard }),
      (input) => gateway.post("/tokenize", input),
      201,
    ));

  it("2.1: tokenize with a saved card", async () => {
    const paid = (await pay(byCard())).json;
    const valid = {
      paymentAccountId: paid.payment.source.paymentAccountId,
      consumerId: paid.consumer.id,
      cvv: "123",
    };
    const rows: Row[] = [
      { path: "cvv", taken: ["123", "1234"], refused: [undefined, "", "12", "12345"], wrong: [true, {}] },
      { path: "consumerId", taken: [], refused: [undefined, "1234", letters(37)], wrong: [true, {}] },
      { path: "paymentAccountId", taken: [], refused: [undefined, "", "x", letters(36)], wrong: notText },
    ];
    await check(
      rows,
      () => valid,
      (input) => gateway.post("/tokenizeWithPaymentAccountId", input),
      201,
    );
  });

  it("2.2, 2.4: a payment", () => check(paymentRows, byCard, pay, 201));
  it("2.5: its consumer", () =>
    check(under("consumer", [...consumerRows, ...browserRows, ...needed3ds]), byCard, pay, 201));

  it.each(Object.entries(sources))("2.3: the source %s", async (type, source) => {
    await check(under("paymentSource", rowsOf(type)), () => payment({ type, ...source }), pay, 201);
  });

  it("2.3: a source of no type, and of another type", () =>
    check(
      [{ path: "paymentSource.type", taken: [], refused: [undefined, "", "cheque"], wrong: notText }],
      byCard,
      pay,
      201,
    ));

  it("2.3: Apple Pay in both modes at once is refused, decoded it is taken", async () => {
    const decoded = {
      number: "4242424242424242",
      expirationMonth: "12",
      expirationYear: "30",
      tavv: "cryptogram",
    };
    tried += 2;
    expect((await pay(payment({ type: "applePay", ...decoded }))).status).toBe(201);
    expect((await pay(payment({ type: "applePay", ...decoded, token: "a" }))).status).toBe(400);
  });

  it.each(Object.entries(paymentCodes))(
    "7: %s by emulateCode and by its test card",
    async (code, description) => {
      for (const source of [
        { type: "card", ...testCard, emulateCode: code },
        { type: "card", ...testCard, number: cardForCode(code as PaymentCode) },
      ]) {
        // 0 has fewer characters than an emulated code may have.
        if ("emulateCode" in source && source.emulateCode.length < 4) continue;
        tried += 1;
        const { status, json } = await pay(payment(source));
        expect([status, json.payment.code, json.payment.description]).toEqual([201, code, description]);
        expect(paymentResult.safeParse(json).error).toBeUndefined();
      }
    },
  );

  describe("4.4", () => {
    let clientId: number;
    let account: number;
    beforeAll(async () => {
      const calls = callsAs(gateway);
      const accounts = { paymentAccounts: [{ currency: "EUR", system: "gate", method: "card" }] };
      const made = (await calls("POST", "/api/v1/user", newUser(accounts))).json;
      [clientId, account] = [made.userId, made.paymentAccounts["0"].id];
      await calls("POST", `/api/v1/payment-account/${account}/top-up`, { clientId, amount: 500 });
    });

    it.each(Object.entries(walletRows))("%s", async (name, rows) => {
      const operation = walletOperations[name as keyof typeof walletOperations];
      const example: Input = {
        ...(exampleWalletRequests[name as keyof typeof exampleWalletRequests] as Input),
      };
      const valid = (): Input => {
        const { dateExpire: _, isAutoReload: __, ...rest } = example;
        return {
          ...rest,
          ...("clientId" in rest && { clientId }),
          ...("paymentAccountId" in rest && { paymentAccountId: account }),
          ...("idList" in rest && { idList: [1] }),
          ...(name === "createUser" && newUser()),
          ...(name === "updateUser" && { externalUserId: newUser().externalUserId, isBlocked: false }),
        };
      };
      const id = operation.path.includes("/user/") || name === "refreshTokens" ? clientId : account;
      const calls = callsAs(gateway);
      const send = async (input: Input) => {
        if (name === "createUser" && input["email"] === "ada@shop.test") input = { ...input, ...newUser() };
        if (name === "createUser" && input["externalUserId"] === "customer")
          input = { ...input, ...newUser() };
        const defined = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        return calls(operation.method, operation.path.replace("{id}", String(id)), defined);
      };
      await check(rows, valid, send, operation.success);
    });
  });
});

it("more than a thousand checks are made in each mode", () => {
  console.log(`The document: ${tried} checks.`);
  expect(tried).toBeGreaterThan(2_000);
});

/** Whether an error is about a field, or about a member of it. */
function isAt(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

function replaced(input: Input, path: string, value: unknown): Input {
  const copy = structuredClone(input);
  const keys = path.split(".");
  let parent = copy;
  for (const key of keys.slice(0, -1)) {
    parent[key] ??= {};
    parent = parent[key] as Input;
  }
  parent[keys.at(-1) ?? ""] = value;
  return copy;
}
