/**
 * Reads the browser's 3D Secure data, which the pane passes to the page, and the page to the server. The shopper can change
 * it, so each field is validated and fitted to the bounds of section 2.5. It is used for nothing else.
 */

import type { DeviceData } from "@cardpane/contract/messages";
import { isRecord } from "@cardpane/contract/record";
import type { FieldErrors } from "@cardpane/gateway";
import { parseJson } from "../call/response.ts";
import { fitColorDepth, fitLanguage, fitTimezone } from "./fit.ts";

/** Maximum length of JSON that is parsed; device data is always shorter. */
const maxLength = 4_096;

/** Reads device data: an object, or its JSON. Unknown fields are dropped; missing fields stay missing; others are in `errors`. */
export function readDevice(input: unknown, errors: FieldErrors): Partial<DeviceData> {
  const isText = typeof input === "string";
  const value = isText && input.length <= maxLength ? parseJson(input) : input;
  const device: Record<string, unknown> = {};
  if (!isRecord(value)) {
    errors["device"] = "must be the device data of the pane, as an object or as JSON";
    return device;
  }
  for (const [field, [fit, wanted]] of Object.entries(fields)) {
    const given: unknown = Object.hasOwn(value, field) ? value[field] : undefined;
    if (given === undefined || given === null) continue;
    const fitted = fit(given);
    if (fitted === undefined) errors[`device.${field}`] = wanted;
    else device[field] = fitted;
  }
  return device;
}

type Fit = (value: unknown) => boolean | number | string | undefined;

/** For each field: the function that fits its value, and the error message for an invalid value. */
const fields: Readonly<Record<keyof DeviceData, readonly [fit: Fit, wanted: string]>> = {
  browserJavaEnabled: [(it) => (typeof it === "boolean" ? it : undefined), "must be true or false"],
  browserLanguage: [fitLanguage, "must be a string of at most 64 characters"],
  browserColorDepth: [fitColorDepth, "must be a number of bits, 1 or more"],
  browserScreenHeight: [fitPixels, "must be a number of pixels"],
  browserScreenWidth: [fitPixels, "must be a number of pixels"],
  browserTimezone: [fitTimezone, "must be an offset in minutes"],
};

/** The names of the fields. */
export const deviceFields = Object.keys(fields);

/** Some browsers report fractions of a pixel when the page is zoomed. */
function fitPixels(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= 1_000_000 ? Math.round(value) : undefined;
}
