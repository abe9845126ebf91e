/**
 * Where the frame comes from, and whether it may: it must be of another origin than the page, or nothing is isolated, and
 * nobody on the way may change it.
 */

import { framePath } from "@cardpane/contract/embed";
import { isLocalNetwork, isSecureOrigin } from "@cardpane/contract/secure-origin";
import { localeOf } from "../page-style/page-preferences.ts";
import { CardpaneError } from "../pane/errors.ts";
import type { CardPaneOptions, Settings } from "../pane/options.ts";
import { version } from "../pane/version.ts";
import { pageDocument } from "../ui/unclobbered.ts";

let releaseBase: string | undefined;

/** Makes the release that a script was loaded from the default of `src`. */
export function useReleaseOf(scriptUrl: string): void {
  releaseBase = new URL(".", scriptUrl).href;
}

/**
 * Whether the options for the frame's address may still be missing: Angular binds attributes a task after it has
 * put an element into the page. A page with the script tag has all it needs, and does not wait.
 */
export function mayLackAddress({ src, host, environment }: CardPaneOptions): boolean {
  return !releaseBase && (!(src ?? host) || environment === undefined);
}

/**
 * The address of the frame's document for an element.
 *
 * @throws CardpaneError `opaque_origin`, `no_frame_url`, `options_invalid`, `same_origin` or `insecure_frame`.
 */
export function frameAddress(
  { src, host, environment, locale }: Pick<Settings, "src" | "host" | "environment" | "locale">,
  element: Element,
): URL {
  // `window.origin` is `null` for a page with an opaque origin; a DOM simulator has `location.origin` only.
  const origin = globalThis.origin ?? location.origin;
  if (origin === "null") throw new CardpaneError("opaque_origin");
  if (src && host) {
    throw new CardpaneError("options_invalid", {
      message: "The options `src` and `host` are both set. Set one: `host` has this package's own version.",
    });
  }
  const folder = host ? new URL(`${version}/`, folderOf(host, "host")) : folderOf(src ?? releaseBase, "src");
  const url = new URL(framePath({ environment, locale: localeOf(locale, element) }), folder);
  const where = `Frame: \`${url.origin}\``;
  if (url.origin === origin) throw new CardpaneError("same_origin", { where });
  // A page of a private network over http, which anyone there can change, for tests on a phone: the pane's host decides.
  const isLan = isLocalNetwork(url) && isLocalNetwork(new URL(origin));
  if (!isSecureOrigin(url) && !isLan) throw new CardpaneError("insecure_frame", { where });
  return url;
}

function folderOf(base: string | undefined, option: "src" | "host"): URL {
  if (!base) throw new CardpaneError("no_frame_url");
  try {
    const folder = new URL(base, pageDocument.baseURI);
    if (!folder.pathname.endsWith("/")) folder.pathname += "/";
    // Nothing can be relative to some.
    return new URL(".", folder);
  } catch {
    throw new CardpaneError("options_invalid", {
      message: `The option \`${option}\` is not an address. Set it to the ${option === "src" ? "base address of a release" : "origin of the pane's host"}.`,
    });
  }
}
