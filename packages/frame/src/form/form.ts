/**
 * The form's shell: holds the state, performs the effects of `reduce` in order, draws, and tells the page what changed,
 * once for each thing that a person did.
 */
import type {
  DeviceData,
  FieldName,
  FrameToPage,
  PageToFrame,
  PaneOptions,
  Snapshot,
  TokenizeOutcome,
} from "@cardpane/contract/messages";
import type { Today } from "../card/expiry.ts";
import { brandName } from "../card/identify-card.ts";
import { isEmpty } from "../card/validate-field.ts";
import { errorText, failureText } from "../locale/texts.ts";
import type { Locale } from "../locale/types.ts";
import type { Answer } from "../tokenize/answer.ts";
import type { TokenOrder } from "../tokenize/order.ts";
import { BinRule } from "./bin.ts";
import { ChangeTracker } from "./change-tracker.ts";
import { fieldsOf } from "./fields.ts";
import { noteFilled } from "./filled.ts";
import { reduce } from "./reduce.ts";
import { snapshotOf } from "./snapshot.ts";
import { type Ending, type FormEffect, type FormEvent, type FormState, openForm } from "./state.ts";
import { type FormView, viewOf } from "./view.ts";

/** As long as the page waits for a verdict. */
const mostWaitMs = 5_000;

/** What draws the form and holds its inputs. */
export interface FormScreen {
  /** `null` draws nothing, for good. */
  draw(view: FormView | null): void;
  focusField(field: FieldName): void;
  /** Takes the focus out of the form. */
  leave(): void;
  /** Empties inputs. */
  wipe(fields: readonly FieldName[]): void;
  /** Says a text to a screen reader. */
  announce(text: string): void;
}

/** What the form needs of its surroundings. */
export interface FormPorts {
  readonly screen: FormScreen;
  readonly post: (message: FrameToPage) => void;
  readonly send: (order: TokenOrder, timeoutMs: number, cancelled: AbortSignal) => Promise<Answer>;
  readonly device: () => DeviceData;
  readonly today: () => Today;
  /** Numbers of networks that issued some without a check digit are checked, too. */
  readonly strictLuhn: boolean;
  /**
   * Waits until what was typed into fields in frames of their own is here; answers the fields whose frame is silent. Not
   * there where the form is one frame.
   */
  readonly gather?: (timeoutMs: number) => Promise<readonly FieldName[]>;
  /** Runs something after what a person did is over, or after so many milliseconds. */
  readonly later: (run: () => void, ms?: number) => void;
  /** The page asked for other options: language and look are not the form's. */
  readonly onOptions: (options: PaneOptions) => void;
}

/** An event of the screen, as far as the form does not know the date. */
export type ScreenEvent =
  | Omit<Extract<FormEvent, { type: "typed" }>, "today">
  | Omit<Extract<FormEvent, { type: "left" }>, "today">
  | Extract<FormEvent, { type: "entered" | "chosen" }>;

/** One form, from `open` to `close`. */
export class Form {
  readonly #ports: FormPorts;
  #state: FormState;
  #locale: Locale;
  /** The snapshot that the page has. */
  readonly #published = new ChangeTracker<Snapshot>();
  #isPublishing = false;
  /** First digits that the page was last told, where it asked for them. */
  #bin: string | null = null;
  readonly #binRule = new BinRule();
  #isPublishPending = false;
  #request: AbortController | null = null;
  /** Requests of the page that wait for other frames. */
  readonly #gathering = new Set<string>();
  readonly #filled: (field: FieldName) => void;

