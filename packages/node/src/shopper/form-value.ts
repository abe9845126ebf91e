/** Reads the form field that `<card-pane name="...">` fills in on pages without a script. */

import type { DeviceData } from "@cardpane/contract/messages";
import { isRecord } from "@cardpane/contract/record";
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
 * Reads the form field that `<card-pane name="payment">` fills in: JSON with token and device data.
 *
 * @param text the field's value, for example `req.body.payment`. Untrusted: the shopper sent it.
 * @throws NotSentError (`invalid_request`) for any other value; its `errors` name the field.
 * @example await client.payments.createFromToken({ ...readFormValue(req.body.payment), httpRequest: req, ...order });
 */
export function readFormValue(text: unknown): FormValue {
  if (text === undefined || text === null || text === "") {
    throw invalidRequest({ form: "is empty: the pane had no token when the form was sent" });
  }
  const value = typeof text === "string" && text.length <= maxLength ? parseJson(text) : undefined;
  if (!isRecord(value)) {
    throw invalidRequest({ form: "must be the JSON that the pane puts into its form" });
  }
  const { token, device: deviceInput } = value as { readonly [key: string]: unknown };
  if (typeof token !== "string" || token.length < 5 || token.length > 36) {
    throw invalidRequest({ token: "must be a token of the pane, 5 to 36 characters" });
  }
  const errors: FieldErrors = {};
  const device = readDevice(deviceInput, errors);
  if (Object.keys(errors).length > 0) throw invalidRequest(errors);
  return { token, device };
}
