import { enGB } from "./en-GB.ts";
import { localeVariant } from "./overrides.ts";

/** English, as in New Zealand. */
export const enNZ = localeVariant(enGB, { placeholders: { postalCode: "6011" } });
