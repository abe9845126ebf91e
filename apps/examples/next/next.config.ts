import type { NextConfig } from "next";

/** Pages that were left stay in the document, hidden, and a page's static part is rendered when it is built. */
export default { cacheComponents: true } satisfies NextConfig;
