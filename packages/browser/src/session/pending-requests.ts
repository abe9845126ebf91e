/**
 * Questions to the frame. Each is answered once, by the frame or by us, and never later than its deadline:
 *
 *   waiting --frame is ready--> sent --answer--> done
 *   waiting or sent --aborted, failed, deadline--> done         sent --frame lost--> done (`frame_gone`)
 *
 * What waits survives a frame that starts afresh. A late answer finds no question and is dropped.
 */
import type { PaneErrorCode } from "@cardpane/contract/errors";
import type { FrameToPage, PageToFrame } from "@cardpane/contract/messages";
import { CardpaneError } from "../pane/errors.ts";

/** How long after its own deadline a frame may still answer. */
const graceMs = 1_000;

type Send = (message: PageToFrame) => void;
type Answer = Extract<FrameToPage, { readonly requestId: string }>;
type AnswerOf<Type extends Answer["type"]> = Extract<Answer, { readonly type: Type }>;

interface Call {
  /** Of the answer that it waits for. */
  readonly type: Answer["type"];
  isSent: boolean;
  readonly send: () => void;
  readonly settle: (result: Answer | CardpaneError) => void;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls() {
  const open = new Map<string, Call>();
  let send: Send | undefined;
  /** New questions wait, though there is someone who answers those that were asked. */
  let isHeld = false;
  let count = 0;

  /**
   * Asks as soon as the frame is ready. Never rejects.
   *
   * @param toMessage makes the message when it is sent; `leftMs` is what is left of the deadline.
   */
  function ask<Type extends Answer["type"]>(
    type: Type,
    toMessage: (requestId: string, leftMs: number) => PageToFrame,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Type> | CardpaneError> {
    const requestId = String(++count);
    const until = performance.now() + timeoutMs;
    return new Promise((resolve) => {
      const abort = () => giveUp("aborted");
      const call: Call = {
        type,
        isSent: false,
        send() {
          if (call.isSent || isHeld || !send) return;
          call.isSent = true;
          send(toMessage(requestId, Math.max(1, Math.ceil(until - performance.now()))));
        },
        settle(result) {
          open.delete(requestId);
          clearTimeout(timer);
          signal?.removeEventListener("abort", abort);
          resolve(result as AnswerOf<Type> | CardpaneError);
        },
      };
      const giveUp = (code: PaneErrorCode) => {
        if (call.isSent) send?.({ type: "cancel", requestId });
        call.settle(new CardpaneError(code));
      };
      let timer = setTimeout(() => {
        if (!call.isSent) giveUp("not_ready");
        else timer = setTimeout(giveUp, graceMs, "timeout");
      }, timeoutMs);
      open.set(requestId, call);
      signal?.addEventListener("abort", abort);
      if (signal?.aborted) abort();
      else call.send();
    });
  }

  return {
    ask,
    /** The frame is ready: what waited is sent. */
    online(to: Send): void {
      send = to;
      isHeld = false;
      for (const call of open.values()) call.send();
    },
    /** One of several frames is lost, not the one that answers. */
    hold(): void {
      isHeld = true;
    },
    /**
     * The frame is lost. With an error there will be no answer any more; without, another frame may come: what was sent is
     * answered, what waits goes on waiting.
     */
    offline(error?: CardpaneError): void {
      send = undefined;
      for (const { isSent, settle } of open.values()) {
        if (error || isSent) settle(error ?? new CardpaneError("frame_gone"));
      }
    },
    answered(message: Answer): void {
      const call = open.get(message.requestId);
      if (call?.type === message.type) call.settle(message);
    },
  };
}
