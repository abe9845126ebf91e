/** Reads the pane's value from the form. */
import { isCardpaneError, readFormValue } from "@cardpane/node";
import { type Brand, paneBrand } from "../orders/brand.ts";

/**
 * Reads the token and the device data, and the card's network, which the pane's value carries beside the token: the shopper chose
 * it if the card has several. `undefined` if there is no usable token.
 */
export function readCard({ payment }: Readonly<Record<string, unknown>>) {
  try {
    const text = String(payment);
    const value = JSON.parse(text) as { readonly card?: { readonly brand?: unknown } } | null;
    const brand = value?.card?.brand;
    const network: Brand | null = typeof brand === "string" ? paneBrand(brand) : null;
    return { ...readFormValue(text), network };
  } catch (error) {
    if (isCardpaneError(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
