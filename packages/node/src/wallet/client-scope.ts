/** Types for the wallet user that a call applies to. */
import type { WithExtra } from "../call/extras.ts";
import type { RequestOptions } from "../client/settings.ts";

/** The client has no default `userId`: each call names the wallet user. */
export interface PerCall {
  /** Id of the wallet user. */
  readonly userId: number;
}

/** The client has a default `userId`; a call may override it. */
export interface ClientDefault {
  /**
   * Id of the wallet user.
   * @default the client's
   */
  readonly userId?: number | undefined;
}

/** The wallet is bound to one user: calls take no `userId`. */
export interface BoundUser {
  readonly userId?: never;
}

/** Source of a call's wallet user: each call, the client's default, or `forUser`. */
export type ClientScope = PerCall | ClientDefault | BoundUser;

/** Input with the scope, then options. The input is optional if none of its fields is required. */
export type InputArgs<Scope extends ClientScope, Input extends object = object> = object extends Scope & Input
  ? [input?: Scope & Input & WithExtra, options?: RequestOptions]
  : [input: Scope & Input & WithExtra, options?: RequestOptions];

/** Options with the scope, for calls without other input. */
export type OptionArgs<Scope extends ClientScope> = object extends Scope
  ? [options?: Scope & RequestOptions]
  : [options: Scope & RequestOptions];

/** Options of lists. Each page is a separate request with its own idempotency key. */
export type ListOptions = Omit<RequestOptions, "idempotencyKey">;

/** Filter with the scope, then options. */
export type FilterArgs<Scope extends ClientScope, Filter extends object> = object extends Scope & Filter
  ? [filter?: Scope & Filter, options?: ListOptions]
  : [filter: Scope & Filter, options?: ListOptions];

/** Separates the scope of a call without other input from its options. */
export function splitScope({ userId, ...options }: ClientScope & RequestOptions = {}): {
  readonly input: object;
  readonly options: RequestOptions;
} {
  return { input: userId === undefined ? {} : { userId }, options };
}
