/**
 * Where the frame comes from, and whether it may: it must be of another origin than the page, or nothing is isolated, and
 * nobody on the way may change it.
 */

import { isLocalNetwork, isSecureOrigin } from "@cardpane/contract/secure-origin";
import { localeOf } from "../page-style/page-preferences.ts";
import { CardpaneError } from "../pane/errors.ts";
import type { Settings } from "../pane/options.ts";
import { pageDocument } from "../ui/unclobbered.ts";

let releaseBase: string | undefined;

/** Makes the release that a script was loaded from the default of `src`. */
export function useReleaseOf(scriptUrl: string): void {
  releaseBase = new URL(".", scriptUrl).href;
}

/**
 * The address of the frame's document for an element.
 *
 * @throws CardpaneError `opaque_origin`, `no_frame_url`, `options_invalid`, `same_origin` or `insecure_frame`.
 */
export function frameAddress(
  { src, environment, locale }: Pick<Settings, "src" | "environment" | "locale">,
  host: Element,
): URL {
  const base = src ?? releaseBase;
  if (origin === "null") throw new CardpaneError("opaque_origin");
  if (!base) throw new CardpaneError("no_frame_url");
  const url = documentOf(base, new URLSearchParams({ environment, locale: localeOf(locale, host) }));
  const where = `Frame: \`${url.origin}\``;
  if (url.origin === origin) throw new CardpaneError("same_origin", { where });
  // A page of a private network over http, which anyone there can change, for tests on a phone: the pane's host decides.
  const isLan = isLocalNetwork(url) && isLocalNetwork(new URL(origin));
  if (!isSecureOrigin(url) && !isLan) throw new CardpaneError("insecure_frame", { where });
  return url;
}

function documentOf(base: string, query: URLSearchParams): URL {
  try {
    const folder = new URL(base, pageDocument.baseURI);
    if (!folder.pathname.endsWith("/")) folder.pathname += "/";
    return new URL(`frame?${query}`, folder);
  } catch {
    // No address, or one that nothing can be relative to.
    throw new CardpaneError("options_invalid", {
      message: "The option `src` is not an address. Set it to the base address of a release.",
    });
  }
}
