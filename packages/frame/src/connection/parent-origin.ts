/** The origin of the page that embeds the pane: as the browser reports it, never from a message. */
import { isLocalNetwork, isSecureOrigin } from "@cardpane/contract/secure-origin";

/** The origins around a document, as the browser reports them. */
export interface DocumentContext {
  /** The document's own origin; the text `null` if it is opaque. */
  readonly origin: string;
  /** `location.ancestorOrigins`, if the browser has it. */
  readonly ancestorOrigins?: ArrayLike<string> | undefined;
  readonly referrer: string;
  readonly isTop: boolean;
}

/** The context of the document that runs this code. */
export function thisDocument(): DocumentContext {
  return {
    // Not `location.origin`, which does not show that a sandbox has made the document's origin opaque.
    origin: self.origin,
    ancestorOrigins: location.ancestorOrigins,
    referrer: document.referrer,
    isTop: window.parent === window,
  };
}

/**
 * The origin of the page that embeds this document, or `null` if the pane must not start:
 *
 *  - the document is not embedded;
 *  - the page's origin is opaque, or the browser does not report it;
 *  - the page has the pane's own origin, so that nothing would be isolated;
 *  - the pane is not served over https, except on loopback, and on a private network if the host allows it.
 */
export function parentOrigin(
  context: DocumentContext,
  { lanOverHttp = false }: { readonly lanOverHttp?: boolean } = {},
): string | null {
  // An opaque origin is the text `null`, which is not a URL.
  const own = parse(context.origin);
  if (context.isTop || !own) return null;
  if (!isSecureOrigin(own) && !(lanOverHttp && isLocalNetwork(own))) return null;
  const origin = originOf(context.ancestorOrigins?.[0] ?? context.referrer);
  return origin === undefined || origin === context.origin ? null : origin;
}

/**
 * Every origin above this document, the nearest first, as one text. Frames with the same text belong to the same page, or to
 * pages of the same origins. Without `ancestorOrigins` the text is only the pinned origin.
 */
export function ancestors(
  { ancestorOrigins }: Pick<DocumentContext, "ancestorOrigins">,
  origin: string,
): string {
  return Array.from(ancestorOrigins ?? [origin]).join(" ");
}

function originOf(address: string): string | undefined {
  const origin = parse(address)?.origin;
  return origin && /^https?:/.test(origin) ? origin : undefined;
}

/** Supported browsers lack `URL.parse` and `URL.canParse`. */
function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
