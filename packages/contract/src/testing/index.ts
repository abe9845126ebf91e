/** Test data: the sandbox's cards and their behaviour, valid requests, and options of a pane. Never a real card number. */

export type { TestCard, TestCardBehaviour, ThreeDsBehaviour } from "./cards.ts";
export { brandSamples, cardForCode, testCardBehaviour, testCards, testIbans } from "./cards.ts";
export {
  exampleCredit,
  exampleFieldRequests,
  exampleSavedCard,
  exampleSubscription,
} from "./field-operations.ts";
export { formColorsOf } from "./form-colors.ts";
export { examplePaneOptions } from "./pane-options.ts";
export {
  exampleConsumer,
  exampleDevice,
  exampleRequest,
  exampleShopper,
  exampleSkus,
  exampleSources,
} from "./requests.ts";
export {
  exampleAccount,
  exampleTokenPair,
  exampleTransaction,
  exampleUser,
  exampleWalletRequests,
} from "./wallet.ts";
