/** What the pane puts into a form, and the page's script into its request. */
import { isCardpaneError, readFormValue } from "@cardpane/node";
import { type Brand, paneBrand } from "../shop/brand.ts";

/** Token and device data, from the text of a form or from an object; `undefined` when there is no usable token. */
export function readToken(payment: unknown): ReturnType<typeof readFormValue> | undefined {
  try {
    return readFormValue(typeof payment === "string" ? payment : JSON.stringify(payment));
  } catch (error) {
    if (isCardpaneError(error)) return undefined;
    throw error;
  }
}

/** The network of the card, chosen by the shopper where several share it, from the pane's result, beside the token. */
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
