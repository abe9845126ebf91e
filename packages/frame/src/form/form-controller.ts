/**
 * Holds the state of the form, performs the effects of `reduce` in order, sends views to the screen, and publishes changes to
 * the page, once for each user action.
 */
import type {
  Brand,
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
import { anyOf } from "../formatting/any-of.ts";
import { errorText, failureText, waitText } from "../locale/messages.ts";
import type { Locale } from "../locale/types.ts";
import type { TokenizeRequest } from "../tokenize/request.ts";
import type { TokenizeResponse } from "../tokenize/response.ts";
import { createAutofillBatch } from "./autofill-batch.ts";
import { BinRule } from "./bin-rule.ts";
import { ChangeTracker } from "./change-tracker.ts";
import { reduce } from "./reducer.ts";
import { fieldsOf, networkOf } from "./selectors.ts";
import { snapshotOf } from "./snapshot.ts";
import {
  type FormEffect,
  type FormEvent,
  type FormState,
  initialState,
  type TokenizeResult,
} from "./state.ts";
import { type FormView, viewOf } from "./view-model.ts";

/** The page waits this long for `validated`. */
const maxFlushWaitMs = 5_000;

/** What draws the form and holds its inputs. */
export interface FormScreen {
  /** `null` draws nothing, for good. */
  draw(view: FormView | null): void;
  focusField(field: FieldName): void;
  /** Takes the focus out of the form. */
  blur(): void;
  /** Empties inputs. */
  wipe(fields: readonly FieldName[]): void;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

/** What the form needs from the app. */
export interface FormPorts {
  readonly screen: FormScreen;
  readonly post: (message: FrameToPage) => void;
  readonly send: (
    request: TokenizeRequest,
    timeoutMs: number,
    cancelled: AbortSignal,
  ) => Promise<TokenizeResponse>;
  readonly device: () => DeviceData;
  readonly today: () => Today;
  /** Milliseconds of a clock that does not go back. @default performance.now */
  readonly now?: () => number;
  /** BCP 47 tag of the language of the texts: lists of names are joined by its words. */
  readonly language: () => string;
  /** Numbers of networks that issued some without a check digit are checked, too. */
  readonly strictLuhn: boolean;
  /**
   * Waits for pending edits in the frames of followers; resolves to the fields whose frame is silent. Absent where the form is
   * one frame.
   */
  readonly flush?: (timeoutMs: number) => Promise<readonly FieldName[]>;
  /** Runs something after the current user action, or after a time in milliseconds. */
  readonly schedule: (run: () => void, ms?: number) => void;
  /** The page sent other options: language and appearance are not part of the form. */
  readonly onOptions: (options: PaneOptions) => void;
}

/** An event of the screen, as far as the form does not know the date. */
export type ScreenEvent =
  | Omit<Extract<FormEvent, { type: "typed" }>, "today">
  | Omit<Extract<FormEvent, { type: "left" }>, "today">
  | Extract<FormEvent, { type: "entered" | "chosen" }>;

/** One form, from `open` to `close`. */
export class FormController {
  readonly #ports: FormPorts;
  #state: FormState;
  #locale: Locale;
  /** The snapshot that the page has. */
  readonly #published = new ChangeTracker<Snapshot>();
  #isPublishing = false;
  /** The first digits that were last posted to the page. */
  #bin: string | null = null;
  readonly #binRule = new BinRule();
  #isPublishPending = false;
  /** The last announcement is about the fields: false once it is wiped, and while the page's own text stands. */
  #isAboutFields = false;
  #sending: AbortController | null = null;
  /** Requests of the page that wait for other frames. */
  readonly #flushing = new Set<string>();
  readonly #noteAutofill: (field: FieldName) => void;

  constructor(options: PaneOptions, locale: Locale, ports: FormPorts) {
    this.#ports = ports;
    this.#locale = locale;
    this.#state = initialState(options, ports.today(), ports.strictLuhn);
    this.#noteAutofill = createAutofillBatch(ports.schedule, (filled) => this.#publishFilled(filled));
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

  /** Handles a user action on the screen. */
  dispatch(event: ScreenEvent): void {
    if (event.type === "typed" && event.source === "autofill" && !isEmpty(event.entry))
      this.#noteAutofill(event.field);
    const isDated = event.type === "typed" || event.type === "left";
    this.#apply(isDated ? { ...event, today: this.#ports.today() } : event);
  }

  /** Handles a message of the page. */
  handleMessage(message: PageToFrame): void {
    const { screen, onOptions, today } = this.#ports;
    switch (message.type) {
      case "update":
        onOptions(message.options);
        this.#apply({ type: "updated", options: message.options });
        break;
      case "tokenize": {
        const { requestId, timeoutMs, extra } = message;
        this.#afterFlush(requestId, timeoutMs, (silent, leftMs) => {
          if (silent.length > 0) this.#respond(requestId, { ok: false, code: "frame_gone", fields: silent });
          else
            this.#apply({
              type: "submitted",
              requestId,
              timeoutMs: leftMs,
              extra,
              today: today(),
              now: this.#now(),
            });
        });
        break;
      }
      case "cancel": {
        const { requestId } = message;
        if (this.#flushing.delete(requestId))
          this.#respond(requestId, { ok: false, code: "aborted", fields: [] });
        else this.#apply({ type: "cancelled", requestId });
        break;
      }
      case "validate": {
        const { requestId } = message;
        // A silent frame's field is validated with its last known text.
        this.#afterFlush(requestId, maxFlushWaitMs, () =>
          this.#apply({ type: "checked", requestId, today: today() }),
        );
        break;
      }
      case "focus":
        screen.focusField(message.field);
        break;
      case "blur":
        screen.blur();
        break;
      case "clear":
        this.#apply({ type: "cleared" });
        break;
      case "announce":
        this.#isAboutFields = false;
        screen.announce(message.text);
        break;
      case "close":
        this.close();
        break;
      case "lead":
      case "follow":
      case "admit":
        // For split fields; the whole form has one frame.
        break;
      default:
        message satisfies never;
    }
  }

  /** Changes the texts: another language, or texts of the page. */
  setLocale(locale: Locale): void {
    this.#locale = locale;
    // The last announcement is in the old language.
    this.#ports.screen.announce("");
    this.#redraw();
  }

  /** The document is hidden: nothing that was typed stays. */
  hide(): void {
    this.#apply({ type: "hidden" });
  }

  /** The document is back; the browser may have restored texts of inputs. */
  show(): void {
    this.hide();
  }

  /** Wipes everything and draws nothing more. Final; may be called twice. */
  close(): void {
    this.#apply({ type: "closed" });
  }

  #apply(event: FormEvent): void {
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
        this.#sending?.abort();
        this.#sending = null;
        break;
      case "respond":
        this.#respond(effect.requestId, effect.result);
        break;
      case "report": {
        // Errors that `validate` brings up are posted as a change, like any others.
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
        if (this.#ports.flush) post({ type: "advanced", from: effect.from, to: effect.to });
        else screen.focusField(effect.to);
        break;
      case "announce":
        this.#announceOfFields(this.#errors(effect.fields));
        break;
      case "announce-wait":
        this.#isAboutFields = false;
        screen.announce(waitText(this.#locale, effect.seconds, this.#ports.language()));
        break;
      case "offer":
        this.#announceOfFields(this.#offer(effect.networks));
        break;
      case "wipe":
        // An announcement about a field is obsolete; the page's own ("Paying…") stays for shoppers who read it later.
        if (this.#isAboutFields) this.#announceOfFields("");
        screen.wipe(effect.fields);
        break;
      default:
        effect satisfies never;
    }
  }

  #announceOfFields(text: string): void {
    this.#isAboutFields = text !== "";
    this.#ports.screen.announce(text);
  }

  #respond(requestId: string, result: TokenizeResult): void {
    this.publishChanges();
    this.#ports.post({ type: "tokenized", requestId, outcome: this.#outcome(result) });
  }

  /** Continues a request when pending edits have arrived; at once where the form is one frame. */
  #afterFlush(
    requestId: string,
    timeoutMs: number,
    goOn: (silent: readonly FieldName[], leftMs: number) => void,
  ): void {
    const { flush } = this.#ports;
    if (!flush) {
      goOn([], timeoutMs);
      return;
    }
    const startedAt = performance.now();
    this.#flushing.add(requestId);
    void flush(timeoutMs).then((silent) => {
      const leftMs = Math.max(1, Math.ceil(timeoutMs - (performance.now() - startedAt)));
      if (this.#flushing.delete(requestId)) goOn(silent, leftMs);
    });
  }

  #send({ attempt, request, timeoutMs }: Extract<FormEffect, { type: "send" }>): void {
    const controller = new AbortController();
    this.#sending = controller;
    const device = this.#ports.device();
    void this.#ports.send(request, timeoutMs, controller.signal).then((response) => {
      if (this.#sending === controller) this.#sending = null;
      this.#apply({ type: "settled", attempt, response, device, now: this.#now() });
    });
  }

  #now(): number {
    return this.#ports.now?.() ?? performance.now();
  }

  /** Moving the focus and autofill dispatch many events for one action; the page gets one change. */
  #publishLater(): void {
    if (this.#isPublishPending) return;
    this.#isPublishPending = true;
    this.#ports.schedule(() => {
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

  /** The announcement of the networks to choose from, and of the chosen one. */
  #offer(networks: readonly Brand[]): string {
    const chosen = this.#state.status === "closed" ? null : networkOf(this.#state);
    const { chooseNetwork, networkSelected } = this.#locale;
    const parts = [
      chooseNetwork.replace("{networks}", () => anyOf(networks.map(brandName), this.#ports.language())),
      chosen ? networkSelected.replace("{network}", () => brandName(chosen)) : "",
    ];
    return parts.filter(Boolean).join(". ");
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

  #outcome(result: TokenizeResult): TokenizeOutcome {
    if (!result.ok) {
      const { code, fields, retryAfterSeconds } = result;
      if (retryAfterSeconds === undefined)
        return { ok: false, code, text: failureText(this.#locale, code), fields };
      const text = waitText(this.#locale, retryAfterSeconds, this.#ports.language());
      return { ok: false, code, text, fields, retryAfterSeconds };
    }
    const { token, expireAt, device, card } = result;
    return {
      ok: true,
      token,
      expireAt,
      device,
      card: { brand: card.brand, lastFour: card.lastFour },
    };
  }
}
