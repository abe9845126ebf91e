/** The payment source as text: `Visa ending in 4242`, `SEPA direct debit ending in 3000`, `Pix`. */

import { brandName } from "../orders/brand.ts";
import type { Receipt } from "../orders/order.ts";
import { type OtherSource, type OtherType, otherSources } from "../payments/sources.ts";
import type { Texts } from "../texts/index.ts";

/** Names a source without bullets, because a screen reader would read them aloud. */
export function sourceWords(
  texts: Texts,
  { method, brand, lastFour }: Pick<Receipt, "method" | "brand" | "lastFour">,
): string {
  const name = brand === null ? methodName(texts, method) : brandName(brand);
  return lastFour === null ? name : texts.savedCard(name, lastFour);
}

/** The name of a source: its brand name, else the dictionary's. */
export function sourceTitle(texts: Pick<Texts, "sourceNames">, { name, type }: OtherSource): string {
  const names: Readonly<Partial<Record<OtherType, string>>> = texts.sourceNames;
  return name ?? names[type] ?? type;
}

/** The name of a method; a method that only a newer gateway knows keeps the gateway's name. */
function methodName(texts: Texts, method: string | null): string {
  if (method === null || method === "card") return texts.card;
  if (method === "banktransfer") return texts.bankTransfer;
  const source = otherSources.find(({ type }) => type.toLowerCase() === method.toLowerCase());
  return source ? sourceTitle(texts, source) : method;
}
