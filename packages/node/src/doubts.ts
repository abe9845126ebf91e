/** `@cardpane/node/doubts`: the command `npx @cardpane/node doubts`, for a program of your own. Node.js only. */
export type { DoubtfulOrders, DoubtsTerminal } from "./doubts/run-doubts.ts";
export { runDoubts } from "./doubts/run-doubts.ts";
