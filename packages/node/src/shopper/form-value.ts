/** Reads what the pane sends to the server: the form field that `<card-pane name="...">` fills in, or what a script sends as JSON. */

import type { DeviceData } from "@cardpane/contract/messages";
import { isRecord, readOwn } from "@cardpane/contract/record";
import type { FieldErrors } from "@cardpane/gateway";
import { parseJson } from "../call/response.ts";
import { invalidRequest } from "../errors/errors.ts";
import { readDevice } from "./device.ts";

/** A token of the pane, and the browser's 3D Secure data. */
export interface FormValue {
  readonly token: string;
  readonly device: Partial<DeviceData>;
}

/** Maximum length of a text that is parsed; values of the pane are always shorter. */
const maxLength = 8_192;

/**
 * Reads token and device data, and nothing else: every other key of a request is the shopper's. Pass the form field that
 * `<card-pane name="payment">` fills in, or the parsed JSON that your page's script sent. Never spread a request itself.
 *
 * @param input the field's text, for example `req.body.payment`, or a parsed body, `req.body`. Untrusted: the shopper sent it.
 * @throws NotSentError (`invalid_request`) for any other value; its `errors` name the field.
 * @example await client.payments.createFromToken({ ...readFormValue(req.body.payment), httpRequest: req, ...order });
 */
export function readFormValue(input: unknown): FormValue {
  if (input === undefined || input === null || input === "") {
    throw invalidRequest({ form: "is empty: the pane had no token when the form was sent" });
  }
  const isText = typeof input === "string";
  const value = isText && input.length <= maxLength ? parseJson(input) : input;
  if (!isRecord(value)) {
    throw invalidRequest({ form: "must be the JSON that the pane puts into its form" });
  }
  const token = readOwn(value, "token");
  if (typeof token !== "string" || token.length < 5 || token.length > 36) {
    throw invalidRequest({ token: "must be a token of the pane, 5 to 36 characters" });
  }
  const errors: FieldErrors = {};
  const device = readDevice(readOwn(value, "device"), errors);
  if (Object.keys(errors).length > 0) throw invalidRequest(errors);
  return { token, device };
}
