/**
 * The page's side of the handshake; the steps are those of the protocol (contract/messages).
 *
 *   3. hello    accepted when its source is the iframe's window and its origin the pane's, in this order, the first one only
 *   4. open     the response to it, with the one port, addressed to the pane's origin
 *   6. opened   the frame's first message on the port, with the page's nonce; only after it is any other message accepted
 *
 * Any message of the iframe from another origin ends it: `frame_hijacked`. So does a second hello, for the frame was
 * reloaded: `frame_gone`. When the iframe loads another document, the listener stays for a moment: a message from another
 * origin then means `frame_hijacked`, a hello or silence means `frame_gone`.
 *
 * A frame that may have sent its hello before anyone listened is greeted, and sends it again.
 */
import type { PaneErrorCode } from "@cardpane/contract/errors";
import {
  type FieldName,
  type FrameToPage,
  type Greet,
  type Hello,
  type Open,
  type PageToFrame,
  type PaneOptions,
  parseFrameToPage,
  parseHello,
  protocolVersion,
  randomNonce,
} from "@cardpane/contract/messages";
import type { DebugLog } from "../pane/debug-log.ts";

/** How long a document that replaced the frame may take to send a message. */
const identifyMs = 2_000;

/** A message of the frame once the connection is open, or what became of the connection. */
export type FrameSignal =
  | Exclude<FrameToPage, { readonly type: "opened" }>
  /** The frame sent a good hello, with this nonce. From here on it receives messages. */
  | { readonly type: "connected"; readonly frameNonce: string }
  /** The frame is lost; `failed` follows with the reason. `failed` is the last signal. */
  | { readonly type: "lost" };

interface ConnectionOptions {
  /** Where messages of frames arrive. @default the page's window */
  readonly messages?: Pick<Window, "addEventListener" | "removeEventListener">;
  /** Its window is another one after it was moved, and `null` when it is out of the page. */
  readonly iframe: { readonly contentWindow: Pick<Window, "postMessage"> | null };
  /** Where the pane's frame comes from. */
  readonly url: Pick<URL, "origin">;
  /** The frame was there before this connection: its hello may have been missed. @default false */
  readonly isEarly?: boolean;
  /** The one field that the frame draws, or `null`: the whole form. */
  readonly field: FieldName | null;
  /** Read when the hello arrives. */
  readonly options: () => PaneOptions;
  readonly onSignal: (signal: FrameSignal) => void;
  readonly log?: DebugLog;
}

/** Waits for the frame's hello, and exchanges messages with the frame from then on. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #messages: Pick<Window, "addEventListener" | "removeEventListener">;
  #port: MessagePort | undefined;
  #pageNonce = "";
  #frameNonce = "";
  #isOpen = false;
  /** Messages that still arrive by the port are of a frame that is lost. */
  #isClosed = false;
  #identifyTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#messages = options.messages ?? window;
    this.#messages.addEventListener("message", this.#onWindowMessage);
    if (options.isEarly) this.#greet();
  }

  /** Drops the message while there is no port. */
  send(message: PageToFrame): void {
    if (!this.#port) return;
    this.#options.log?.(`sent ${message.type}`);
    this.#port.postMessage(message);
  }

  /** The iframe holds another document now. */
  handleReload(): void {
    if (this.#isClosed || !this.#port) return;
    this.#isClosed = true;
    this.#port.close();
    this.#identifyTimer = setTimeout(() => this.#fail("frame_gone"), identifyMs);
    this.#options.onSignal({ type: "lost" });
  }

  /** A document has loaded: the frame's own, which then answers, or one that took its place. */
  verify(): void {
    if (this.#isClosed || !this.#port) return;
    clearTimeout(this.#identifyTimer);
    this.#identifyTimer = setTimeout(() => this.#fail("frame_gone"), identifyMs);
    this.#greet();
  }

  /** Ends it without a message. May be called twice. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#identifyTimer);
    this.#messages.removeEventListener("message", this.#onWindowMessage);
    this.#port?.close();
  }

  readonly #onWindowMessage = ({ source, origin, data }: MessageEvent): void => {
    const { iframe, url, log } = this.#options;
    const { contentWindow } = iframe;
    if (!contentWindow || source !== (contentWindow as unknown)) return;
    const hello = parseHello(data);
    log?.(hello ? "received hello" : "received an unknown message", { origin });
    if (origin !== url.origin) this.#fail("frame_hijacked");
    else if (hello && hello.version !== protocolVersion) this.#fail("version_mismatch");
    else if (hello && this.#isGreeted(hello)) clearTimeout(this.#identifyTimer);
    else if (hello && this.#port) this.#fail("frame_gone");
    else if (hello) this.#open(hello, contentWindow);
  };

  #greet(): void {
    const { iframe, url, log } = this.#options;
    const greet: Greet = { type: "cardpane:greet" };
    log?.("sent greet", { origin: url.origin });
    iframe.contentWindow?.postMessage(greet, url.origin);
  }

  /** Whether a hello is the answer to a greeting, of the document that the connection is with. */
  #isGreeted({ frameNonce }: Hello): boolean {
    return !!this.#options.isEarly && !this.#isClosed && frameNonce === this.#frameNonce;
  }

  #open({ frameNonce }: Hello, frame: Pick<Window, "postMessage">): void {
    const { url, field, options, onSignal, log } = this.#options;
    this.#frameNonce = frameNonce;
    this.#pageNonce = randomNonce();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => this.#handleMessage(parseFrameToPage(data));
    this.#port = port1;
    onSignal({ type: "connected", frameNonce });
    const open: Open = {
      type: "cardpane:open",
      version: protocolVersion,
      frameNonce,
      pageNonce: this.#pageNonce,
      field,
      options: options(),
    };
    log?.("sent open", { origin: url.origin });
    frame.postMessage(open, url.origin, [port2]);
  }

  #handleMessage(message: FrameToPage | undefined): void {
    if (this.#isClosed) return;
    // The type alone: the message may carry a token.
    this.#options.log?.(`received ${message ? message.type : "an unknown message"}`);
    if (!message) return;
    if (message.type === "failed") this.#fail(message.code);
    else if (message.type === "opened") this.#handleOpened(message.pageNonce);
    else if (this.#isOpen) this.#options.onSignal(message);
  }

  #handleOpened(pageNonce: string): void {
    if (pageNonce === this.#pageNonce) this.#isOpen = true;
    else this.#fail("frame_hijacked");
  }

  #fail(code: PaneErrorCode): void {
    this.close();
    this.#options.onSignal({ type: "failed", code });
  }
}
