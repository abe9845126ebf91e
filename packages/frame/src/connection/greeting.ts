/**
 * Step 2 of the handshake: sends `hello`, sends it again for each `greet`, and keeps an `open` until the frame's script reads it.
 *
 * It runs in a script of its own in front of the frame's script, so the page can answer while the browser loads and compiles that
 * one. The browser delivers a message to another process after the task that posts it: sent by the frame's script, hello would
 * leave after all of that script has run.
 */
import {
  claimsToOpen,
  type Hello,
  parseGreet,
  protocolVersion,
  randomNonce,
} from "@cardpane/contract/messages";
import { type DocumentContext, parentOrigin } from "./parent-origin.ts";

/** The frame's window, as far as the handshake uses it. */
export interface FrameWindow {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** A frame that has sent its hello. */
export interface Greeting {
  /** The frame's own: 128 random bits in hex. */
  readonly nonce: string;
  /** The pinned origin of the page. */
  readonly origin: string;
  /** Passes on each message of the page that claims to be an `open`: those that arrived already, in their order, and later ones. */
  receive(onOpen: (event: MessageEvent) => void): void;
  /** Listens no more. */
  end(): void;
}

/** The second `open` closes the pane, so a third one would change nothing. */
const maxKept = 2;

/** Sends hello to the page; `null` where the pane must not start. */
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
    origin,
    receive(onOpen) {
      handleOpen = onOpen;
      for (const event of kept.splice(0)) onOpen(event);
    },
    end: () => window.removeEventListener("message", handleMessage),
  };
}
