/** Every language as plain data. The host serves each one as a file; the frame does not import this module. */

import type { LocaleTag } from "@cardpane/contract/locales";
import { pageTexts } from "@cardpane/contract/page-texts";
import { ar } from "./ar.ts";
import { bg } from "./bg.ts";
import { cs } from "./cs.ts";
import { da } from "./da.ts";
import { de } from "./de.ts";
import { el } from "./el.ts";
import { en } from "./en.ts";
import { enAU } from "./en-AU.ts";
import { enCA } from "./en-CA.ts";
import { enGB } from "./en-GB.ts";
import { enNZ } from "./en-NZ.ts";
import { enUS } from "./en-US.ts";
import { es } from "./es.ts";
import { es419 } from "./es-419.ts";
import { et } from "./et.ts";
import { fi } from "./fi.ts";
import { fil } from "./fil.ts";
import { fr } from "./fr.ts";
import { frCA } from "./fr-CA.ts";
import { he } from "./he.ts";
import { hr } from "./hr.ts";
import { hu } from "./hu.ts";
import { id } from "./id.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import { lt } from "./lt.ts";
import { lv } from "./lv.ts";
import { ms } from "./ms.ts";
import { mt } from "./mt.ts";
import { nl } from "./nl.ts";
import { no } from "./no.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import { ptBR } from "./pt-BR.ts";
import { ro } from "./ro.ts";
import { ru } from "./ru.ts";
import { sk } from "./sk.ts";
import { sl } from "./sl.ts";
import { sv } from "./sv.ts";
import { th } from "./th.ts";
import { tr } from "./tr.ts";
import type { Locale, ServedLocale } from "./types.ts";
import { uk } from "./uk.ts";
import { vi } from "./vi.ts";
import { zh } from "./zh.ts";
import { zhHK } from "./zh-HK.ts";
import { zhTW } from "./zh-TW.ts";

export { nearestLocale } from "@cardpane/contract/locales";

/** The texts of each tag. Tags of the same language share their texts. */
const texts: Readonly<Record<LocaleTag, Locale>> = {
  ar,
  bg,
  cs,
  da,
  de,
  el,
  en,
  "en-AU": enAU,
  "en-CA": enCA,
  "en-GB": enGB,
  "en-NZ": enNZ,
  "en-US": enUS,
  es,
  "es-419": es419,
  "es-ES": es,
  et,
  fi,
  fil,
  fr,
  "fr-CA": frCA,
  "fr-FR": fr,
  he,
  hr,
  hu,
  id,
  it,
  "it-IT": it,
  ja,
  ko,
  lt,
  lv,
  ms,
  mt,
  nb: no,
  nl,
  no,
  pl,
  pt,
  "pt-BR": ptBR,
  ro,
  ru,
  sk,
  sl,
  sv,
  th,
  tr,
  uk,
  vi,
  zh,
  "zh-HK": zhHK,
  "zh-TW": zhTW,
};

const tags = Object.keys(texts) as readonly LocaleTag[];
const rightToLeft: readonly LocaleTag[] = ["ar", "he"];

/** Every language as the host serves it. */
export const locales = Object.fromEntries(
  tags.map((tag) => [
    tag,
    { dir: rightToLeft.includes(tag) ? "rtl" : "ltr", ...texts[tag], page: pageTexts[tag] },
  ]),
) as Readonly<Record<LocaleTag, ServedLocale>>;
