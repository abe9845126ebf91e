/** Whose wallet a call is about, as types tell it. */
import type { RequestOptions } from "../settings.ts";

/** The client has no `clientId` of its own: each call says whose wallet it is. */
export interface EachCall {
  /** Id of the wallet user. */
  readonly clientId: number;
}

/** The client has a `clientId`; a call may say another. */
export interface ClientsOwn {
  /**
   * Id of the wallet user.
   * @default the client's
   */
  readonly clientId?: number | undefined;
}

/** One user's wallet: nobody says whose. */
export interface OneUser {
  readonly clientId?: never;
}

export type WhoseWallet = EachCall | ClientsOwn | OneUser;

/** An input with whose wallet it is, then options; the input may be left out where nothing of it is required. */
export type Given<Who extends WhoseWallet, Input extends object = object> = object extends Who & Input
  ? [input?: Who & Input, options?: RequestOptions]
  : [input: Who & Input, options?: RequestOptions];

/** Options with whose wallet it is, of what takes no other input. */
export type Asked<Who extends WhoseWallet> = object extends Who
  ? [options?: Who & RequestOptions]
  : [options: Who & RequestOptions];

/** For lists: each page is a request of its own, with an id of its own. */
export type ListOptions = Omit<RequestOptions, "requestId">;

/** A filter with whose wallet it is, then options. */
export type Filtered<Who extends WhoseWallet, Filter extends object> = object extends Who & Filter
  ? [filter?: Who & Filter, options?: ListOptions]
  : [filter: Who & Filter, options?: ListOptions];

/** Puts what a call without other input was given apart. */
export function apart({ clientId, ...options }: WhoseWallet & RequestOptions = {}): {
  readonly input: object;
  readonly options: RequestOptions;
} {
  return { input: clientId === undefined ? {} : { clientId }, options };
}
