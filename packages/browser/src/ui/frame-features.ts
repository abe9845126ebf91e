/** The browser features that the iframe may use. */

interface FeaturePolicy {
  features(): readonly string[];
}

/** The value of the `allow` attribute. It omits features that the browser does not know, because they cause a console error. */
export function allowOf(page: Document): string {
  const known = (page as { featurePolicy?: FeaturePolicy }).featurePolicy?.features() ?? [];
  return ["autofill", "manual-text"].filter((feature) => known.includes(feature)).join("; ");
}
