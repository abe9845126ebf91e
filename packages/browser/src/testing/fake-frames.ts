/**
 * Fake frames for tests, because happy-dom loads no documents, and its messages have neither sources nor ports. The message channels
 * are real.
 */
import type {
  FieldName,
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

/** The fake document of one iframe. */
export class FakeFrame {
  /** The messages of the page, oldest first. */
  readonly received: PageToFrame[] = [];
  open: Open | undefined;
  /** The target origin of each `greet` of the page. */
  readonly greeted: string[] = [];
  /** Whether the iframe still has its initial empty document. */
  isBlank = false;
  #port: MessagePort | undefined;

  postMessage(message: Open | Greet, targetOrigin: string, [port]: MessagePort[] = []): void {
    if (message.type === "cardpane:greet" || !port) {
      this.greeted.push(targetOrigin);
      return;
    }
    this.open = message;
    this.#port = port;
    port.onmessage = ({ data }) => this.received.push(data);
  }

  /** Posts to the page's window, as `parent.postMessage` does. */
  post(data: unknown, origin = paneOrigin): void {
    window.dispatchEvent(Object.assign(new Event("message"), { source: this, origin, data }));
  }

  hello(nonce = "0".repeat(32)): void {
    this.post({ type: "cardpane:hello", version: 1, frameNonce: nonce });
  }

  /** Sends messages over the port, and waits until the page has received them. */
  async send(...messages: FrameToPage[]): Promise<void> {
    for (const message of messages) this.#port?.postMessage(message);
    await delivered();
  }

  /** Sends everything from `hello` to `ready`, with a snapshot of these fields. */
  async start(heightPx = 200, names: readonly FieldName[] = ["number"]): Promise<void> {
    const fields = Object.fromEntries(names.map((name) => [name, emptyField]));
    this.hello();
    await this.send(
      { type: "opened", pageNonce: this.open?.pageNonce ?? "" },
      { type: "ready", heightPx, snapshot: { ...emptySnapshot, fields } },
    );
  }

  /** The last message of a type from the page. */
  last<Type extends PageToFrame["type"]>(type: Type): Extract<PageToFrame, { type: Type }> | undefined {
    return this.received.findLast(
      (message): message is Extract<PageToFrame, { type: Type }> => message.type === type,
    );
  }

  close(): void {
    this.#port?.close();
  }
}

/** Gives every iframe in the page a fake frame; `restore` removes the fakes. */
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
    // Stored in `data-src`, because happy-dom would load the document of `src` when the iframe is inserted.
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

/** Resolves when all messages that were posted before have arrived. It uses channels, because timers may be fake. */
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
