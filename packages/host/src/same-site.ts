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

function registrableDomain(hostname: string): string | null | undefined {
  return getDomain(hostname, { allowPrivateDomains: true });
}
