/** The origin of the page that embeds the pane: as the browser reports it, never from a message. */
import { isLocalNetwork, isSecureOrigin } from "@cardpane/contract/secure-origin";

/** The facts about the document that decide. */
export interface DocumentContext {
  /** The document's own origin; `null` as a text where it is opaque. */
  readonly origin: string;
  /** `location.ancestorOrigins`, where the browser has it. */
  readonly ancestorOrigins?: ArrayLike<string> | undefined;
  readonly referrer: string;
  readonly isTop: boolean;
}

/** The facts about the document that runs this. */
export function thisDocument(): DocumentContext {
  return {
    // Not the origin of `location`: it does not show that a sandbox made the document's own origin opaque.
    origin: self.origin,
    ancestorOrigins: location.ancestorOrigins,
    referrer: document.referrer,
    isTop: window.parent === window,
  };
}

/**
 * The origin of the page that embeds this document, or `null` where the pane must not start: it stands alone, its page
 * has an opaque origin, one that the browser does not report, or the pane's own (then nothing would be isolated), or the pane
 * was not served over https (loopback excepted, and a private network where the pane's own host says so).
 */
export function parentOrigin(
  context: DocumentContext,
  { lanOverHttp = false }: { readonly lanOverHttp?: boolean } = {},
): string | null {
  // An opaque origin is no address.
  const own = parse(context.origin);
  if (context.isTop || !own) return null;
  if (!isSecureOrigin(own) && !(lanOverHttp && isLocalNetwork(own))) return null;
  const origin = originOf(context.ancestorOrigins?.[0] ?? context.referrer);
  return origin === undefined || origin === context.origin ? null : origin;
}

/**
 * Every origin above this document, the nearest first, as one text: frames with the same are embedded by the same page, or
 * by pages that may as well be one. Where a browser does not report them, the pinned one stands for all.
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

/** `URL.parse` and `URL.canParse` are missing in browsers that can do all else. */
function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
