/**
 * Frames for tests, in the place of documents that a browser would load: happy-dom loads none, and its messages have
 * neither sources nor ports. The message channels are real.
 */
import type {
  FieldSnapshot,
  FrameToPage,
  Greet,
  Open,
  PageToFrame,
  Snapshot,
} from "@cardpane/contract/messages";

export const paneOrigin = "https://pane.example";

export const emptyField: FieldSnapshot = {
  label: "Card number",
  empty: true,
  complete: false,
  valid: false,
  focused: false,
  error: null,
  errorText: null,
};

export const emptySnapshot: Snapshot = {
  fields: { number: emptyField },
  brand: null,
  brands: [],
  empty: true,
  complete: false,
  valid: false,
};

/** The document in one iframe. */
export class FakeFrame {
  /** What the page said, oldest first. */
  readonly heard: PageToFrame[] = [];
  open: Open | undefined;
  /** Where the page's greetings were addressed to. */
  readonly greeted: string[] = [];
  /** The document of the pane's origin has not come yet. */
  isBlank = false;
  #port: MessagePort | undefined;

  postMessage(message: Open | Greet, targetOrigin: string, [port]: MessagePort[] = []): void {
    if (message.type === "cardpane:greet" || !port) {
      this.greeted.push(targetOrigin);
      return;
    }
    this.open = message;
    this.#port = port;
    port.onmessage = ({ data }) => this.heard.push(data);
  }

  /** Posts to the page's window, as `parent.postMessage` does. */
  post(data: unknown, origin = paneOrigin): void {
    window.dispatchEvent(Object.assign(new Event("message"), { source: this, origin, data }));
  }

  hello(nonce = "0".repeat(32)): void {
    this.post({ type: "cardpane:hello", version: 1, frameNonce: nonce });
  }

  /** Speaks by the port, and waits until it was heard. */
  async say(...words: FrameToPage[]): Promise<void> {
    for (const word of words) this.#port?.postMessage(word);
    await delivered();
  }

  /** Goes the whole way from hello to ready. */
  async start(heightPx = 200): Promise<void> {
    this.hello();
    await this.say(
      { type: "opened", pageNonce: this.open?.pageNonce ?? "" },
      { type: "ready", heightPx, snapshot: emptySnapshot },
    );
  }

  /** The last thing of a kind that the page said. */
  last<Type extends PageToFrame["type"]>(type: Type): Extract<PageToFrame, { type: Type }> | undefined {
    return this.heard.findLast(
      (message): message is Extract<PageToFrame, { type: Type }> => message.type === type,
    );
  }

  close(): void {
    this.#port?.close();
  }
}

/** Gives every iframe that is in the page a frame; the answer takes them away again. */
export function fakeFrames(): { of: (iframe: Element | null) => FakeFrame; restore: () => void } {
  const frames = new Map<Element, FakeFrame>();
  const of = (iframe: Element | null): FakeFrame => {
    if (!iframe) throw new Error("There is no iframe.");
    const frame = frames.get(iframe) ?? new FakeFrame();
    frames.set(iframe, frame);
    return frame;
  };
  const originals = Object.getOwnPropertyDescriptors(HTMLIFrameElement.prototype);
  Object.defineProperties(HTMLIFrameElement.prototype, {
    contentWindow: {
      configurable: true,
      get(this: HTMLIFrameElement) {
        return this.isConnected ? of(this) : null;
      },
    },
    contentDocument: {
      configurable: true,
      get(this: HTMLIFrameElement) {
        return of(this).isBlank ? document : null;
      },
    },
    // Kept where happy-dom does not find it, or it would load the document as soon as the iframe is in the page.
    src: {
      configurable: true,
      get(this: HTMLIFrameElement) {
        return this.isConnected ? "" : (this.dataset["src"] ?? "");
      },
      set(this: HTMLIFrameElement, src: string) {
        this.dataset["src"] = src;
      },
    },
  });
  return {
    of,
    restore() {
      for (const frame of frames.values()) frame.close();
      Object.defineProperties(HTMLIFrameElement.prototype, originals);
    },
  };
}

/** Resolves when the messages that were posted before have arrived; by channels, since timers may be false ones. */
export async function delivered(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(turn);
    });
    port1.close();
  }
}
