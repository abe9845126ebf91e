/** Reads the configuration that the frame's own host wrote into the document. No message of a page can change it. */
import type { FrameConfig as HostConfig } from "@cardpane/contract/frame-config";
import type { TaggedLocale } from "../locale/load-locale.ts";

/** The configuration with the locale that the document was requested with. */
export type FrameConfig = HostConfig<TaggedLocale>;

/**
 * Reads the configuration. It is part of the document that the host serves, so it is not validated.
 *
 * @throws Error when the document has no configuration, so that something other than the pane's host served it.
 */
export function readConfig(): FrameConfig {
  const text = document.getElementById("cardpane-config")?.textContent;
  if (!text)
    throw new Error(
      "The frame's document has no #cardpane-config element. Serve the document with @cardpane/host, not as a static file.",
    );
  return JSON.parse(text) as FrameConfig;
}