  constructor(options: PaneOptions, locale: Locale, ports: FormPorts) {
    this.#ports = ports;
    this.#locale = locale;
    this.#state = openForm(options, ports.today(), ports.strictLuhn);
    this.#filled = noteFilled(ports.later, (filled) => this.#publishFilled(filled));
    ports.screen.draw(viewOf(this.#state, locale));
  }

  /** What the page may know now, or `null` once the form is closed. */
  get snapshot(): Snapshot | null {
    return this.#state.status === "closed" ? null : snapshotOf(this.#state, this.#locale);
  }

  /** The page has the current snapshot, with `ready`; from now on changes of it are published. */
  startPublishing(): void {
    const { snapshot } = this;
    if (!snapshot) return;
    this.#published.track(snapshot);
    this.#isPublishing = true;
  }

  /** Posts the snapshot and the first digits of the number, if the page has others. */
  publishChanges(): void {
    const { snapshot } = this;
    if (!snapshot || !this.#isPublishing) return;
    if (this.#published.track(snapshot)) this.#ports.post({ type: "changed", snapshot });
    this.#publishBin();
  }

  /** Something happened on the screen. */
  happened(event: ScreenEvent): void {
    if (event.type === "typed" && event.by === "autofill" && !isEmpty(event.entry)) this.#filled(event.field);
    const isDated = event.type === "typed" || event.type === "left";
    this.#dispatch(isDated ? { ...event, today: this.#ports.today() } : event);
  }

  /** The page asks for something. */
  asked(message: PageToFrame): void {
    const { screen, onOptions, today } = this.#ports;
    switch (message.type) {
      case "update":
        onOptions(message.options);
        this.#dispatch({ type: "updated", options: message.options });
        break;
      case "tokenize": {
        const { requestId, timeoutMs, extra } = message;
        this.#gathered(requestId, timeoutMs, (silent, leftMs) => {
          if (silent.length > 0) this.#answer(requestId, { ok: false, code: "frame_gone", fields: silent });
          else this.#dispatch({ type: "submitted", requestId, timeoutMs: leftMs, extra, today: today() });
        });
        break;
      }
      case "cancel": {
        const { requestId } = message;
        if (this.#gathering.delete(requestId))
          this.#answer(requestId, { ok: false, code: "aborted", fields: [] });
        else this.#dispatch({ type: "cancelled", requestId });
        break;
      }
      case "validate": {
        const { requestId } = message;
        // What a silent frame holds is judged as it was known last.
        this.#gathered(requestId, mostWaitMs, () =>
          this.#dispatch({ type: "checked", requestId, today: today() }),
        );
        break;
      }
      case "focus":
        screen.focusField(message.field);
        break;
      case "blur":
        screen.leave();
        break;
      case "clear":
        this.#dispatch({ type: "cleared" });
        break;
      case "announce":
        screen.announce(message.text);
        break;
      case "close":
        this.close();
        break;
      case "lead":
      case "follow":
      case "admit":
        // Of a field in a frame of its own; the whole form has no siblings.
        break;
      default:
        message satisfies never;
    }
  }

  /** Speaks another language, or in other words. */
  speak(locale: Locale): void {
    this.#locale = locale;
    // What was said last is said in the words of before.
    this.#ports.screen.announce("");
    this.#redraw();
  }

  /** The document goes out of sight: nothing that was typed stays. */
  hide(): void {
    this.#dispatch({ type: "hidden" });
  }

  /** The document is back, with whatever a browser put back into the inputs. */
  show(): void {
    this.hide();
  }

  /** Wipes everything and draws nothing more. Final; may be called twice. */
  close(): void {
    this.#dispatch({ type: "closed" });
  }

  #dispatch(event: FormEvent): void {
    const [state, effects] = reduce(this.#state, event);
    const changed = state !== this.#state;
    this.#state = state;
    if (state.status !== "closed") this.#binRule.follow(state.entries.number);
    for (const effect of effects) this.#perform(effect);
    if (changed) this.#redraw();
  }

  #redraw(): void {
    this.#ports.screen.draw(viewOf(this.#state, this.#locale));
    this.#publishLater();
  }

  #perform(effect: FormEffect): void {
    const { screen, post } = this.#ports;
    switch (effect.type) {
      case "send":
        this.#send(effect);
        break;
      case "abort":
        this.#request?.abort();
        this.#request = null;
        break;
      case "answer":
        this.#answer(effect.requestId, effect.ending);
        break;
      case "report": {
        // The page learns of errors that the question brought up as of any others.
        this.publishChanges();
        const { snapshot } = this;
        if (snapshot) post({ type: "validated", requestId: effect.requestId, snapshot });
        break;
      }
      case "focus":
        screen.focusField(effect.field);
        break;
      case "advance":
        // A frame may not take the focus from another; the page may give it.
        if (this.#ports.gather) post({ type: "advanced", from: effect.from, to: effect.to });
        else screen.focusField(effect.to);
        break;
      case "announce":
        screen.announce(this.#errors(effect.fields));
        break;
      case "offer":
        screen.announce(`${this.#locale.network}: ${effect.networks.map(brandName).join(", ")}`);
        break;
      case "wipe":
        screen.wipe(effect.fields);
        break;
      default:
        effect satisfies never;
    }
  }

  #answer(requestId: string, ending: Ending): void {
    this.publishChanges();
    this.#ports.post({ type: "tokenized", requestId, outcome: this.#outcome(ending) });
  }

  /** Goes on with a request when all that was typed is here; at once where the form is one frame. */
  #gathered(
    requestId: string,
    timeoutMs: number,
    goOn: (silent: readonly FieldName[], leftMs: number) => void,
  ): void {
    const { gather } = this.#ports;
    if (!gather) {
      goOn([], timeoutMs);
      return;
    }
    const startedAt = performance.now();
    this.#gathering.add(requestId);
    void gather(timeoutMs).then((silent) => {
      const leftMs = Math.max(1, Math.ceil(timeoutMs - (performance.now() - startedAt)));
      if (this.#gathering.delete(requestId)) goOn(silent, leftMs);
    });
  }

  #send({ attempt, order, timeoutMs }: Extract<FormEffect, { type: "send" }>): void {
    const request = new AbortController();
    this.#request = request;
    const device = this.#ports.device();
    void this.#ports.send(order, timeoutMs, request.signal).then((answer) => {
      if (this.#request === request) this.#request = null;
      this.#dispatch({ type: "answered", attempt, answer, device });
    });
  }

  /** Focus that moves and fields that the browser fills make many events of one action: the page hears of it once. */
  #publishLater(): void {
    if (this.#isPublishPending) return;
    this.#isPublishPending = true;
    this.#ports.later(() => {
      this.#isPublishPending = false;
      this.publishChanges();
    });
  }

  #publishFilled(filled: ReadonlySet<FieldName>): void {
    if (this.#state.status === "closed") return;
    const fields = fieldsOf(this.#state.options).flatMap(({ name }) => (filled.has(name) ? [name] : []));
    if (fields.length > 0) this.#ports.post({ type: "autofilled", fields });
  }

  #publishBin(): void {
    if (this.#state.status === "closed") return;
    const bin = this.#binRule.next(this.#state);
    if (bin !== this.#bin) this.#ports.post({ type: "bin", bin });
    this.#bin = bin;
  }

  #errors(fields: readonly FieldName[]): string {
    if (this.#state.status === "closed") return "";
    const { shown } = this.#state;
    return fields
      .map((field) => {
        const code = shown[field];
        return code ? `${this.#locale.labels[field]}: ${errorText(this.#locale, field, code)}` : "";
      })
      .join(". ");
  }

  #outcome(ending: Ending): TokenizeOutcome {
    if (!ending.ok) {
      const { code, fields } = ending;
      return { ok: false, code, text: failureText(this.#locale, code), fields };
    }
    const { token, expireAt, device, card } = ending;
    return {
      ok: true,
      token,
      expireAt,
      device,
      card: { brand: card.brand, lastFour: card.lastFour },
    };
  }
}
