/** What the iframe may use of the browser. */

interface FeaturePolicy {
  features(): readonly string[];
}

/** The value of its `allow`: only what the browser knows, since an unknown feature is an error on the console. */
export function allowOf(page: Document): string {
  const known = (page as { featurePolicy?: FeaturePolicy }).featurePolicy?.features() ?? [];
  return ["autofill", "manual-text"].filter((feature) => known.includes(feature)).join("; ");
}
