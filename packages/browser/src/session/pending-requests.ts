/**
 * Requests to the frame. Each one settles exactly once, by a response of the frame or by an error, one second after its deadline at
 * the latest:
 *
 *   waiting --frame is ready--> sent --response--> done
 *   waiting or sent --aborted, failed, deadline--> done         sent --frame lost--> done (`frame_gone`)
 *
 * A waiting request stays pending when the frame is reloaded. A late response is ignored.
 */
import type { PaneErrorCode } from "@cardpane/contract/errors";
import type { FrameToPage, PageToFrame } from "@cardpane/contract/messages";
import { CardpaneError } from "../api/errors.ts";

/** The time after the deadline in which the frame may still respond, because it has the same deadline itself. */
const graceMs = 1_000;

type Send = (message: PageToFrame) => void;
type Response = Extract<FrameToPage, { readonly requestId: string }>;
type ResponseOf<Type extends Response["type"]> = Extract<Response, { readonly type: Type }>;

/** The deadline and the cancellation of a request. */
export interface RequestLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A request before it has an id. */
interface Request<Type extends Response["type"]> extends RequestLimits {
  /** The type of its response. */
  readonly type: Type;
  /** Creates the message when it is sent; `leftMs` is the time until the deadline. */
  readonly toMessage: (requestId: string, leftMs: number) => PageToFrame;
}

interface Pending {
  readonly request: Request<Response["type"]>;
  /** On the shopper's clock. Not `performance`, a name that a page may give to a variable of its own. */
  readonly deadline: number;
  readonly resolve: (result: Response | CardpaneError) => void;
  readonly onAbort: () => void;
  timer: ReturnType<typeof setTimeout>;
  isSent: boolean;
}

/** The requests of one pane. */
export class PendingRequests {
  readonly #pending = new Map<string, Pending>();
  #send: Send | undefined;
  #isPaused = false;
  /** The number of requests so far. Without one, no payment can have been made. */
  count = 0;

  /** Sends a request as soon as the frame is ready. Never rejects. */
  request<Type extends Response["type"]>(request: Request<Type>): Promise<ResponseOf<Type> | CardpaneError> {
    const requestId = String(++this.count);
    const { timeoutMs, signal } = request;
    return new Promise((resolve) => {
      const pending: Pending = {
        request,
        deadline: Date.now() + timeoutMs,
        resolve: resolve as Pending["resolve"],
        onAbort: () => this.#giveUp(requestId, "aborted"),
        timer: setTimeout(() => this.#expire(requestId), timeoutMs),
        isSent: false,
      };
      this.#pending.set(requestId, pending);
      signal?.addEventListener("abort", pending.onAbort);
      if (signal?.aborted) pending.onAbort();
      else this.#sendOne(requestId, pending);
    });
  }

  /** Sends the waiting requests, when the frame is ready. */
  connect(send: Send): void {
    this.#send = send;
    this.#isPaused = false;
    for (const [requestId, pending] of this.#pending) this.#sendOne(requestId, pending);
  }

  /** Makes new requests wait, because a follower is lost. The leader still responds to requests that were sent. */
  pause(): void {
    this.#isPaused = true;
  }

  /**
   * Handles that the frame is lost. With an error, every request ends with it, because no other frame will load. Without an error,
   * the requests that were sent end, and the others wait for the next frame.
   *
   * @param toError called for each request, because an error that nobody receives would be printed for developers all the same
   */
  disconnect(toError?: () => CardpaneError): void {
    this.#send = undefined;
    for (const [requestId, { isSent }] of this.#pending) {
      if (toError || isSent) this.#settle(requestId, toError?.() ?? new CardpaneError("frame_gone"));
    }
  }

  /** Settles the request of a response; a response without a pending request is ignored. */
  handleResponse(response: Response): void {
    const { requestId, type } = response;
    if (this.#pending.get(requestId)?.request.type === type) this.#settle(requestId, response);
  }

  #sendOne(requestId: string, pending: Pending): void {
    if (pending.isSent || this.#isPaused || !this.#send) return;
    pending.isSent = true;
    const leftMs = Math.max(1, pending.deadline - Date.now());
    this.#send(pending.request.toMessage(requestId, leftMs));
  }

  #expire(requestId: string): void {
    const pending = this.#pending.get(requestId);
    if (!pending) return;
    if (pending.isSent) pending.timer = setTimeout(() => this.#giveUp(requestId, "timeout"), graceMs);
    else this.#giveUp(requestId, "not_ready");
  }

  #giveUp(requestId: string, code: PaneErrorCode): void {
    if (this.#pending.get(requestId)?.isSent) this.#send?.({ type: "cancel", requestId });
    this.#settle(requestId, new CardpaneError(code));
  }

  #settle(requestId: string, result: Response | CardpaneError): void {
    const pending = this.#pending.get(requestId);
    if (!pending) return;
    this.#pending.delete(requestId);
    clearTimeout(pending.timer);
    pending.request.signal?.removeEventListener("abort", pending.onAbort);
    pending.resolve(result);
  }
}
