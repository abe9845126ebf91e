/**
 * Compares the sites of host names, because browsers may run pages of one site in one process. The public suffix list defines a
 * site, including its private part (`github.io`, `pages.dev`), as in browsers.
 */
import { getDomain } from "tldts";

/**
 * Whether two host names have one registrable domain; names that have none (addresses, `localhost`, a public suffix itself)
 * are of one site where they are equal. Schemes are not compared: behind a proxy that ends TLS the host does not know its own.
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
 * The domain that somebody registered, without the labels below it; `null` of an address and a public suffix. Of names that a
 * platform gives to its customers it is the platform's, since those are chosen as freely as any label.
 */
export function registeredDomain(hostname: string): string | null {
  return getDomain(hostname);
}

function registrableDomain(hostname: string): string | null {
  return getDomain(hostname, { allowPrivateDomains: true });
}
