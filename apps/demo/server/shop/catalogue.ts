/**
 * The shop's products. All are invented. Prices are defined only here: a browser sends product ids and quantities,
 * never an amount.
 */

/** The ISO 4217 code of all prices. */
export const currency = "EUR";

/** The maximum quantity of one product in a basket. */
export const maxQuantity = 9;

/** Products in the order they are shown, with their price in cents. */
export const products = [
  { id: "dawn-mug", priceMinor: 1_850 },
  { id: "dune-lamp", priceMinor: 8_900 },
  { id: "heron-kettle", priceMinor: 6_400 },
  { id: "drift-throw", priceMinor: 12_000 },
  { id: "field-notebook", priceMinor: 1_450 },
  { id: "low-tide-planter", priceMinor: 3_275 },
] as const satisfies readonly { readonly id: string; readonly priceMinor: number }[];

export type Product = (typeof products)[number];
export type ProductId = Product["id"];

/** The monthly box: a lower price with the order, then the full price every 30 days until it is canceled. */
export const box = { id: "harbour-box", firstMinor: 900, monthlyMinor: 2_400, everyDays: 30 } as const;

/** Every id that an order line can have. */
export type ItemId = ProductId | typeof box.id;

/** A product and its quantity. */
export interface Line {
  readonly product: Product;
  readonly quantity: number;
}

/** A basket: the quantity of each product, 1 to {@link maxQuantity}. */
export type Basket = ReadonlyMap<ProductId, number>;

/** Finds a product by the id that a browser sent. */
export function findProduct(id: unknown): Product | undefined {
  return products.find((product) => product.id === id);
}

/** The basket's lines in the catalogue's order. */
export function linesOf(basket: Basket): readonly Line[] {
  return products.flatMap((product) => {
    const quantity = basket.get(product.id) ?? 0;
    return quantity > 0 ? [{ product, quantity }] : [];
  });
}

/** Sum of the lines, in cents. */
export function totalMinor(lines: readonly Line[]): number {
  return lines.reduce((sum, { product, quantity }) => sum + product.priceMinor * quantity, 0);
}

/** The number of items in a basket. */
export function countOf(basket: Basket): number {
  return [...basket.values()].reduce((sum, quantity) => sum + quantity, 0);
}

/**
 * Parses a quantity that a browser sent: a whole number, 0 to {@link maxQuantity}; `undefined` for anything else, for
 * example a negative number or a fraction.
 */
export function readQuantity(text: unknown): number | undefined {
  return typeof text === "string" && /^\d{1,2}$/.test(text) && Number(text) <= maxQuantity
    ? Number(text)
    : undefined;
}
