/** The message format of the sandbox. */

/** `document` follows the interface; `field` behaves like live gateways where they differ from it. */
export const compatibilities = ["document", "field"] as const;
export type Compatibility = (typeof compatibilities)[number];
