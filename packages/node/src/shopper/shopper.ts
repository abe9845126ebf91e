/** What the gateway wants to know of the shopper's request and browser (section 2.5), in the names of `consumer`. */
import type { FieldErrors } from "@cardpane/contract/gateway";
import type { DeviceData } from "@cardpane/contract/messages";
import { checkProxyDepth, type Settings } from "../client/settings.ts";
import { isPrivateIpv4, readAddress } from "./address.ts";
import { readDevice } from "./device.ts";
import { fitUserAgent } from "./fit.ts";
import { readRequest, type ShopperRequest } from "./request.ts";

/** The part of `consumer` that comes from the shopper's request, and from the pane's device data where it was given. */
export interface Shopper extends Partial<DeviceData> {
  /** For `consumer.ip`: an IPv4 address, or an IPv6 one where the gateway takes it. */
  readonly ip: string;
  /** Cut to 255 characters; absent where the request had none. */
  readonly userAgent?: string;
  /** The accept header as it came; absent where the request had none. */
  readonly browserAcceptHeader?: string;
}

/** What else is known of a shopper's request. */
export interface ShopperOptions {
  /** The pane's device data, an object or its JSON. Needed for 3D Secure. */
  readonly device?: Partial<DeviceData> | string | undefined;
  /** How many proxies of your own this request came through, where it differs from the client's `proxyDepth`. */
  readonly proxyDepth?: number | undefined;
}

/** What could be read, and what could not, by path below `httpRequest` and `device`. */
export interface ShopperReading {
  readonly fields: Partial<Shopper>;
  readonly errors: FieldErrors;
}

/**
 * Reads a shopper's request.
 *
 * @throws NotSentError (`invalid_request`) for a `proxyDepth` out of range.
 */
export function readShopper(
  httpRequest: ShopperRequest | undefined,
  options: ShopperOptions,
  settings: Settings,
): ShopperReading {
  const request = readRequest(httpRequest);
  const proxyDepth = checkProxyDepth(options.proxyDepth ?? settings.proxyDepth);
  const address = readAddress(request, {
    ...settings,
    takesIpv6: settings.gateway.consumerIp === "ipv4-or-ipv6",
    proxyDepth,
  });
  if (address.ok && proxyDepth === 0) warnOfPrivateAddress(address.ip, settings);
  const device = options.device === undefined ? undefined : readDevice(options.device);
  const userAgent = request.header("user-agent");
  const accept = request.header("accept");
  return {
    fields: {
      ...(device?.ok ? device.device : {}),
      ...(address.ok ? { ip: address.ip } : {}),
      ...(userAgent === undefined ? {} : { userAgent: fitUserAgent(userAgent) }),
      ...(accept === undefined ? {} : { browserAcceptHeader: accept }),
    },
    errors: {
      ...(address.ok ? {} : { [`httpRequest.${address.path}`]: address.message }),
      ...(!device || device.ok ? {} : device.errors),
    },
  };
}

const warned = new WeakSet<Settings>();

/**
 * Behind a proxy that `proxyDepth` does not count, every shopper has the proxy's address. On the way to a live gateway that
 * is a mistake worth a warning, once for each client.
 */
function warnOfPrivateAddress(ip: string, settings: Settings): void {
  if (!settings.baseUrl.startsWith("https:") || !isPrivateIpv4(ip) || warned.has(settings)) return;
  warned.add(settings);
  settings.warn(
    "The shopper's address is a private one, probably that of your own proxy: the gateway would get it for every shopper. Set proxyDepth to the number of your proxies. (cardpane)",
  );
}
