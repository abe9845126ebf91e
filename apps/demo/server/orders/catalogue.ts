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
  { id: "heron-kettle", priceMinor: 6_400 },
  { id: "field-notebook", priceMinor: 1_450 },
] as const satisfies readonly { readonly id: string; readonly priceMinor: number }[];

export type Product = (typeof products)[number];

/** The monthly box: a lower price with the order, then the full price every 30 days until it is canceled. */
export const box = { id: "harbour-box", firstMinor: 900, monthlyMinor: 2_400, everyDays: 30 } as const;

/** Every id that a line can have. */
export type ItemId = Product["id"] | typeof box.id;

/** One line of a basket or an order, with the price of that time: a later change of price does not affect an order. */
export interface Line {
  readonly itemId: ItemId;
  readonly quantity: number;
  readonly priceMinor: number;
}

/** A basket: the quantity of each product, 1 to {@link maxQuantity}. */
export type Basket = Map<ItemId, number>;

/** Finds a product by the id that a browser sent. */
export function findProduct(id: unknown): Product | undefined {
  return products.find((product) => product.id === id);
}

/** The basket's lines in the catalogue's order, with their sum in cents. */
export function linesOf(basket: Basket): { readonly lines: readonly Line[]; readonly totalMinor: number } {
  const lines = products
    .map(({ id, priceMinor }) => ({ itemId: id, quantity: basket.get(id) ?? 0, priceMinor }))
    .filter(({ quantity }) => quantity > 0);
  return {
    lines,
    totalMinor: lines.reduce((sum, { quantity, priceMinor }) => sum + quantity * priceMinor, 0),
  };
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
