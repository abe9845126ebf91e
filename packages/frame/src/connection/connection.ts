/**
 * The frame's connection to the page: the handshake on the window, then every message on the port. The numbers are
 * the steps in `@cardpane/contract/messages`:
 *
 *  2. The frame sends `hello` to its parent, addressed to the pinned origin, and repeats it for each `greet` (greeting.ts).
 *  5. The frame accepts one `open`: from its parent, from that origin, with its own nonce and exactly one port. It ignores
 *     anything else. Any later `open` from that parent and origin closes the pane.
 *  6. From then on both sides use the port. `opened` is the frame's first message there.
 */
import type { PaneErrorCode } from "@cardpane/contract/errors";
import {
  type FrameToPage,
  type Open,
  type PageToFrame,
  parseOpen,
  parsePageToFrame,
  protocolVersion,
} from "@cardpane/contract/messages";
import { readOwn } from "@cardpane/contract/record";
import type { Greeting } from "./greeting.ts";

/** The page that has opened the pane. */
export interface Page {
  /** Sends a message; does nothing once the pane is closed. */
  send(message: FrameToPage): void;
  /** Reports the reason why the pane cannot continue, and closes it. */
  fail(code: PaneErrorCode): void;
}

/** Handles the events of the connection to the page. */
export interface Listener {
  /** The page opened the pane. Called once. */
  onOpen(page: Page, open: Pick<Open, "field" | "options">): void;
  /** A message of the page arrived. */
  onMessage(message: PageToFrame): void;
  /** The pane is closed: by the page, by a second handshake, or by {@link Page.fail}. Called once. */
  onClose(): void;
}

/** Waits for the page to open the pane. */
export function awaitOpen(greeting: Greeting, listener: Listener): void {
  let connection: Connection | null = null;
  greeting.receive(({ data, ports }) => {
    if (connection) {
      connection.fail("frame_gone");
      return;
    }
    const port = ports[0];
    if (!port || ports.length !== 1 || readOwn(data, "frameNonce") !== greeting.nonce) return;
    connection = new Connection(port, listener, () => greeting.end());
    const open = parseOpen(data);
    if (open?.version === protocolVersion) {
      connection.send({ type: "opened", pageNonce: open.pageNonce });
      listener.onOpen(connection, open);
    } else {
      const isOther = readOwn(data, "version") !== protocolVersion;
      connection.fail(isOther ? "version_mismatch" : "options_refused");
    }
  });
}

/** The one port to the page. */
class Connection implements Page {
  readonly #port: MessagePort;
  readonly #listener: Listener;
  readonly #release: () => void;
  #isOpen = true;

  constructor(port: MessagePort, listener: Listener, release: () => void) {
    this.#port = port;
    this.#listener = listener;
    this.#release = release;
    port.onmessage = (event) => this.#handleMessage(event.data);
  }

  send(message: FrameToPage): void {
    if (this.#isOpen) this.#port.postMessage(message);
  }

  fail(code: PaneErrorCode): void {
    this.send({ type: "failed", code });
    this.#close();
  }

  #handleMessage(data: unknown): void {
    const message = this.#isOpen ? parsePageToFrame(data) : undefined;
    if (!message) return;
    this.#listener.onMessage(message);
    if (message.type === "close") this.#close();
  }

  #close(): void {
    if (!this.#isOpen) return;
    // Before `onClose`, which must not send anything: `failed` and `close` are the last messages.
    this.#isOpen = false;
    this.#listener.onClose();
    this.#port.close();
    this.#release();
  }
}
