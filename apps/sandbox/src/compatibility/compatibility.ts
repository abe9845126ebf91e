/** Whose shapes the sandbox takes and sends. */

/** `document` keeps to the interface; `field` does as live gateways do where they differ from it. */
export const compatibilities = ["document", "field"] as const;
export type Compatibility = (typeof compatibilities)[number];
