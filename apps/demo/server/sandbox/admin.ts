/** The part of the sandbox's admin API that the QA panel uses. The token stays on the server. */

/** A notification as the sandbox sent it. */
export interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly attempts: readonly {
    readonly number: number;
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
  }[];
  /** A payment's result, or a wallet's transaction. */
  readonly body: Result & {
    readonly metadata?: { readonly udf1?: unknown } | null;
    readonly payment?: Result & { readonly amount?: unknown; readonly mode?: unknown };
    readonly userId?: unknown;
    readonly merchantOrderID?: unknown;
    readonly price?: unknown;
    readonly subtype?: unknown;
    readonly notice?: unknown;
  };
}

interface Result {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly currency?: unknown;
}

/** The result of a change of the clock: the sandbox's time, ISO 8601, and what fell due. */
export interface ClockMove {
  readonly now: string;
  readonly events: readonly { readonly kind: string }[];
}

/** The changes of the clock that the panel's buttons make. */
export const clockMoves = {
  hour: { label: "+1 hour", action: { action: "advance", hours: 1 } },
  day: { label: "+1 day", action: { action: "advance", days: 1 } },
  month: { label: "+30 days", action: { action: "advance", days: 30 } },
  reset: { label: "Back to now", action: { action: "reset" } },
} as const;

/** A state of the gateway: of all calls, or of one operation; `after`: the work is done first, then the answer fails. */
interface GatewayEntry {
  readonly path?: string;
  readonly state: "normal" | "slow" | "error" | "limited" | "silent";
  readonly after?: true;
}

/** The states of the gateway that the panel's buttons switch on; `null` makes it normal. */
export const gatewayStates = {
  normal: { label: "normal", entry: null },
  slow: { label: "slow (4 s)", entry: { state: "slow" } },
  error: { label: "500", entry: { state: "error" } },
  limited: { label: "429", entry: { state: "limited" } },
  silent: { label: "silent", entry: { state: "silent" } },
  /** The payment is made, and its answer never arrives: the order is in doubt until the notification. */
  lost: { label: "answer lost", entry: { path: "/payment", state: "silent", after: true } },
  /** The refund is made, and its answer never arrives. */
  refund: {
    label: "refund's answer lost",
    entry: { path: "/payment/{id}/credit", state: "silent", after: true },
  },
  /** The pane gets no token; the rest of the shop works. */
  tokens: { label: "no tokens (500)", entry: { path: "/tokenize", state: "error" } },
} as const satisfies Record<string, { readonly label: string; readonly entry: GatewayEntry | null }>;

/** The doubts that the panel's buttons make of the next payment, by the sandbox's rules; the shop's operator ends them. */
export const doubts = {
  lost: {
    label: "no answer, no notification",
    effects: [
      { type: "answer", lost: "reset", after: true },
      { type: "notification", mode: "drop", attempts: 6 },
    ],
  },
  less: { label: "half the money", effects: [{ type: "outcome", code: "1001" }] },
  reserved: { label: "money only reserved", effects: [{ type: "auth" }] },
} as const;

/** The merchant of `npm start`. */
const merchant = 1001;

export type SandboxAdmin = ReturnType<typeof createSandboxAdmin>;

/** The sandbox needs a while for a year of renewals. */
const timeoutMs = 60_000;
/** The number of notifications in which those of one shopper are searched. */
const listed = 200;

/** The sandbox answers that it does not do something; the message is its reason. */
export class RefusedCommand extends Error {}

/** Creates the client of the admin API. Each method throws an Error if the sandbox answers with one. */
export function createSandboxAdmin({
  url,
  token,
  fetch: send,
}: {
  readonly url: string;
  readonly token: string;
  readonly fetch: typeof fetch;
}) {
  /** Calls the API; a call with a body is a POST. */
  async function call<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await send(`${url}/admin${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      const { errors = {} } = (await response.json()) as {
        readonly errors?: Readonly<Record<string, string>>;
      };
      throw new RefusedCommand(
        Object.values(errors).join(", ") || `its admin API answers ${response.status}`,
      );
    }
    return (await response.json()) as Answer;
  }
  return {
    /** The latest notifications of all merchants, the latest first. */
    notifications: async () =>
      (await call<{ readonly data: readonly Delivery[] }>(`/notifications?limit=${listed}`)).data,
    replay: (id: string) => call(`/notifications/${encodeURIComponent(id)}/replay`, {}),
    move: (to: keyof typeof clockMoves) => call<ClockMove>("/clock", clockMoves[to].action),
    /** The sandbox's time, ISO 8601. */
    time: async () => (await call<Pick<ClockMove, "now">>("/clock")).now,
    setGateway: async (name: keyof typeof gatewayStates) => {
      const { entry } = gatewayStates[name];
      await call("/gateway", { state: "normal" });
      if (entry) await call("/gateway", entry);
    },
    makeDoubt: async (name: keyof typeof doubts) => {
      for (const effect of doubts[name].effects) {
        // The notification is of no request.
        const match = effect.type === "notification" ? {} : { match: { path: "/payment" } };
        await call("/rules", { merchant, ...match, effect });
      }
    },
    /** The state of the gateway in words. */
    gateway: async () => {
      const { data } = await call<{ readonly data: readonly GatewayEntry[] }>("/gateway");
      const words = data.map(
        ({ path = "all calls", state, after }) => `${path}: ${state}${after ? ", after the work" : ""}`,
      );
      return words.join("; ") || "normal";
    },
    /** The current code of a wallet user's authenticator, and whether it has already logged the user in. */
    showCode: (userId: number) =>
      call<{ readonly code: string; readonly isUsed: boolean }>(`/users/${userId}/code`),
  };
}
