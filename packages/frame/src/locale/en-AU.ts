import { enGB } from "./en-GB.ts";
import { regionOf } from "./region.ts";

/** English, as in Australia. */
export const enAU = regionOf(enGB, { placeholders: { postalCode: "2000" } });
