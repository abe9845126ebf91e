/** A consumer's saved cards. *Not in the document*: the shapes are those of public clients of such gateways. */

import { sendChecked } from "../call/checked-call.ts";
import { readListed } from "../call/read-values.ts";
import { type PaidWith, readSource } from "../payments/payment-result.ts";
import type { RequestOptions, Settings } from "../settings/settings.ts";

/** A saved card, or another saved payment method. Pay with `{ type: "paymentAccountId", paymentAccountId }`. */
export type SavedCard = PaidWith & { readonly paymentAccountId: string };

/** Operations on saved cards. */
export interface SavedCards {
  /**
   * Lists all saved cards of a consumer, including disabled ones. A read-only call.
   *
   * @param consumerId `consumer.id` of a payment's result
   * @throws RejectedError `not_found`
   */
  list(consumerId: string, options?: RequestOptions): Promise<readonly SavedCard[]>;
  /** Enables a saved card. @throws RejectedError `not_found` */
  enable(paymentAccountId: string, options?: RequestOptions): Promise<void>;
  /** Disables a saved card: payments by its id are refused. @throws RejectedError `not_found` */
  disable(paymentAccountId: string, options?: RequestOptions): Promise<void>;
}

/** Creates the saved cards of a client. */
export function createSavedCards(settings: Settings): SavedCards {
  const toggle = async (
    name: "enableSavedCard" | "disableSavedCard",
    paymentAccountId: string,
    options: RequestOptions | undefined,
  ): Promise<void> => {
    await sendChecked(settings, {
      name,
      id: { name: "paymentAccountId", value: paymentAccountId },
      input: {},
      options,
      effect: "change",
      missing: "card",
      // The status alone means success: no public client reads the body.
      read: () => true,
    });
  };
  return Object.freeze<SavedCards>({
    list: async (consumerId, options) =>
      sendChecked(settings, {
        name: "listSavedCards",
        id: { name: "consumerId", value: consumerId },
        input: {},
        options,
        effect: "read",
        missing: "consumer",
        read: readCards,
      }),
    enable: (id, options) => toggle("enableSavedCard", id, options),
    disable: (id, options) => toggle("disableSavedCard", id, options),
  });
}

/** Reads a list, alone or in the field `paymentAccounts` or `data`. Entries without an id are left out. */
function readCards(body: unknown): readonly SavedCard[] | undefined {
  return readListed(body, "paymentAccounts", "data")?.flatMap((item) => {
    const card = readSource(item);
    return card?.paymentAccountId === undefined ? [] : [card as SavedCard];
  });
}
