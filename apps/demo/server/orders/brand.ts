/** The names of card networks, and the last digits of masked numbers. */
import type { Brand } from "@cardpane/browser";
import { brands } from "@cardpane/contract/messages";

/** Names that are not their id with capitals. */
const names: Readonly<Partial<Record<Brand, string>>> = {
  jcb: "JCB",
  unionpay: "UnionPay",
  rupay: "RuPay",
  uatp: "UATP",
  mada: "mada",
  eftpos: "eftpos",
};

export type { Brand };

/** The pane's name of a network that the gateway spells its own way; `null` if the pane does not know the network. */
export function paneBrand(brand: string | null | undefined): Brand | null {
  const name = brand
    ?.trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
  return brands.find((one) => one === name) ?? null;
}

/** The network's display name. */
export function brandName(brand: Brand): string {
  return names[brand] ?? brand.replaceAll("-", " ").replaceAll(/\b\w/g, (letter) => letter.toUpperCase());
}

/** The last four digits of a masked card or account number. */
export function lastFourOf(maskedNumber: string | null | undefined): string | null {
  return maskedNumber?.match(/\d{4}$/)?.[0] ?? null;
}
