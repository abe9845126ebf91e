/**
 * Builds and checks the address of the frame. Its origin must differ from the page's, or nothing is isolated, and it must be
 * secure, or the frame's code can be changed in transit.
 */

import { framePath, releaseOf } from "@cardpane/contract/embed";
import { isSecureOrigin } from "@cardpane/contract/secure-origin";
import { CardpaneError } from "../api/errors.ts";
import type { Settings } from "../api/options.ts";
import { version } from "../api/version.ts";
import { localeOf } from "../page-style/page-preferences.ts";
import { pageDocument } from "../ui/unclobbered.ts";
import { pageOrigin } from "./page-origin.ts";

let releaseBase: string | undefined;

/** The release of the last frame: the address of its other files for a script that does not know its own address. */
export let frameRelease: URL | undefined;

/** Makes the release of a script the default of `src`. */
export function useReleaseOf(scriptUrl: string): void {
  releaseBase = new URL(".", scriptUrl).href;
}

type AddressOptions = Pick<Settings, "src" | "environment" | "locale">;

/**
 * The address of the frame's document for an element.
 *
 * @throws CardpaneError `opaque_origin`, `no_frame_url`, `same_origin` or `insecure_frame`.
 */
export function frameAddress(options: AddressOptions, element: Element): URL {
  const origin = pageOrigin();
  if (origin === "null") throw new CardpaneError("opaque_origin");
  const url = uncheckedAddress(options, element);
  const where = `Frame: \`${url.origin}\``;
  if (url.origin === origin) throw new CardpaneError("same_origin", { where });
  // A page over http may be in a private network, for tests on a phone; the frame starts if the pane's host allows it.
  if (!isSecureOrigin(url) && isSecureOrigin(new URL(origin)))
    throw new CardpaneError("insecure_frame", { where });
  return url;
}

/** The same address if the page may use it or not. Throws `no_frame_url` only. */
export function uncheckedAddress({ src, environment, locale }: AddressOptions, element: Element): URL {
  const path = framePath({ environment, locale: localeOf(locale, element) });
  return new URL(path, folderOf(src ?? releaseBase));
}

function folderOf(base: string | undefined): URL {
  try {
    if (base) {
      const folder = new URL(base, pageDocument.baseURI);
      // The script's own folder is a release, whatever its name.
      if (base !== releaseBase) folder.pathname = releaseOf(folder.pathname, version);
      // Throws for an address without a hierarchy, such as `data:`, to which the frame's path cannot be relative.
      frameRelease = new URL(".", folder);
      return frameRelease;
    }
  } catch {
    // Not an address.
  }
  throw new CardpaneError("no_frame_url");
}
