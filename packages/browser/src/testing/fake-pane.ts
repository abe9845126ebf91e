/**
 * A fake for merchants' unit tests: the real pane and the real elements, with fake forms in place of frames. The test fills in the
 * forms. Options are validated, events are dispatched and promises settle as in a browser, and nothing is loaded.
 */
import { describeDecline } from "@cardpane/contract/declines";
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
import { type FrameRequest, replaceFrames } from "../session/frame-slot.ts";
import { createElement } from "../ui/create-element.ts";
import { childIframes } from "../ui/iframe.ts";

/** The input of a shopper: each field is valid (`true`), empty (`false`), or invalid (its error code). */
export type FakeInput = Readonly<Partial<Record<FieldName, boolean | FieldErrorCode>>> & {
  /** The network of a valid number, as in `{ number: true, brand: "visa" }`. */
  readonly brand?: Brand;
};

const noCard = { number: false, expiry: false, expiryMonth: false, expiryYear: false, cvv: false } as const;

const labels: Readonly<Record<FieldName, string>> = {
  number: "Card number",
  expiry: "Expiry date",
  expiryMonth: "Expiry month",
  expiryYear: "Expiry year",
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
  card: { brand: "visa", lastFour: "4242", hasName: false },
};

/** The outcome for data of the page that are invalid. */
const extraInvalid = { ok: false, code: "extra_invalid", text: "", fields: [] } as const;

/** Adds a frame of a form; the returned function receives the page's messages. */
let addFrame: (pane: FakePane, frame: FrameRequest) => (message: PageToFrame) => void;
/** Removes a frame of a form. */
let removeFrame: (pane: FakePane, frame: FrameRequest) => void;

/** The fake form of one pane. */
export class FakePane {
  // Not methods of the class, because its published declarations would expose the messages between page and frame.
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

  readonly #frames: FrameRequest[] = [];
  readonly #outcomes: TokenizeOutcome[] = [];
  #typed: FakeInput = {};
  /** The number and the expiry that became a token. */
  #kept: FakeInput = {};
  #focused: FieldName | null = null;
  #showsErrors = false;
  #isReady = false;

  /** The code of the decline that the page showed last; `null` before it, and when a card was sent again. */
  decline: string | null = null;
  /** The options that the frame received; `null` before {@link FakePane.becomeReady}. */
  options: PaneOptions | null = null;

  /** Loads the frame: the pane is `ready`. Without this call it stays `loading`. */
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

  /** Types into fields: dispatches `change`, and `brandchange` for another network. */
  type(input: FakeInput): void {
    this.#typed = { ...this.#typed, ...input };
    this.#change();
  }

  /** Focuses a field; `null` removes the focus from the form. */
  focus(field: FieldName | null): void {
    this.#focused = field;
    this.#change();
  }

  /** Presses Enter in a field. */
  pressEnter(): void {
    this.#send({ type: "enter" });
  }

  /** The next `tokenize()` resolves to this token, with defaults for missing properties. A valid form creates one without this call, too. */
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

  /** Fails the load of the frame: the pane is `failed`. */
  failToLoad(code: PaneErrorCode = "load_unreachable"): void {
    this.#frames[0]?.onSignal({ type: "failed", code });
  }

  #handleMessage(message: PageToFrame): void {
    switch (message.type) {
      case "update":
        this.options = message.options;
        this.#change();
        break;
      case "tokenize": {
        const outcome = message.extra ? this.#outcome() : extraInvalid;
        // The form wipes the card that became a token: a second token needs the card again.
        if (outcome.ok) {
          const { cvv: _, ...kept } = this.#typed;
          this.#kept = kept;
          this.type(noCard);
        }
        this.decline = null;
        this.#send({ type: "tokenized", requestId: message.requestId, outcome });
        break;
      }
      case "validate":
        this.#showsErrors = true;
        this.#send({ type: "validated", requestId: message.requestId, snapshot: this.#snapshot() });
        this.#change();
        break;
      case "focus":
        this.focus(message.field ?? this.#invalid()[0] ?? this.options?.fields[0]?.name ?? null);
        break;
      case "decline":
        this.#handleDecline(message.code);
        break;
      case "blur":
        this.focus(null);
        break;
      case "clear":
      case "reset":
        this.#typed = this.#kept = {};
        this.decline = null;
        this.#showsErrors = false;
        this.#change();
        break;
      case "reloaded":
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

  /** Gives the card back, as the form does, and marks the field that the decline is about. */
  #handleDecline(code: string | null): void {
    const { field, keepsCard } = describeDecline(code);
    const own = this.options?.fields.find(({ name }) => name === field)?.name;
    if (code !== null) this.decline = code;
    if (code === null || keepsCard) this.#typed = { ...this.#typed, ...this.#kept };
    if (code !== null && own) this.#typed = { ...this.#typed, [own]: "refused" };
    this.#kept = {};
    this.#change();
  }

  /** The prepared outcome; without one, a token for a valid form, and the errors of an invalid one. */
  #outcome(): TokenizeOutcome {
    const prepared = this.#outcomes.shift();
    if (prepared) return prepared;
    const invalid = this.#invalid();
    if (invalid.length === 0)
      return { ok: true, ...token, card: { ...token.card, brand: this.#snapshot().brand } };
    this.#showsErrors = true;
    this.#change();
    return { ok: false, code: "form_invalid", fields: invalid, text: "" };
  }

  #invalid(): readonly FieldName[] {
    const { fields } = this.#snapshot();
    return (Object.keys(fields) as FieldName[]).filter((name) => !fields[name]?.valid);
  }

  #change(): void {
    if (this.#isReady) this.#send({ type: "changed", snapshot: this.#snapshot() });
  }

  #send(signal: Parameters<FrameRequest["onSignal"]>[0]): void {
    // The first frame is the leader; the pane ignores snapshots of the others.
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
    const typedError = typeof typed === "string" ? typed : null;
    const missing = required && typed === false && this.#showsErrors ? "required" : null;
    const error = typedError ?? missing;
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

/** The fake panes of a test. */
export interface FakePanes {
  /** The pane that was mounted last, by `createCardPane()` or as an element. @throws Error when no pane was mounted */
  last(): FakePane;
  /** All mounted panes, oldest first. */
  readonly all: readonly FakePane[];
  /** Removes the fakes; panes load real frames again. */
  restore(): void;
}

/**
 * Replaces the frames of all panes that are mounted from now on. The test controls each one by its fake.
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
    // An iframe of the page's HTML is removed, so that nothing is adopted or loaded.
    for (const early of childIframes(frame.host)) early.remove();
    // Without an address, which a DOM simulator would load.
    const iframe = createElement("iframe");
    // In jsdom 27 an iframe in a shadow root has no window, as if a script had removed it from the page.
    Object.defineProperty(iframe, "contentWindow", { get: () => (iframe.isConnected ? window : null) });
    return {
      // The fake ignores `focus()`, because happy-dom 20 fails later on a focused iframe in a shadow root.
      iframe: Object.assign(iframe, { focus() {} }),
      send,
      close: () => removeFrame(pane, frame),
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
