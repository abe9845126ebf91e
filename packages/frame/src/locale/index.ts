/** Every language, as plain data: the host serves each as a file of its own. The frame does not import this file. */
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import type { LocaleTag } from "./tags.ts";
import type { Locale } from "./types.ts";

export { nearestLocale } from "./tags.ts";

/** Tag to texts. */
export const locales: Readonly<Record<LocaleTag, Locale>> = { en, de, ar };
