/** Test helper: an open session, and a clock that the test controls. */
import { clientOf } from "../gateway.test-server.ts";
import type { ClientOptions, LoginOptions, SessionTokens, WalletSession } from "../index.ts";
import { publicRequests, type SessionGateway } from "./wallet.test-gateway.ts";

export const credentials = publicRequests.login;
/** A payment request of a customer. The token identifies the customer. */
export const payment = publicRequests.payFromAccount;

/** A clock that the test controls. `sleep` resolves at once below 10 s, and otherwise when its signal aborts. */
export function handClock(now = 1_900_000_000_000) {
  const clock = {
    time: now,
    now: () => clock.time,
    pass: (ms: number) => {
      clock.time += ms;
    },
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (ms < 10_000) return resolve();
        signal.addEventListener("abort", () => resolve());
      }),
  };
  return clock;
}

export interface Opened {
  readonly gateway: SessionGateway;
  readonly session: WalletSession;
  readonly clock: ReturnType<typeof handClock>;
  readonly kept: SessionTokens[];
}

export async function open(
  gateway: SessionGateway,
  { login = {}, client = {} }: { login?: LoginOptions; client?: Partial<ClientOptions> } = {},
): Promise<Opened> {
  const clock = handClock();
  const kept: SessionTokens[] = [];
  const { wallet } = clientOf(gateway, { clock, ...client });
  const session = await wallet.login(credentials, {
    userId: 7,
    onTokens: (tokens) => void kept.push(tokens.reveal()),
    ...login,
  });
  return { gateway, session, clock, kept };
}

export const list = (session: WalletSession) => session.accounts.list().toArray();
export const refreshes = ({ received }: SessionGateway) =>
  received.filter(({ url }) => url?.endsWith("/refresh"));
