/** Section 2.5: the consumer. The conditions between its fields depend on the whole payment: see payment.ts. */
import * as z from "zod/mini";
import { country, digits, email, gatewayId, isoDate, ruled, text } from "./text.ts";

/** Maximum length of `consumer.ip`: the interface allows 16 characters, live gateways a whole IPv6 address. */
export type MaxIpLength = 16 | 39;

const ipOf = (maxLength: MaxIpLength) =>
  ruled(
    text(1, maxLength),
    "an IP address",
    (value) => z.ipv4().safeParse(value).success || z.ipv6().safeParse(value).success,
  );

/** Schema of `ip` if the settings allow a whole IPv6 address. */
export const longIp = ipOf(39);

const pixels = z
  .int("must be a whole number of pixels")
  .check(z.nonnegative("must be a whole number of pixels"));

/** The consumer. The source of a payment determines which fields it needs: see `parsePaymentRequest`. */
export interface Consumer {
  /** The gateway's own id of the shopper, 5 to 36 characters. Without it, `externalId` and `email` are required. */
  readonly id?: string | undefined;
  /** Your id of the shopper, 3 to 64 characters. */
  readonly externalId?: string | undefined;
  /** At most 100 characters. */
  readonly email?: string | undefined;
  /** 1 to 32 characters. Required for card, sepa and binancepay. */
  readonly firstName?: string | undefined;
  /** 1 to 32 characters. Required for card, sepa and binancepay. */
  readonly lastName?: string | undefined;
  /** `yyyy-mm-dd`. */
  readonly birthday?: string | null | undefined;
  /** 7 to 16 characters: digits without a leading zero, after an optional plus. */
  readonly phone?: string | undefined;
  /** Three capital letters of ISO 3166-1 alpha-3, `DEU` for example. */
  readonly country?: string | undefined;
  /** 1 to 32 characters. */
  readonly state?: string | undefined;
  /** 1 to 50 characters. */
  readonly city?: string | undefined;
  /** At most 64 characters. */
  readonly address?: string | undefined;
  /** 1 to 16 characters. */
  readonly zip?: string | undefined;
  /** The shopper's IP address: IPv4, or IPv6 if the gateway accepts its length. */
  readonly ip: string;
  /** Brazilian taxpayer number, 11 digits. Required for pix. */
  readonly cpf?: string | undefined;
  /** Header `User-Agent` of the shopper's browser, at most 255 characters. Required for 3D Secure, as are `browser...`. */
  readonly userAgent?: string | undefined;
  /** At most 1024 characters. */
  readonly deviceId?: string | undefined;
  /** Header `Accept` of the shopper's browser. */
  readonly browserAcceptHeader?: string | undefined;
  readonly browserJavaEnabled?: boolean | undefined;
  /** BCP 47, at most 8 characters: `de-DE`. */
  readonly browserLanguage?: string | undefined;
  /** In bits. */
  readonly browserColorDepth?: number | undefined;
  /** In pixels. */
  readonly browserScreenHeight?: number | undefined;
  /** In pixels. */
  readonly browserScreenWidth?: number | undefined;
  /** Offset of UTC from local time in minutes, as text: `-60` in Berlin's winter. */
  readonly browserTimezone?: string | undefined;
}

/** `consumer` of a payment request. */
export const consumer = z.strictObject({
  id: z.optional(gatewayId),
  externalId: z.optional(text(3, 64)),
  email: z.optional(email),
  firstName: z.optional(text(1, 32)),
  lastName: z.optional(text(1, 32)),
  birthday: z.optional(z.nullable(isoDate)),
  phone: z.optional(
    text(7, 16).check(
      z.regex(/^\+?[1-9][0-9]*$/, "must be digits without a leading zero, after an optional plus"),
    ),
  ),
  country: z.optional(country),
  state: z.optional(text(1, 32)),
  city: z.optional(text(1, 50)),
  address: z.optional(text(0, 64)),
  zip: z.optional(text(1, 16)),
  ip: ipOf(16),
  cpf: z.optional(digits(11, 11)),
  userAgent: z.optional(text(0, 255)),
  deviceId: z.optional(text(0, 1024)),
  browserAcceptHeader: z.optional(z.string()),
  browserJavaEnabled: z.optional(z.boolean("must be true or false")),
  browserLanguage: z.optional(
    text(1, 8).check(z.regex(/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/, "must be a BCP 47 language tag")),
  ),
  browserColorDepth: z.optional(
    z.int("must be a whole number of bits").check(z.positive("must be a whole number of bits")),
  ),
  browserScreenHeight: z.optional(pixels),
  browserScreenWidth: z.optional(pixels),
  browserTimezone: z.optional(text(1, 5).check(z.regex(/^[+-]?\d{1,4}$/, "must be an offset in minutes"))),
});

/** `consumer` whose `ip` may be a whole IPv6 address. *Not in the document*: public clients of live gateways send it. */
export const consumerWithLongIp = z.extend(consumer, { ip: longIp });

/** The consumer's fields that 3D Secure requires. */
export const threeDsFields = [
  "userAgent",
  "browserAcceptHeader",
  "browserJavaEnabled",
  "browserLanguage",
  "browserColorDepth",
  "browserScreenHeight",
  "browserScreenWidth",
  "browserTimezone",
] as const satisfies readonly (keyof Consumer)[];
