/**
 * The state of the gateway as QA sets it: how it answers the calls of one merchant, or all calls, until the state is set back.
 * It is kept in memory, so a restart makes the gateway normal.
 */
import type { AnswerFault } from "./fault-injection.ts";

/** The faults of each state. */
const faults = {
  normal: undefined,
  /** Answers after 4 s. */
  slow: { delayMs: 4_000 },
  /** Answers 500. */
  error: { status: 500 },
  /** Answers 429, with `Retry-After: 30`. */
  limited: { status: 429 },
  /** Never answers: the connection stays open until the caller closes it. */
  silent: { lost: "silent" },
} as const satisfies Record<string, AnswerFault | undefined>;

export type GatewayState = keyof typeof faults;
export const gatewayStates = Object.keys(faults) as [GatewayState, ...GatewayState[]];

/** One state, and the calls that it applies to. */
export interface StateEntry {
  /** The merchant's `merchantId`; absent for all calls, those without a key too. */
  readonly merchant?: number | undefined;
  /** The path of one operation as in the interface, `/tokenize` for example; absent for every operation. */
  readonly path?: string | undefined;
  readonly state: GatewayState;
  /** Whether the work is done before the answer fails. */
  readonly after?: boolean | undefined;
}

/** The states that were set. */
export class GatewayStates {
  /** Every entry whose state is not normal. */
  all: readonly StateEntry[] = [];

  /** Sets the state of the entry's calls. A state for every path replaces those of single paths. */
  set(entry: StateEntry): void {
    const { merchant, path, state } = entry;
    const isReplaced = (other: StateEntry) =>
      other.merchant === merchant && (path === undefined || other.path === path);
    this.all = this.all.filter((other) => !isReplaced(other));
    if (state !== "normal") this.all = [...this.all, entry];
  }

  /** The fault of a call: a merchant's own state comes before that of all, and the state of one path before that of every path. */
  faultOf(merchant: number | undefined, path: string): AnswerFault | undefined {
    const rank = (entry: StateEntry) =>
      (entry.merchant === undefined ? 0 : 2) + (entry.path === undefined ? 0 : 1);
    const [entry] = this.all
      .filter((one) => (one.merchant ?? merchant) === merchant && (one.path ?? path) === path)
      .toSorted((one, other) => rank(other) - rank(one));
    return entry && { ...faults[entry.state], after: entry.after };
  }
}
