import { enGB } from "./en-GB.ts";
import { localeVariant } from "./overrides.ts";

/** English, as in Australia. */
export const enAU = localeVariant(enGB, { placeholders: { postalCode: "2000" } });
