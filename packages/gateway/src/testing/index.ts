/** Test data of the gateway: the sandbox's cards and their behaviour, and valid requests. Never a real card number. */

export type { TestCard, TestCardBehaviour, ThreeDsBehaviour } from "./cards.ts";
export { brandSamples, cardForCode, testCardBehaviour, testCards, testIbans } from "./cards.ts";
export {
  exampleCredit,
  exampleFieldRequests,
  exampleSavedCard,
  exampleSubscription,
} from "./field-operations.ts";
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
