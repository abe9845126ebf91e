import { regionOf } from "./differences.ts";
import { enGB } from "./en-GB.ts";

/** English, as in Australia. */
export const enAU = regionOf(enGB, { placeholders: { postalCode: "2000" } });
