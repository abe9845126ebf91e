/**
 * The browser's 3D Secure data, as the pane hands it to the page and the page to the server. On the way anybody can have
 * changed it: it is read field by field, fitted to the bounds of section 2.5, and never trusted for anything else.
 */

import type { FieldErrors } from "@cardpane/contract/gateway";
import type { DeviceData } from "@cardpane/contract/messages";
import { isRecord } from "@cardpane/contract/record";
import { parseJson } from "../call/response.ts";
import { fitColorDepth, fitLanguage, fitTimezone } from "./fit.ts";

export type DeviceReading =
  | { readonly ok: true; readonly device: Partial<DeviceData> }
  | { readonly ok: false; readonly errors: FieldErrors };

/** Longer than any device data; keeps what is no device data from being parsed. */
const maxLength = 4_096;

/** Reads device data: the object, or its JSON. Fields it does not know are left out, missing ones stay missing. */
export function readDevice(input: unknown): DeviceReading {
  const isText = typeof input === "string";
  const value = isText && input.length <= maxLength ? parseJson(input) : input;
  if (!isRecord(value)) {
    return { ok: false, errors: { device: "must be the device data of the pane, as an object or as JSON" } };
  }
  const errors: FieldErrors = {};
  const device: Record<string, unknown> = {};
  for (const [field, [fit, wanted]] of Object.entries(fields)) {
    const given: unknown = Object.hasOwn(value, field) ? value[field] : undefined;
    if (given === undefined || given === null) continue;
    const fitted = fit(given);
    if (fitted === undefined) errors[`device.${field}`] = wanted;
    else device[field] = fitted;
  }
  return Object.keys(errors).length === 0 ? { ok: true, device } : { ok: false, errors };
}

type Fit = (value: unknown) => boolean | number | string | undefined;

/** How each field is fitted, and what it must be. */
const fields: Readonly<Record<keyof DeviceData, readonly [fit: Fit, wanted: string]>> = {
  browserJavaEnabled: [(it) => (typeof it === "boolean" ? it : undefined), "must be true or false"],
  browserLanguage: [fitLanguage, "must be a string"],
  browserColorDepth: [fitColorDepth, "must be a number of bits, 1 or more"],
  browserScreenHeight: [fitPixels, "must be a number of pixels"],
  browserScreenWidth: [fitPixels, "must be a number of pixels"],
  browserTimezone: [fitTimezone, "must be an offset in minutes"],
};

/** Some browsers report fractions of a pixel when the page is zoomed. */
function fitPixels(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= 1_000_000 ? Math.round(value) : undefined;
}
