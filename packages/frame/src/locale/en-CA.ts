import { regionOf } from "./differences.ts";
import { en } from "./en.ts";

/** English, as in Canada. */
export const enCA = regionOf(en, { placeholders: { postalCode: "K1A 0B1" } });
