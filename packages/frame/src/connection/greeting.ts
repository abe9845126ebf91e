/**
 * Step 2 of the handshake: sends `hello`, repeats it for each `greet`, and keeps an `open` until the frame's second script reads it.
 *
 * It runs in a small first script, so that the page can reply while the browser loads and compiles the second script. A browser
 * delivers a message to another process only after the task that posts it: if the second script sent `hello`, the message would
 * leave only after that whole script has run.
 */
import {
  claimsToOpen,
  type Hello,
  parseGreet,
  protocolVersion,
  randomNonce,
} from "@cardpane/contract/messages";
import { ancestors, type DocumentContext, parentOrigin } from "./parent-origin.ts";

/** The part of `Window` that the handshake uses. */
export interface FrameWindow {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** A frame that has sent its hello. */
export interface Greeting {
  /** Identifies the frame: 128 random bits in hex. */
  readonly nonce: string;
  /** Every origin above the frame, the nearest first. */
  readonly page: string;
  /** Calls back for each `open` of the page: first for those that have arrived already, in order, then for later ones. */
  receive(onOpen: (event: MessageEvent) => void): void;
  /** Removes the listener. */
  end(): void;
}

/** A second `open` closes the pane, so a third one has no effect. */
const maxKept = 2;

/** Sends hello to the page; `null` if the pane must not start. */
export function startGreeting(
  window: FrameWindow,
  context: DocumentContext,
  config: { readonly lanOverHttp?: boolean },
  createNonce = randomNonce,
): Greeting | null {
  const origin = parentOrigin(context, config);
  if (origin === null) return null;
  const nonce = createNonce();
  const kept: MessageEvent[] = [];
  let handleOpen = (event: MessageEvent): void => {
    if (kept.length < maxKept) kept.push(event);
  };

  const sendHello = (): void => {
    const hello: Hello = { type: "cardpane:hello", version: protocolVersion, frameNonce: nonce };
    window.parent.postMessage(hello, origin);
  };

  function handleMessage(event: MessageEvent): void {
    if (event.source !== window.parent || event.origin !== origin) return;
    if (parseGreet(event.data)) sendHello();
    else if (claimsToOpen(event.data)) handleOpen(event);
  }

  window.addEventListener("message", handleMessage);
  sendHello();
  return {
    nonce,
    page: ancestors(context, origin),
    receive(onOpen) {
      handleOpen = onOpen;
      for (const event of kept.splice(0)) onOpen(event);
    },
    end: () => window.removeEventListener("message", handleMessage),
  };
}
