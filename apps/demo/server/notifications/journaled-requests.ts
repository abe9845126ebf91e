/** Records the verdict on each request to a notification address in the journal, for QA. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { CheckoutEvent, NotificationRefusedError, WalletEvent } from "@cardpane/node";
import type { Journal, Verdict } from "./journal.ts";

/** The outcome of one request. */
interface Handling {
  event?: CheckoutEvent | WalletEvent;
  refusal?: NotificationRefusedError;
}

interface JournaledRequestsOptions {
  /** The kind of notification, for the log. */
  readonly what: string;
  readonly journal: Journal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Assigns the events and refusals of a receiver to the request that caused them: the receiver's callbacks do not get it. */
export class JournaledRequests {
  readonly #options: JournaledRequestsOptions;
  readonly #running = new AsyncLocalStorage<Handling>();

  constructor(options: JournaledRequestsOptions) {
    this.#options = options;
  }

  /** Call it in `onEvent`. */
  noteEvent(event: CheckoutEvent | WalletEvent): void {
    const handling = this.#running.getStore();
    if (handling) handling.event = event;
  }

  /** Option `onRefused` of the receiver. */
  readonly onRefused = (refusal: NotificationRefusedError): void => {
    const handling = this.#running.getStore();
    if (handling) handling.refusal = refusal;
    this.#options.log(`${this.#options.what} refused: ${refusal.message}`);
  };

  /** Option `onFailure` of the receiver. */
  readonly onFailure = (error: unknown): void => {
    const { what, log } = this.#options;
    log(`${what} failed: ${error instanceof Error ? (error.stack ?? error.name) : "unknown error"}`);
  };

  /**
   * Handles a request and records the verdict.
   *
   * @param receive handles the request
   * @param readAccepted reads the body of an accepted request, and returns its reference
   */
  async handle(
    request: Request,
    receive: (request: Request) => Promise<Response>,
    readAccepted: (request: Request) => Promise<string | undefined>,
  ): Promise<Response> {
    const handling: Handling = {};
    const copy = request.clone();
    const response = await this.#running.run(handling, () => receive(request));
    const reference = response.ok ? await readAccepted(copy) : undefined;
    this.#options.journal.note({
      at: this.#options.now(),
      orderId: handling.event?.reference ?? handling.refusal?.reference ?? reference ?? null,
      deliveryId: shortHeader(request, "X-Delivery-ID"),
      attempt: Number(shortHeader(request, "X-Delivery-Attempt") ?? Number.NaN) || null,
      verdict: verdictOf(handling, response.ok),
    });
    return response;
  }
}

function verdictOf({ event, refusal }: Handling, isOk: boolean): Verdict {
  if (refusal) return { kind: "refused", code: refusal.code, why: refusal.message };
  if (!isOk) return { kind: "failed" };
  return event ? { kind: "settled", event: event.type } : { kind: "duplicate" };
}

/** A header that the gateway may have set; `null` unless it is short and plain. */
function shortHeader(request: Request, name: string): string | null {
  const value = request.headers.get(name);
  return value !== null && /^[\w-]{1,64}$/.test(value) ? value : null;
}
