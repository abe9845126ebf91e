/** What the frame's own host wrote into the document. No message of a page can change any of it. */
import type { Ranges } from "../card/networks.ts";
import type { HostedFont } from "../host/hosted-font.ts";
import type { TaggedLocale } from "../locale/load-locale.ts";

export interface FrameConfig {
  /** The gateway's base address. */
  readonly gateway: string;
  /** Version of the release. */
  readonly version: string;
  /** Numbers of networks that issued some without a check digit are checked, too. */
  readonly strictLuhn: boolean;
  /** First digits of cards that the host knows besides ours. */
  readonly ranges: Ranges;
  /** What a page may name as a font, besides what the shopper's device has. */
  readonly fonts: readonly HostedFont[];
  /** The language that the document was asked for in. */
  readonly locale: TaggedLocale;
}

/**
 * Reads the configuration. It is part of the document, so it is trusted.
 *
 * @throws Error when it is not there: the document was not made by the pane's host.
 */
export function readConfig(root: Document = document): FrameConfig {
  const text = root.getElementById("cardpane-config")?.textContent;
  if (!text) throw new Error("The document carries no configuration. Serve it by the pane's host.");
  return JSON.parse(text) as FrameConfig;
}
