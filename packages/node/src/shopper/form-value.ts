/** Reads what the pane sends to the server: the form field that `<card-pane name="...">` fills in, or what a script sends as JSON. */

import type { DeviceData } from "@cardpane/contract/messages";
import { isRecord, readOwn } from "@cardpane/contract/record";
import type { FieldErrors } from "@cardpane/gateway";
import { defined, readObject } from "../call/read-values.ts";
import { parseJson } from "../call/response.ts";
import { invalidRequest } from "../errors/errors.ts";
import { readDevice } from "./device.ts";

/** The pane's value. */
export interface FormValue {
  /** One payment, within 30 minutes. */
  readonly token: string;
  /** The browser's 3D Secure data. */
  readonly device: Partial<DeviceData>;
  /** The card, to show on a review page. The shopper's word: decide nothing by it. */
  readonly card?: {
    readonly brand?: string;
    readonly lastFour?: string;
    /** The token holds the cardholder's name. */
    readonly hasName?: true;
  };
  /** The token's end, Unix time in seconds. The shopper's word, too: after it the outcome is `not_made` (`token_unusable`). */
  readonly expireAt?: number;
}

/** Maximum length of a text that is parsed; values of the pane are always shorter. */
const maxLength = 8_192;

/**
 * Reads token and device data, the card's network and last four digits, and nothing else: every other key of a request is the shopper's. Pass the form field that
 * `<card-pane name="payment">` fills in, or the parsed JSON that your page's script sent. Never spread a request itself.
 *
 * @param input the field's text, for example `req.body.payment`, or a parsed body, `req.body`. Untrusted: the shopper sent it.
 * @throws NotSentError (`invalid_request`) for any other value; its `errors` name the field, and its `statusCode` is 400, which web
 * frameworks answer.
 * @example await checkout.pay({ ...readFormValue(req.body.payment), reference: order.id, price, httpRequest: req, sku, consumer, redirectUrl });
 */
export function readFormValue(input: unknown): FormValue {
  if (input === undefined || input === null || input === "") {
    return refuse({ form: "is empty: the pane had no token when the form was sent" });
  }
  const isText = typeof input === "string";
  const value = isText && input.length <= maxLength ? parseJson(input) : input;
  if (!isRecord(value)) {
    return refuse({ form: "must be the JSON that the pane puts into its form" });
  }
  const token = readOwn(value, "token");
  if (typeof token !== "string" || token.length < 5 || token.length > 36) {
    return refuse({ token: "must be a token of the pane, 5 to 36 characters" });
  }
  const errors: FieldErrors = {};
  const device = readDevice(readOwn(value, "device"), errors);
  if (Object.keys(errors).length > 0) return refuse(errors);
  const card = readObject(readOwn(value, "card"));
  const summary = defined({
    brand: match(readOwn(card, "brand"), /^[a-z-]{1,32}$/),
    lastFour: match(readOwn(card, "lastFour"), /^\d{4}$/),
    hasName: readOwn(card, "hasName") === true || undefined,
  });
  const expireAt = readOwn(value, "expireAt");
  return {
    token,
    device,
    ...(Object.keys(summary).length > 0 && { card: summary }),
    ...(Number.isSafeInteger(expireAt) && { expireAt: expireAt as number }),
  };
}

function match(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

function refuse(errors: FieldErrors): never {
  throw Object.assign(invalidRequest(errors), { statusCode: 400 });
}
