/** The states of the gateway that QA can switch on, as calls of the sandbox's admin API. */
import type { GatewayEntry } from "./sandbox.ts";

interface GatewayState {
  readonly label: string;
  /** `null` makes the gateway normal. */
  readonly entry: GatewayEntry | null;
}

export const gatewayStates = {
  normal: { label: "normal", entry: null },
  slow: { label: "slow (4 s)", entry: { state: "slow" } },
  error: { label: "500", entry: { state: "error" } },
  limited: { label: "429", entry: { state: "limited" } },
  silent: { label: "silent", entry: { state: "silent" } },
  /** The payment is made, and its answer never arrives: the order is in doubt until the notification. */
  lost: { label: "answer lost", entry: { path: "/payment", state: "silent", after: true } },
  /** The pane gets no token; the rest of the shop works. */
  tokens: { label: "no tokens (500)", entry: { path: "/tokenize", state: "error" } },
} as const satisfies Record<string, GatewayState>;

export type GatewayStateName = keyof typeof gatewayStates;

export function isGatewayState(name: string): name is GatewayStateName {
  return Object.hasOwn(gatewayStates, name);
}
