/**
 * The page's connection to a frame: the handshake on the window, then every message on the port. The numbers are
 * the steps in `@cardpane/contract/messages`:
 *
 *   3. The page accepts the first `hello` whose source is the iframe's window and whose origin is the pane's, checked in this order.
 *   4. The page responds with `open` and one port, addressed to the pane's origin.
 *   6. The frame's first message on the port is `opened`, with the page's nonce. Any message before it is ignored.
 *
 * A message of the iframe from another origin ends the connection with `frame_hijacked`. A second `hello` ends it with
 * `frame_gone`, because the frame was reloaded. When the iframe loads another document, the listener stays for two seconds: a
 * message from another origin then means `frame_hijacked`; a `hello`, or no message, means `frame_gone`.
 *
 * A frame that may have sent its `hello` before this listener existed receives `greet` and sends its `hello` again.
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
import type { UnreadySignal } from "./load-monitor.ts";

/** The maximum wait for a message of the document that replaced the frame. */
const identifyMs = 2_000;

/** A message of the frame after `opened`, or a change of the connection. */
export type FrameSignal =
  | Exclude<FrameToPage, { readonly type: "opened" }>
  /** The frame sent a valid `hello` with this nonce. It can receive messages now. */
  | { readonly type: "connected"; readonly frameNonce: string }
  /** The frame is lost. `failed` follows with the reason, and is the last signal. */
  | { readonly type: "lost" }
  | UnreadySignal;

interface ConnectionOptions {
  /** Its `contentWindow` changes when it is moved, and is `null` when it is not in the page. */
  readonly iframe: { readonly contentWindow: Pick<Window, "postMessage"> | null };
  /** The address of the pane's frame. */
  readonly url: Pick<URL, "origin">;
  /** The frame may have sent its `hello` before this connection existed. @default false */
  readonly isEarly?: boolean;
  /** The field that the frame renders, or `null` for the whole form. */
  readonly field: FieldName | null;
  /** Called when the `hello` arrives. */
  readonly options: () => PaneOptions;
  readonly onSignal: (signal: FrameSignal) => void;
}

/** Waits for the frame's `hello`, then exchanges messages with the frame. */
export class Connection {
  readonly #options: ConnectionOptions;
  #port: MessagePort | undefined;
  #pageNonce = "";
  #frameNonce = "";
  #isLoaded = false;
  #isOpen = false;
  /** Messages that arrive on the port afterwards are ignored, because their frame is lost. */
  #isClosed = false;
  #identifyTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    addEventListener("message", this.#onWindowMessage);
    if (options.isEarly) this.#greet();
  }

  /** Sends a message; does nothing while there is no port. */
  send(message: PageToFrame): void {
    this.#port?.postMessage(message);
  }

  /**
   * Handles that the iframe has loaded a document: the one that sends the `hello`, or one that replaced it. The first event of an iframe
   * that existed before may belong to either, so a `greet` is sent, to which only the frame can reply with its nonce.
   */
  handleLoad(): void {
    const isFirst = !this.#isLoaded;
    this.#isLoaded = true;
    if (this.#isClosed || !this.#port || (isFirst && !this.#options.isEarly)) return;
    clearTimeout(this.#identifyTimer);
    this.#identifyTimer = setTimeout(() => this.#fail("frame_gone"), identifyMs);
    if (isFirst) this.#greet();
    else {
      this.#isClosed = true;
      this.#port.close();
      this.#options.onSignal({ type: "lost" });
    }
  }

  /** Closes the connection without a message. May be called twice. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#identifyTimer);
    removeEventListener("message", this.#onWindowMessage);
    this.#port?.close();
  }

  readonly #onWindowMessage = ({ source, origin, data }: MessageEvent): void => {
    const { iframe, url } = this.#options;
    const { contentWindow } = iframe;
    if (!contentWindow || source !== (contentWindow as unknown)) return;
    const hello = parseHello(data);
    if (origin !== url.origin) this.#fail("frame_hijacked");
    else if (hello && hello.version !== protocolVersion) this.#fail("version_mismatch");
    else if (hello && this.#isGreeted(hello)) clearTimeout(this.#identifyTimer);
    else if (hello && this.#port) this.#fail("frame_gone");
    else if (hello) {
      try {
        this.#open(hello, contentWindow);
      } catch (fault) {
        console.error(fault);
        this.#fail("load_failed");
      }
    }
  };

  #greet(): void {
    const { iframe, url } = this.#options;
    const greet: Greet = { type: "cardpane:greet" };
    iframe.contentWindow?.postMessage(greet, url.origin);
  }

  /** Whether a `hello` is the connected document's reply to a `greet`. */
  #isGreeted({ frameNonce }: Hello): boolean {
    return !!this.#options.isEarly && !this.#isClosed && frameNonce === this.#frameNonce;
  }

  #open({ frameNonce }: Hello, frame: Pick<Window, "postMessage">): void {
    const { url, field, options, onSignal } = this.#options;
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
    frame.postMessage(open, url.origin, [port2]);
  }

  #handleMessage(message: FrameToPage | undefined): void {
    if (this.#isClosed || !message) return;
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
