import { enGB } from "./en-GB.ts";
import { regionOf } from "./region.ts";

/** English, as in New Zealand. */
export const enNZ = regionOf(enGB, { placeholders: { postalCode: "6011" } });
