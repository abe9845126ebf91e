/** Reads what the frame's own host wrote into the document. No message of a page can change any of it. */
import type { FrameConfig as HostsConfig } from "@cardpane/contract/frame-config";
import type { TaggedLocale } from "../locale/load-locale.ts";

/** The configuration with the locale that the document was requested with. */
export type FrameConfig = HostsConfig<TaggedLocale>;

/**
 * Reads the configuration. It is part of the document, so it is trusted.
 *
 * @throws Error when the document was not made by the pane's host.
 */
export function readConfig(root: Document = document): FrameConfig {
  const text = root.getElementById("cardpane-config")?.textContent;
  if (!text) throw new Error("The document carries no configuration. Serve it by the pane's host.");
  return JSON.parse(text) as FrameConfig;
}
