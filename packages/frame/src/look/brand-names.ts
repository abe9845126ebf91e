/** How networks write their own names; the same in every language. */
import type { Brand } from "@cardpane/contract/messages";

const names: Readonly<Record<Brand, string>> = {
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
};

export function brandName(brand: Brand): string {
  return names[brand];
}
