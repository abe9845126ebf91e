/** The IP addresses from which the gateway sends notifications. *Not in the document*: the shape is that of public clients. */

import { isRecord } from "@cardpane/contract/record";
import { sendChecked } from "../call/checked-call.ts";
import { readListed, readText } from "../call/read-values.ts";
import type { RequestOptions, Settings } from "../settings/settings.ts";

/** The gateway's senders. */
export interface Senders {
  /**
   * Lists the IP addresses and ranges from which the gateway sends notifications, for a firewall. They prove nothing, because
   * addresses change and can be shared: the signed URL proves a notification.
   */
  list(options?: RequestOptions): Promise<readonly string[]>;
}

/** Creates the senders of a client. */
export function createSenders(settings: Settings): Senders {
  return Object.freeze<Senders>({
    list: async (options) =>
      sendChecked(settings, { name: "listSenders", input: {}, options, effect: "read", read: readAddresses }),
  });
}

function readAddresses(body: unknown): readonly string[] | undefined {
  return readListed(body, "ips", "data")?.flatMap(
    (item) => readText(isRecord(item) ? item["ip"] : item) ?? [],
  );
}
