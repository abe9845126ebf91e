/**
 * A fake for merchants' unit tests: the real pane and the real elements, with a form in the place of each frame that the test
 * fills in. So options are checked, events come and promises settle as they do in a browser, and nothing is loaded.
 */
import type { PaneErrorCode } from "@cardpane/contract/errors";
import type {
  Brand,
  FieldErrorCode,
  FieldName,
  FieldSnapshot,
  PageToFrame,
  PaneOptions,
  Snapshot,
  TokenizeOutcome,
  TokenizeSuccess,
} from "@cardpane/contract/messages";
import { type FrameOptions, replaceFrames } from "../session/frame-link.ts";
import { createElement } from "../ui/create-element.ts";
import { childIframes } from "../ui/iframe.ts";

/** What a shopper types: a field is filled in rightly (`true`), emptied (`false`), or wrong (a code of its error). */
export type FakeInput = Readonly<Partial<Record<FieldName, boolean | FieldErrorCode>>> & {
  /** Of a right number the network, as in `{ number: true, brand: "visa" }`. */
  readonly brand?: Brand;
};

const labels: Readonly<Record<FieldName, string>> = {
  number: "Card number",
  expiry: "Expiry date",
  expiryMonth: "Month",
  expiryYear: "Year",
  cvv: "Security code",
  cardholder: "Name on card",
  postalCode: "Postal code",
};

const token: TokenizeSuccess = {
  token: "00000000-0000-4000-8000-000000000000",
  expireAt: 4_102_444_800,
  device: {
    browserJavaEnabled: false,
    browserLanguage: "en",
    browserColorDepth: 24,
    browserScreenHeight: 768,
    browserScreenWidth: 1024,
    browserTimezone: "0",
  },
  card: { brand: "visa", lastFour: "4242" },
};

/** A frame of a form was put into the page; what is returned receives its messages. */
let addFrame: (pane: FakePane, frame: FrameOptions) => (message: PageToFrame) => void;
/** A frame of a form is gone. */
let removeFrame: (pane: FakePane, frame: FrameOptions) => void;

/** The form of one pane, as a test sees it. */
export class FakePane {
  // Not methods of it: its declarations would name the messages between page and frame.
  static {
    addFrame = (pane, frame) => {
      pane.#frames.push(frame);
      return (message) => pane.#handleMessage(message);
    };
    removeFrame = (pane, frame) => {
      const index = pane.#frames.indexOf(frame);
      if (index >= 0) pane.#frames.splice(index, 1);
    };
  }

  readonly #frames: FrameOptions[] = [];
  readonly #outcomes: TokenizeOutcome[] = [];
  #typed: FakeInput = {};
  #focused: FieldName | null = null;
  #showsErrors = false;
  #isReady = false;

  /** The options as the frame has them. `null` before {@link FakePane.becomeReady}. */
  options: PaneOptions | null = null;

  /** The frame is loaded: the pane is `ready`. Without this call it stays `loading`. */
  becomeReady(): void {
    this.#isReady = true;
    for (const { onSignal, options } of this.#frames) {
      this.options = options();
      onSignal({ type: "connected", frameNonce: "0".repeat(32) });
    }
    for (const { onSignal } of this.#frames) {
      onSignal({ type: "ready", heightPx: 200, snapshot: this.#snapshot() });
    }
  }

  /** The shopper types: `change`, and `brandchange` with another network. */
  type(input: FakeInput): void {
    this.#typed = { ...this.#typed, ...input };
    this.#change();
  }

  /** The shopper focuses a field, or with `null` leaves the form. */
  focus(field: FieldName | null): void {
    this.#focused = field;
    this.#change();
  }

  /** The shopper presses Enter in a field. */
  pressEnter(): void {
    this.#send({ type: "submitted" });
  }

  /** The next `tokenize()` makes this token; what is not given is made up. Without this call a valid form makes one, too. */
  nextToken(success: Partial<TokenizeSuccess> = {}): void {
    this.#outcomes.push({ ok: true, ...token, ...success });
  }

  /**
   * The next `tokenize()` resolves to this error.
   *
   * @param retryAfterSeconds of a `rate_limited`, 1 to 900
   */
  nextError(
    code: PaneErrorCode,
    fields: readonly FieldName[] = [],
    text = "",
    retryAfterSeconds: number = 30,
  ): void {
    const wait = code === "rate_limited" ? { retryAfterSeconds } : {};
    this.#outcomes.push({ ok: false, code, fields, text, ...wait });
  }

  /** The frame does not load, or is lost: the pane is `failed`. */
  failToLoad(code: PaneErrorCode = "load_unreachable"): void {
    this.#frames[0]?.onSignal({ type: "failed", code });
  }

  #handleMessage(message: PageToFrame): void {
    switch (message.type) {
      case "update":
        this.options = message.options;
        this.#change();
        break;
      case "tokenize":
        this.#send({ type: "tokenized", requestId: message.requestId, outcome: this.#outcome() });
        break;
      case "validate":
        this.#showsErrors = true;
        this.#send({ type: "validated", requestId: message.requestId, snapshot: this.#snapshot() });
        this.#change();
        break;
      case "focus":
        this.focus(message.field);
        break;
      case "blur":
        this.focus(null);
        break;
      case "clear":
        this.#typed = {};
        this.#showsErrors = false;
        this.#change();
        break;
      case "announce":
      case "cancel":
      case "close":
      case "lead":
      case "admit":
      case "follow":
        break;
      default:
        message satisfies never;
    }
  }

  /** What was prepared; else a token of a valid form, and the errors of any other. */
  #outcome(): TokenizeOutcome {
    const prepared = this.#outcomes.shift();
    if (prepared) return prepared;
    const { fields, brand } = this.#snapshot();
    const wrong = (Object.keys(fields) as FieldName[]).filter((name) => !fields[name]?.valid);
    if (wrong.length === 0) return { ok: true, ...token, card: { ...token.card, brand } };
    this.#showsErrors = true;
    this.#change();
    return { ok: false, code: "form_invalid", fields: wrong, text: "" };
  }

