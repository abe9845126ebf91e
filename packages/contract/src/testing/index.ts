/** Test data: the sandbox's cards and what each of them does, and valid requests. Never a real card number. */

export type { TestCard, TestCardBehaviour, ThreeDsBehaviour } from "./cards.ts";
export { brandSamples, cardForCode, testCardBehaviour, testCards, testIbans } from "./cards.ts";
export { exampleConsumer, exampleRequest, exampleSkus, exampleSources } from "./requests.ts";
export {
  exampleAccount,
  exampleTokenPair,
  exampleTransaction,
  exampleUser,
  exampleWalletRequests,
} from "./wallet.ts";
