/**
 * Tracing channels of `node:diagnostics_channel`, for spans and metrics. Their messages are as redacted as the log: no key, body,
 * query, address, or text of an error. Nothing is built while nobody subscribes.
 */
import { fieldsOf } from "@cardpane/contract/record";
import type { AttemptLog } from "./observer.ts";

/** An error on a channel. */
export interface ChannelError {
  /** The code of the error, else its name. */
  readonly code: string;
  /** Whether money may have moved, if an attempt failed. */
  readonly outcome?: string;
}

/**
 * The message of each channel, by the name for `tracingChannel()`. One object goes through the channel's `start`, `end`, `error` and
 * `asyncEnd`, and gains fields on its way. Work that has failed has `error`.
 */
export interface ChannelMessages {
  /** An attempt of a call: one request to the gateway. */
  readonly "cardpane:attempt": AttemptLog & { readonly error?: ChannelError };
  /** A notification of the gateway, until it is answered. The signed URL has named `reference` and `attempt`. */
  readonly "cardpane:notification": {
    readonly audience: "payment" | "wallet";
    readonly environment: string;
    readonly reference?: string;
    readonly attempt?: string;
    readonly deliveryId?: string | undefined;
    /** The status of the answer. */
    readonly status?: number;
    readonly error?: ChannelError;
  };
  /** A call of the store. `once` is a transaction with its lock, and runs `onEvent`. */
  readonly "cardpane:store": {
    readonly method: "once" | "find" | "scan";
    readonly error?: ChannelError;
  };
}

/** Looked up and not imported, so that this package loads in every runtime. */
const diagnostics = globalThis.process?.getBuiltinModule?.("node:diagnostics_channel");
const open = (name: keyof ChannelMessages) => diagnostics?.tracingChannel?.<object>(name);
const channels = {
  "cardpane:attempt": open("cardpane:attempt"),
  "cardpane:notification": open("cardpane:notification"),
  "cardpane:store": open("cardpane:store"),
};

/**
 * Does work, and tells the subscribers of a channel about it.
 *
 * @param work gets a function that adds fields to the message
 */
export async function traced<Name extends keyof ChannelMessages, T>(
  name: Name,
  begin: () => ChannelMessages[Name],
  work: (add: (facts: Partial<ChannelMessages[Name]>) => void) => Promise<T>,
): Promise<T> {
  const channel = channels[name];
  if (!channel?.hasSubscribers) return work(() => undefined);
  const message: { error?: ChannelError } = { ...begin() };
  return channel.start.runStores(message, async () => {
    const running = work((facts) => Object.assign(message, facts));
    channel.end.publish(message);
    try {
      return await running;
    } catch (error) {
      message.error = channelError(error);
      throw error;
    } finally {
      if (message.error) channel.error.publish(message);
      channel.asyncStart.publish(message);
      channel.asyncEnd.publish(message);
    }
  });
}

/** What the channels say of an error that was thrown. */
export function channelError(error: unknown): ChannelError {
  const { code, name } = fieldsOf<Error & { code: unknown }>(error);
  return { code: String(code ?? name) };
}