  #change(): void {
    if (this.#isReady) this.#send({ type: "changed", snapshot: this.#snapshot() });
  }

  #send(signal: Parameters<FrameOptions["onSignal"]>[0]): void {
    // The first is the leader, whose signals count.
    this.#frames[0]?.onSignal(signal);
  }

  #snapshot(): Snapshot {
    const fields = this.options?.fields ?? [];
    const entries = fields.map(({ name, required }) => [name, this.#fieldSnapshot(name, required)] as const);
    const all = entries.map(([, field]) => field);
    const { number, brand = "visa" } = this.#typed;
    return {
      fields: Object.fromEntries(entries),
      brand: number === true ? brand : null,
      brands: number === true ? [brand] : [],
      empty: all.every(({ empty }) => empty),
      complete: entries.every(([, { complete, valid }]) => complete || valid),
      valid: all.every(({ valid }) => valid),
    };
  }

  #fieldSnapshot(name: FieldName, required: boolean): FieldSnapshot {
    const typed = this.#typed[name] ?? false;
    const wrong = typeof typed === "string" ? typed : null;
    const missing = required && typed === false && this.#showsErrors ? "required" : null;
    const error = wrong ?? missing;
    return {
      label: this.options?.texts.labels?.[name] ?? labels[name],
      empty: typed === false,
      complete: typed === true,
      valid: typed === true || (typed === false && !required),
      focused: this.#focused === name,
      error,
      errorText: error && `${labels[name]}: ${error}`,
    };
  }
}

/** The fakes of a test. */
export interface FakePanes {
  /** The pane that was mounted last, by `createCardPane()` or as an element. @throws Error when none was. */
  last(): FakePane;
  /** All that were mounted, oldest first. */
  readonly all: readonly FakePane[];
  /** Forgets them; panes load real frames again. */
  restore(): void;
}

/**
 * From now on panes load no frame: the test plays the frame, by the fake of each.
 *
 * @example
 * const panes = installFakePanes();
 * render(<Checkout />);
 * panes.last().becomeReady();
 * panes.last().type({ number: true, expiry: true, cvv: true });
 * panes.last().nextError("card_refused", ["cvv"]);
 */
export function installFakePanes(): FakePanes {
  const all: FakePane[] = [];
  const byForm = new WeakMap<object, FakePane>();
  replaceFrames((frame) => {
    let pane = byForm.get(frame.form);
    if (!pane) {
      pane = new FakePane();
      byForm.set(frame.form, pane);
      all.push(pane);
    }
    const send = addFrame(pane, frame);
    // Of the page's HTML: nothing is adopted, and nothing loaded.
    for (const early of childIframes(frame.host)) early.remove();
    // It stays without an address, or a DOM simulator would load it.
    const iframe = createElement("iframe");
    // jsdom 27 gives an iframe in a shadow root no window, as if a script had taken it out of the page.
    Object.defineProperty(iframe, "contentWindow", { get: () => (iframe.isConnected ? window : null) });
    return {
      // A frame that is not there takes no focus: happy-dom 20 fails to find one in a shadow root later.
      iframe: Object.assign(iframe, { focus() {} }),
      send,
      stop: () => removeFrame(pane, frame),
    };
  });
  return {
    all,
    last() {
      const pane = all.at(-1);
      if (!pane) throw new Error("No pane was mounted. Call installFakePanes() before the pane is mounted.");
      return pane;
    },
    restore() {
      all.length = 0;
      replaceFrames(null);
    },
  };
}
