/** The message format of the sandbox. */

/** `document` follows the interface; `field` behaves like live gateways where they differ from it. */
export const compatibilities = ["document", "field"] as const;
export type Compatibility = (typeof compatibilities)[number];

/** What becomes of a payment that asks for 3D Secure without the browser's fields, unless set: live gateways process it. */
export const defaultThreeDsMissing = { document: "refuse", field: "skip" } as const satisfies Record<
  Compatibility,
  string
>;
