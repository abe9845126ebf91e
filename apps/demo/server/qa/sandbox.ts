/** The part of the sandbox's admin API that the QA panel uses. The token stays on the server. */

/** A notification as the sandbox sent it. */
export interface Delivery {
  /** `X-Delivery-ID`. */
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
    readonly payment?: Result & { readonly amount?: unknown };
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

/** A change of the clock. */
export type ClockAction =
  | { readonly action: "advance"; readonly days?: number; readonly hours?: number }
  | { readonly action: "reset" };

/** A state of the gateway: of all calls, or of one operation; `after`: the work is done first, then the answer fails. */
export interface GatewayEntry {
  readonly path?: string;
  readonly state: "normal" | "slow" | "error" | "limited" | "silent";
  readonly after?: true;
}

/** The current code of a wallet user's authenticator. */
export interface AuthenticatorCode {
  readonly code: string;
  /** Whether the code has already logged the user in. */
  readonly isUsed: boolean;
}

export interface SandboxAdmin {
  /** The latest notifications of all merchants, the latest first. @throws Error when the sandbox answers with an error. */
  notifications(): Promise<readonly Delivery[]>;
  /** Sends a notification again and waits for the attempt. @throws Error as above. */
  replay(id: string): Promise<void>;
  /** Moves the sandbox's clock. @throws Error as above. */
  move(action: ClockAction): Promise<ClockMove>;
  /** The sandbox's time, ISO 8601. @throws Error as above. */
  time(): Promise<string>;
  /** Replaces the state of the gateway; `null` makes it normal. @throws Error as above. */
  setGateway(entry: GatewayEntry | null): Promise<void>;
  /** The states that are not normal. @throws Error as above. */
  gateway(): Promise<readonly GatewayEntry[]>;
  /** The code of a wallet user's authenticator. @throws Error as above. */
  showCode(userId: number): Promise<AuthenticatorCode>;
}

export interface SandboxAdminOptions {
  readonly url: string;
  readonly token: string;
  readonly fetch: typeof fetch;
}

/** The sandbox needs a while for a year of renewals. */
const timeoutMs = 60_000;
/** The number of notifications in which those of one shopper are searched. */
const listed = 200;

export function createSandboxAdmin({ url, token, fetch: send }: SandboxAdminOptions): SandboxAdmin {
  async function call(method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> {
    const response = await send(`${url}/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`The sandbox's admin API answers ${response.status}.`);
    return response.json();
  }
  return {
    notifications: async () =>
      ((await call("GET", `/notifications?limit=${listed}`)) as { readonly data: readonly Delivery[] }).data,
    replay: async (id) => void (await call("POST", `/notifications/${encodeURIComponent(id)}/replay`, {})),
    showCode: async (userId) => (await call("GET", `/users/${userId}/code`)) as AuthenticatorCode,
    setGateway: async (entry) => {
      await call("POST", "/gateway", { state: "normal" });
      if (entry) await call("POST", "/gateway", entry);
    },
    gateway: async () => ((await call("GET", "/gateway")) as { readonly data: readonly GatewayEntry[] }).data,
    time: async () => ((await call("GET", "/clock")) as Pick<ClockMove, "now">).now,
    move: async (action) => (await call("POST", "/clock", action)) as ClockMove,
  };
}
