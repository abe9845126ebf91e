/**
 * Compares the sites of host names, because browsers may run pages of one site in one process. The public suffix list defines a
 * site, including its private part (`github.io`, `pages.dev`), as in browsers.
 */
import { getDomain } from "tldts";

/**
 * Whether two host names have the same registrable domain. Names without one (IP addresses, `localhost`, a public suffix itself)
 * are of the same site if they are equal. Schemes are not compared, because behind a proxy that terminates TLS the host does not
 * know its own.
 */
export function isSameSite(one: string, other: string): boolean {
  const [domain, otherDomain] = [one, other].map(registrableDomain);
  return domain === null || otherDomain === null ? one === other : domain === otherDomain;
}

/** Whether anyone can register a name directly below this one: `com`, `co.uk`, `github.io`. */
export function isPublicSuffix(hostname: string): boolean {
  return registrableDomain(hostname) === null;
}

/**
 * The registered domain, without the labels below it; `null` for an IP address and a public suffix. For a name that a platform
 * assigns to a customer it is the platform's domain, because the customer may choose the name as freely as any label.
 */
export function registeredDomain(hostname: string): string | null {
  return getDomain(hostname);
}

function registrableDomain(hostname: string): string | null {
  return getDomain(hostname, { allowPrivateDomains: true });
}
