import type { NextConfig } from "next";

/** With this setting, pages stay in the document, hidden, after navigation, and the build renders the static part of a page. */
export default { cacheComponents: true } satisfies NextConfig;
