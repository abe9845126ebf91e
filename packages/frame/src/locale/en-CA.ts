import { en } from "./en.ts";
import { localeVariant } from "./overrides.ts";

/** English, as in Canada. */
export const enCA = localeVariant(en, { placeholders: { postalCode: "K1A 0B1" } });
