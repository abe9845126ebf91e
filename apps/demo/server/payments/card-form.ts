/** Reads the pane's value from a form post or from the request of the page's script. */
import { isCardpaneError, readFormValue } from "@cardpane/node";
import { type Brand, paneBrand } from "../shop/brand.ts";

/** Reads the token and the device data from a form field or an object; `undefined` if there is no usable token. */
export function readToken(payment: unknown): ReturnType<typeof readFormValue> | undefined {
  try {
    return readFormValue(typeof payment === "string" ? payment : JSON.stringify(payment));
  } catch (error) {
    if (isCardpaneError(error)) return undefined;
    throw error;
  }
}

/** Reads the card's network, which the pane's result carries beside the token; the shopper chose it if the card has several. */
export function readNetwork(payment: unknown): Brand | null {
  try {
    const { card } = (typeof payment === "string" ? JSON.parse(payment) : payment) as {
      readonly card?: { readonly brand?: unknown };
    };
    return typeof card?.brand === "string" ? paneBrand(card.brand) : null;
  } catch {
    return null;
  }
}
