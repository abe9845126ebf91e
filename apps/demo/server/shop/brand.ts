/** The names of card networks, and the last digits of masked numbers. */
import type { Brand } from "@cardpane/browser";

const names = {
  visa: "Visa",
  mastercard: "Mastercard",
  "american-express": "American Express",
  "diners-club": "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  unionpay: "UnionPay",
  maestro: "Maestro",
  elo: "Elo",
  mir: "Mir",
  hiper: "Hiper",
  hipercard: "Hipercard",
  verve: "Verve",
  troy: "Troy",
  naranja: "Naranja",
  dankort: "Dankort",
  rupay: "RuPay",
  "cartes-bancaires": "Cartes Bancaires",
  bancontact: "Bancontact",
  uatp: "UATP",
  interac: "Interac",
  mada: "mada",
  eftpos: "eftpos",
} as const satisfies Record<Brand, string>;

export type { Brand };

/** The pane's name of a network that the gateway spells its own way; `null` if the pane does not know the network. */
export function paneBrand(brand: string | null | undefined): Brand | null {
  const name = brand
    ?.trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
  return typeof name === "string" && Object.hasOwn(names, name) ? (name as Brand) : null;
}

/** The network's display name. */
export function brandName(brand: Brand | null): string {
  return brand === null ? "" : names[brand];
}

/** The last four digits of a masked card or account number. */
export function lastFourOf(maskedNumber: string | null | undefined): string | null {
  return maskedNumber?.match(/\d{4}$/)?.[0] ?? null;
}
