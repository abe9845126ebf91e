/** The origin of the page that embeds the pane: as the browser reports it, never from a message. */
import { isLocalNetwork } from "@cardpane/contract/secure-origin";

/** The facts about the document that decide. */
export interface DocumentContext {
  /** The document's own origin; `null` as a text where it is opaque. */
  readonly origin: string;
  /** `location.ancestorOrigins`, where the browser has it. */
  readonly ancestorOrigins?: ArrayLike<string> | undefined;
  readonly referrer: string;
  readonly isTop: boolean;
}

/**
 * The origin of the page that embeds this document, or `null` where the pane must not start: it stands alone, its page
 * has an opaque origin, none that can be told, or the pane's own (then nothing would be isolated), or the pane was not
 * served over https (loopback excepted, and a private network where the pane's own host says so).
 */
export function parentOrigin(
  context: DocumentContext,
  { lanOverHttp = false }: { readonly lanOverHttp?: boolean } = {},
): string | null {
  if (context.isTop || !(isSecure(context.origin) || (lanOverHttp && isLan(context.origin)))) return null;
  const told = context.ancestorOrigins?.[0] ?? originOf(context.referrer);
  const origin = told === undefined ? undefined : originOf(told);
  return origin === undefined || origin === context.origin ? null : origin;
}

/**
 * Every origin above this document, the nearest first, as one text: frames with the same are embedded by the same page, or
 * by pages that may as well be one. Where a browser does not tell them, the pinned one stands for all.
 */
export function ancestors(
  { ancestorOrigins }: Pick<DocumentContext, "ancestorOrigins">,
  origin: string,
): string {
  return Array.from(ancestorOrigins ?? [origin]).join(" ");
}

function originOf(address: string): string | undefined {
  try {
    const { origin } = new URL(address);
    return /^https?:/.test(origin) ? origin : undefined;
  } catch {
    return undefined;
  }
}

function isSecure(origin: string): boolean {
  try {
    const { protocol, hostname } = new URL(origin);
    return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  } catch {
    return false;
  }
}

function isLan(origin: string): boolean {
  return URL.canParse(origin) && isLocalNetwork(new URL(origin));
}

function isLoopback(hostname: string): boolean {
  return hostname === "[::1]" || /^(.+\.)?localhost$/.test(hostname) || /^127(\.\d+){3}$/.test(hostname);
}
