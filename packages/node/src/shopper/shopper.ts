/** Reads the `consumer` fields that describe the shopper's request and browser (section 2.5). */

import type { DeviceData } from "@cardpane/contract/messages";
import type { FieldErrors } from "@cardpane/gateway";
import { defined } from "../call/read-values.ts";
import type { Origins } from "../call/wire-amounts.ts";
import { isPrivateAddress, readAddress } from "../settings/address.ts";
import type { Settings } from "../settings/settings.ts";
import { deviceFields, readDevice } from "./device.ts";
import { fitUserAgent } from "./fit.ts";
import { readRequest, type ShopperRequest } from "./request.ts";

/** The fields of `consumer` that come from the shopper's request, and from the pane's device data if you pass it. */
export interface Shopper extends Partial<DeviceData> {
  /** For `consumer.ip`: an IPv4 address, or an IPv6 address if the gateway accepts it. */
  readonly ip: string;
  /** Truncated to 255 characters; absent if the request has none. */
  readonly userAgent?: string;
  /** The accept header, unchanged; absent if the request has none. */
  readonly browserAcceptHeader?: string;
}

/** Options for reading a shopper's request. */
export interface ShopperOptions {
  /** The pane's device data, an object or its JSON. Needed for 3D Secure. */
  readonly device?: Partial<DeviceData> | string | undefined;
}

/**
 * Reads a shopper's request: the fields that can be read, the errors of the others, by path in `httpRequest` and `device`, and where
 * each field comes from. A field of what could not be read comes from there: its lack is told once.
 */
export function readShopper(
  httpRequest: ShopperRequest | undefined,
  options: ShopperOptions,
  settings: Settings,
): { readonly fields: Partial<Shopper>; readonly errors: FieldErrors; readonly origins: Origins } {
  const request = readRequest(httpRequest);
  const errors: FieldErrors = {};
  const ip = readAddress(request, settings, errors);
  if (ip !== undefined && settings.proxyDepth === 0) warnOfPrivateAddress(ip, settings);
  const [ofAddress = "httpRequest.remoteAddress"] = Object.keys(errors);
  const device = options.device === undefined ? {} : readDevice(options.device, errors);
  const userAgent = request.header("user-agent");
  const fields = defined({
    ip,
    userAgent: userAgent === undefined ? undefined : fitUserAgent(userAgent),
    browserAcceptHeader: request.header("accept"),
  });
  const ofDevice = deviceFields.map((field) => [
    `consumer.${field}`,
    errors["device"] === undefined ? `device.${field}` : "device",
  ]);
  const origins = {
    "consumer.ip": ofAddress,
    "consumer.userAgent": "httpRequest.headers.user-agent",
    "consumer.browserAcceptHeader": "httpRequest.headers.accept",
    ...Object.fromEntries(ofDevice),
  };
  return { fields: { ...device, ...fields }, errors, origins };
}

const warned = new WeakSet<Settings>();

/**
 * Warns once for each client if the address is private and the gateway is live. Behind a proxy that `proxyDepth` does not
 * count, every shopper has the proxy's address.
 */
function warnOfPrivateAddress(ip: string, settings: Settings): void {
  if (!settings.baseUrl.startsWith("https:") || !isPrivateAddress(ip) || warned.has(settings)) return;
  warned.add(settings);
  settings.warn(
    "The shopper's address is a private one, probably that of your own proxy: the gateway would get it for every shopper. Set proxyDepth to the number of your proxies. (cardpane)",
  );
}
