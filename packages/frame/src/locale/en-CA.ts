import { en } from "./en.ts";
import { regionOf } from "./region.ts";

/** English, as in Canada. */
export const enCA = regionOf(en, { placeholders: { postalCode: "K1A 0B1" } });
