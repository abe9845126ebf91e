import { regionOf } from "./differences.ts";
import { enGB } from "./en-GB.ts";

/** English, as in New Zealand. */
export const enNZ = regionOf(enGB, { placeholders: { postalCode: "6011" } });
