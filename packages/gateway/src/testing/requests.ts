/** A valid payment request, and a valid source of every type; tests change single values of them. */
import type { Consumer, PaymentRequest, PaymentSource, PaymentSourceType, Sku } from "../index.ts";

const uuid = "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11";
const midOnly = { emulateCode: "5051", mid: "main-account" } as const;

/** One valid source of each type, with every field of its variant (Apple Pay: in token mode). */
export const exampleSources = {
  card: {
    type: "card",
    number: "4242424242424242",
    expirationYear: "40",
    expirationMonth: "12",
    cvv: "123",
    "3ds": true,
    ...midOnly,
  },
  sepa: { type: "sepa", iban: "DE89370400440532013000", bic: "COBADEFFXXX", ...midOnly },
  sofortbanking: { type: "sofortbanking", bic: "COBADEFF", ...midOnly },
  giropay: { type: "giropay", bic: "COBADEFF", ...midOnly },
  ideal: { type: "ideal", bic: "INGBNL2A", ...midOnly },
  przelewy24: { type: "przelewy24", bic: "BREXPLPW", ...midOnly },
  bancontact: { type: "bancontact", bic: "GEBABEBB", ...midOnly },
  eps: { type: "eps", bic: "RLNWATWW", ...midOnly },
  mybank: { type: "mybank", bic: "UNCRITMM", ...midOnly },
  onlinebanking: { type: "onlinebanking", bic: "COBADEFF", bin: 424_242, bankId: "bank-1", ...midOnly },
  paysafecard: { type: "paysafecard", emulateCode: "5051" },
  pps: { type: "pps", ...midOnly },
  gash: { type: "gash", ...midOnly },
  payid: { type: "payid", ...midOnly },
  banktransferChile: { type: "banktransferChile", ...midOnly },
  crypto: { type: "crypto", emulateCode: "5051" },
  x1: { type: "x1", emulateCode: "5051" },
  bill1st: { type: "bill1st", emulateCode: "5051" },
  consumer: { type: "consumer", value: "100000001", emulateCode: "5051" },
  paymentAccountIdWithCvv: {
    type: "paymentAccountIdWithCvv",
    paymentAccountId: uuid,
    cvv: "123",
    emulateCode: "5051",
  },
  paymentAccountId: { type: "paymentAccountId", paymentAccountId: uuid, emulateCode: "5051" },
  token: { type: "token", value: uuid, "3ds": true, emulateCode: "5051" },
  ach: { type: "ach", accountType: "C", abaNumber: "021000021", accountNumber: "000123456789" },
  applePay: { type: "applePay", token: "apple-pay-token", emulateCode: "5051" },
  googlepay: { type: "googlepay", token: "google-pay-token", emulateCode: "5051" },
  pix: { type: "pix", cpf: "12345678909", ...midOnly },
  webpay_chile: { type: "webpay_chile", accountDocType: "RUT", accountDocId: "12345678K", ...midOnly },
  khipu: { type: "khipu", accountDocType: "RUN", accountDocId: "12345678", ...midOnly },
  mach: { type: "mach", accountDocType: "RUT", accountDocId: "123456789", ...midOnly },
  pse: { type: "pse", bankCode: "1815", accountDocType: "CCI", accountDocId: "1020304050", ...midOnly },
  binancepay: { type: "binancepay", ...midOnly },
} as const satisfies { readonly [Type in PaymentSourceType]: PaymentSource & { readonly type: Type } };

/** The browser data that the pane collects for 3D Secure. */
export const exampleDevice = {
  browserJavaEnabled: false,
  browserLanguage: "de-DE",
  browserColorDepth: 24,
  browserScreenHeight: 1080,
  browserScreenWidth: 1920,
  browserTimezone: "-60",
} as const satisfies Partial<Consumer>;

/** A consumer with only the fields that a card payment with 3D Secure requires. */
export const exampleShopper = {
  externalId: "customer-1",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Example",
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
  browserAcceptHeader: "text/html,*/*;q=0.8",
  ...exampleDevice,
} as const satisfies Consumer;

/** A consumer with every field of section 2.5. */
export const exampleConsumer = {
  ...exampleShopper,
  id: "100000001",
  birthday: "1990-02-28",
  phone: "+4915112345678",
  country: "DEU",
  state: "Berlin",
  city: "Berlin",
  address: "Example Street 1",
  zip: "10115",
  cpf: "12345678909",
  deviceId: "device-1",
} as const satisfies Consumer;

/** One valid sku of each variant of section 2.4. */
export const exampleSkus = {
  bySite: {
    siteId: "site-1",
    price: [{ offset: "0d", amount: 12.5, currency: "EUR", repeat: false }],
    title: "Blue mug",
    domainName: "shop.example.com",
    action: { type: "retry", id: "100000001" },
  },
  byName: { name: "mug-blue", title: "Blue mug" },
  byNameWithPrice: { name: "mug-blue", price: [{ amount: 12.5, currency: "EUR" }] },
} as const satisfies Record<string, Sku>;

/** A valid request with every optional part; by default a card payment with 3D Secure. */
export function exampleRequest(source: PaymentSource = exampleSources.card): PaymentRequest {
  return {
    paymentSource: source,
    partialApproval: { amount: 5, percentage: 50 },
    sku: { siteId: "site-1", price: [{ offset: "0d", amount: 12.5, currency: "EUR", repeat: false }] },
    consumer: { ...exampleConsumer },
    url: { ipnUrl: "https://shop.example.com/ipn", redirectUrl: "https://shop.example.com/done" },
    metadata: { udf1: "order-1", nested: { list: [1, true, null] } },
    emailOptions: { send: false },
  };
}
