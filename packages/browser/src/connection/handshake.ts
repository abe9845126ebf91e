/**
 * The page's side of the handshake; the steps are those of the protocol (contract/messages).
 *
 *   3. hello    taken when its source is the iframe's window and its origin the pane's, in this order, the first one only
 *   4. open     answered with the one port, addressed to the pane's origin
 *   6. opened   the frame's first word on the port, with our nonce; only then is anything else on it heard
 *
 * Any message of the iframe from another origin ends it: `frame_hijacked`. So does a second hello, for the frame was
 * reloaded: `frame_gone`. Where only the loss is seen (another document was loaded), the listener stays for a moment, so
 * that a frame that was led away by a script is not taken for one that was reloaded.
 */
import type { PaneErrorCode } from "@cardpane/contract/errors";
import {
  type FieldName,
  type FrameToPage,
  type Hello,
  type Open,
  type PageToFrame,
  type PaneOptions,
  parseFrameToPage,
  parseHello,
  protocolVersion,
} from "@cardpane/contract/messages";

/** How long a lost frame may take to say who it is now. */
const doubtMs = 2_000;

/** What comes by a line: the frame's words, once the handshake has taken its own, and what becomes of the line. */
export type LineWord =
  | Exclude<FrameToPage, { readonly type: "opened" }>
  /** The frame said a good hello, with this nonce. What is said to it now, it hears. */
  | { readonly type: "heard"; readonly frameNonce: string }
  /** The frame stopped; `failed` follows and says why. `failed`, the frame's or the line's own, is the last word. */
  | { readonly type: "lost" };

interface Handshake {
  /** Where messages of frames arrive. @default the page's window */
  readonly messages?: Pick<Window, "addEventListener" | "removeEventListener">;
  /** Its window is another one after it was moved, and `null` when it is out of the page. */
  readonly iframe: { readonly contentWindow: Pick<Window, "postMessage"> | null };
  /** Where the pane's frame comes from. */
  readonly url: Pick<URL, "origin">;
  /** The one field that the frame draws, or `null`: the whole form. */
  readonly field: FieldName | null;
  /** Read when the frame says hello. */
  readonly options: () => PaneOptions;
  readonly said: (word: LineWord) => void;
}

/** The way to the frame. */
export interface Line {
  /** Drops the message while there is no port. */
  send(message: PageToFrame): void;
  /** The iframe holds another document now. */
  replaced(): void;
  /** Ends it without a word. May be called twice. */
  close(): void;
}

/** Listens for the frame's hello, and speaks with it from then on. */
export function shakeHands({
  messages = window,
  iframe,
  url: { origin },
  field,
  options,
  said,
}: Handshake): Line {
  let port: MessagePort | undefined;
  let doubt: ReturnType<typeof setTimeout> | undefined;
  /** What still comes by the port is of a frame that is lost. */
  let isDeaf = false;

  function close(): void {
    isDeaf = true;
    clearTimeout(doubt);
    messages.removeEventListener("message", onMessage);
    port?.close();
  }

  function end(code: PaneErrorCode): void {
    close();
    said({ type: "failed", code });
  }

  function replaced(): void {
    if (isDeaf || !port) return;
    isDeaf = true;
    port.close();
    doubt = setTimeout(end, doubtMs, "frame_gone");
    said({ type: "lost" });
  }

  function onMessage({ source, origin: sender, data }: MessageEvent): void {
    const { contentWindow } = iframe;
    if (!contentWindow || source !== (contentWindow as unknown)) return;
    const hello = parseHello(data);
    if (sender !== origin) end("frame_hijacked");
    else if (hello && hello.version !== protocolVersion) end("version_mismatch");
    else if (hello && port) end("frame_gone");
    else if (hello) open(hello, contentWindow);
  }

  function open({ frameNonce }: Hello, frame: Pick<Window, "postMessage">): void {
    const pageNonce = randomNonce();
    const { port1, port2 } = new MessageChannel();
    let isOpen = false;
    port1.onmessage = ({ data }) => {
      const message = isDeaf ? undefined : parseFrameToPage(data);
      if (!message) return;
      if (message.type === "failed") end(message.code);
      else if (message.type !== "opened") {
        if (isOpen) said(message);
      } else if (message.pageNonce === pageNonce) isOpen = true;
      else end("frame_hijacked");
    };
    port = port1;
    said({ type: "heard", frameNonce });
    const answer: Open = {
      type: "cardpane:open",
      version: protocolVersion,
      frameNonce,
      pageNonce,
      field,
      options: options(),
    };
    frame.postMessage(answer, origin, [port2]);
  }

  messages.addEventListener("message", onMessage);
  return { send: (message) => port?.postMessage(message), replaced, close };
}

/** 128 random bits in hex. */
function randomNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join("");
}
