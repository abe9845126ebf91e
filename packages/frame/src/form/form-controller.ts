/**
 * Holds the state of the form, performs the effects of `reduce` in order, sends views to the screen, and publishes changes to the
 * page, at most once for each user action.
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
import type { CardIdentifier } from "../card/identify-card.ts";
import { reportUnfit } from "../developer/report-unfit.ts";
import { isEmpty } from "../fields/validate-field.ts";
import {
  type Announcement,
  announcementText,
  failureText,
  isAboutFields,
  waitText,
} from "../locale/messages.ts";
import type { Locale } from "../locale/types.ts";
import type { TokenizeRequest } from "../tokenize/request.ts";
import { failure, type TokenizeResponse } from "../tokenize/response.ts";
import { createAutofillBatch } from "./autofill-batch.ts";
import { BinRule } from "./bin-rule.ts";
import { ChangeTracker } from "./change-tracker.ts";
import { reduce } from "./reducer.ts";
import { fieldsOf, fieldToFocus, isSameCard } from "./selectors.ts";
import { snapshotOf } from "./snapshot.ts";
import {
  type FormEffect,
  type FormEvent,
  type FormState,
  initialState,
  type TokenizeResult,
} from "./state.ts";
import { type FormView, viewOf } from "./view-model.ts";

/** The page waits this long for `validated`, so a longer flush would be useless. */
const maxFlushWaitMs = 5_000;

/** The maximum time for which inputs keep the card of a token. */
const maxKeepMs = 10 * 60_000;

/** Renders the form and holds its inputs. */
export interface FormScreen {
  /** Renders a view; `null` removes the form for good. */
  draw(view: FormView | null): void;
  focusField(field: FieldName): void;
  /** Removes the focus from the form. */
  blur(): void;
  /** Empties inputs; they keep nothing. */
  wipe(fields: readonly FieldName[]): void;
  /**
   * Empties inputs, which keep their texts; every other input forgets what it kept. `null` writes the kept texts into their inputs
   * again, and reports them as typed.
   */
  keep(fields: readonly FieldName[] | null): void;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

/** The dependencies of the form. */
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
  /** The BCP 47 tag of the texts, for lists and times in that language. */
  readonly language: () => string;
  readonly cards: CardIdentifier;
  /** Whether UnionPay numbers, some of which were issued without a check digit, must pass the Luhn check. */
  readonly strictLuhn: boolean;
  /**
   * Waits for pending edits in the frames of followers; resolves to the fields whose frame did not reply. Absent if one frame
   * renders the whole form.
   */
  readonly flush?: (timeoutMs: number) => Promise<readonly FieldName[]>;
  /** Runs a function after the current user action, or after a time in milliseconds. */
  readonly schedule: (run: () => void, ms?: number) => void;
  /** Applies the options that do not belong to the form: language and appearance. */
  readonly onOptions: (options: PaneOptions) => void;
}

/** An event of the screen. The controller adds the date if the form needs it. */
export type ScreenEvent =
  | Omit<Extract<FormEvent, { type: "typed" }>, "today">
  | Omit<Extract<FormEvent, { type: "blurred" }>, "today">
  | Extract<FormEvent, { type: "focused" | "chosen" }>;

/** One form, from `open` to `close`. */
export class FormController {
  readonly #ports: FormPorts;
  #state: FormState;
  #locale: Locale;
  /** The last snapshot that the page received. */
  readonly #published = new ChangeTracker<Snapshot>();
  #isPublishing = false;
  /** The first digits that were last posted to the page. */
  #bin: string | null = null;
  readonly #binRule = new BinRule();
  #isPublishPending = false;
  /** Whether the live region shows an announcement about the fields, not one of the page or none. */
  #isAboutFields = false;
  #sending: AbortController | null = null;
  /** The page's requests that wait for a flush. */
  readonly #flushing = new Map<string, PageToFrame["type"]>();
  readonly #batchAutofill: (field: FieldName) => void;

  constructor(options: PaneOptions, locale: Locale, ports: FormPorts) {
    this.#ports = ports;
    this.#locale = locale;
    this.#state = initialState(options, ports.today(), ports);
    this.#batchAutofill = createAutofillBatch(ports.schedule, (filled) => this.#publishFilled(filled));
    this.#draw();
  }

  /** The public state of the form, or `null` once it is closed. */
  get snapshot(): Snapshot | null {
    return this.#state && snapshotOf(this.#state, this.#locale);
  }

  /** Starts to publish changes. Call this when the page has received the current snapshot with `ready`. */
  startPublishing(): void {
    const { snapshot } = this;
    if (!snapshot) return;
    this.#published.track(snapshot);
    this.#isPublishing = true;
    this.#showDecline(this.#state?.options.decline);
  }

  /** Posts the snapshot and the first digits of the number, if they have changed. */
  publishChanges(): void {
    const { snapshot } = this;
    if (!snapshot || !this.#isPublishing) return;
    if (this.#published.track(snapshot)) this.#ports.post({ type: "changed", snapshot });
    this.#publishBin();
  }

  /** Handles a user action on the screen. */
  dispatch(event: ScreenEvent): void {
    if (event.type === "typed" && event.source === "autofill" && !isEmpty(event.entry))
      this.#batchAutofill(event.field);
    const isDated = event.type === "typed" || event.type === "blurred";
    this.#apply(isDated ? { ...event, today: this.#ports.today() } : event);
  }

  /** Handles a message of the page. */
  handleMessage(message: PageToFrame): void {
    const { screen, onOptions, today } = this.#ports;
    switch (message.type) {
      case "update": {
        if (this.#state && !isSameCard(this.#state.options, message.options)) this.#abortFlushing();
        onOptions(message.options);
        const before = this.#state?.options.decline;
        this.#apply({ type: "updated", options: message.options });
        if (message.options.decline !== before) this.#showDecline(message.options.decline);
        break;
      }
      case "tokenize": {
        const { requestId, timeoutMs, extra, announce } = message;
        // Before the flush, because pages disable the fields as soon as they have called tokenize().
        if (this.#state?.options.disabled) {
          this.#respond(requestId, failure("pane_disabled"));
          break;
        }
        this.#afterFlush(message, timeoutMs, (missing, leftMs) => {
          if (missing.length > 0) this.#respond(requestId, failure("frame_gone", missing));
          else
            this.#apply({
              type: "tokenizeRequested",
              requestId,
              timeoutMs: leftMs,
              extra,
              announce,
              today: today(),
              now: this.#now(),
            });
        });
        break;
      }
      case "cancel": {
        const { requestId } = message;
        if (this.#flushing.has(requestId)) this.#abortFlushing(requestId);
        else this.#apply({ type: "cancelled", requestId });
        break;
      }
      case "validate": {
        const { requestId } = message;
        // The field of a frame that did not reply is validated with its last known text.
        this.#afterFlush(message, maxFlushWaitMs, () =>
          this.#apply({ type: "validateRequested", requestId, today: today() }),
        );
        break;
      }
      case "focus": {
        const to = message.field ?? (this.#state && fieldToFocus(this.#state));
        // A frame cannot move the focus into another frame; the page can.
        if (to && this.#ports.flush) this.#ports.post({ type: "advanced", from: null, to });
        else if (to) screen.focusField(to);
        break;
      }
      case "blur":
        screen.blur();
        break;
      case "clear":
      case "reset":
        this.#abortFlushing();
        this.#apply({ type: "cleared" });
        // In a second step: a view that has not changed is not sent to the frame of a field.
        if (message.type === "reset") this.#apply({ type: "refilled" });
        break;
      case "reloaded":
        this.#apply({ type: "reloaded" });
        break;
      case "decline":
        // The form shows the general decline.
        if (message.code && !/^5\d{3}$/.test(message.code)) reportUnfit("decline's code");
        this.#apply({ type: "declined", code: message.code });
        break;
      case "announce":
        this.#announce({ type: "text", text: message.text });
        break;
      case "close":
        this.close();
        break;
      case "lead":
      case "follow":
      case "admit":
        // Only frames of one field handle these messages.
        break;
      default:
        message satisfies never;
    }
  }

  /** Replaces the texts: by those of another language, or by the page's own. */
  setLocale(locale: Locale): void {
    this.#locale = locale;
    // The last announcement is in the previous language.
    this.#ports.screen.announce("");
    this.#redraw();
  }

  /** Wipes everything that was typed, because the document is hidden. */
  handlePageHide(): void {
    this.#apply({ type: "hidden" });
  }

  /** Wipes the text that the browser may have restored with the document. */
  handlePageShow(): void {
    this.handlePageHide();
  }

  /** Wipes everything and removes the form. Final; may be called twice. */
  close(): void {
    this.#apply({ type: "closed" });
  }

  /** Shows the decline that the options name, if any. */
  #showDecline(code: string | null | undefined): void {
    if (code) this.handleMessage({ type: "decline", code });
  }

  #apply(event: FormEvent): void {
    const [state, effects] = reduce(this.#state, event);
    const changed = state !== this.#state;
    this.#state = state;
    if (state) this.#binRule.observe(state.entries.number);
    for (const effect of effects) this.#perform(effect);
    if (changed) this.#redraw();
  }

  #redraw(): void {
    this.#draw();
    this.#publishLater();
  }

  #draw(): void {
    const { screen, language } = this.#ports;
    screen.draw(this.#state && viewOf(this.#state, this.#locale, language()));
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
      case "respondTokenized":
        this.#respond(effect.requestId, effect.result);
        break;
      case "respondValidated": {
        // Errors that `validate` shows are published as a change before the reply.
        this.publishChanges();
        const { snapshot } = this;
        if (snapshot) post({ type: "validated", requestId: effect.requestId, snapshot });
        break;
      }
      case "advance":
        // A frame cannot move the focus into another frame; the page can.
        if (this.#ports.flush || !effect.from) post({ type: "advanced", from: effect.from, to: effect.to });
        else screen.focusField(effect.to);
        break;
      case "announce":
        this.#announce(effect.what);
        break;
      case "keep": {
        const { fields, requestId } = effect;
        screen.keep(fields);
        this.#ports.schedule(() => this.#apply({ type: "keepEnded", requestId }), maxKeepMs);
        break;
      }
      case "wipe":
        // An announcement about a field is obsolete now. The page's own ("Paying…") stays, for shoppers who read it later.
        if (this.#isAboutFields) screen.announce("");
        this.#isAboutFields = false;
        screen.wipe(effect.fields);
        break;
      default:
        effect satisfies never;
    }
  }

  /** A text of the page must not replace errors that the shopper has to correct, in whatever order both arrive. */
  #announce(what: Announcement): void {
    const hasErrors = this.#isAboutFields && Object.keys(this.#state?.shown ?? {}).length > 0;
    if (what.type === "text" && hasErrors) return;
    this.#isAboutFields = isAboutFields(what);
    this.#ports.screen.announce(announcementText(this.#locale, what, this.#ports.language()));
  }

  #respond(requestId: string, result: TokenizeResult): void {
    this.publishChanges();
    this.#ports.post({ type: "tokenized", requestId, outcome: this.#outcome(result) });
  }

  /** Ends requests that wait for edits: a cancelled one, or those for a token because their card is gone. */
  #abortFlushing(cancelled?: string): void {
    for (const [requestId, type] of this.#flushing) {
      const isToken = type === "tokenize";
      if (cancelled ? requestId !== cancelled : !isToken) continue;
      this.#flushing.delete(requestId);
      if (isToken) this.#respond(requestId, failure("aborted"));
    }
  }

  /** Continues a request when pending edits have arrived; at once if one frame renders the whole form. */
  #afterFlush(
    { type, requestId }: Extract<PageToFrame, { type: "tokenize" | "validate" }>,
    timeoutMs: number,
    onFlushed: (missing: readonly FieldName[], leftMs: number) => void,
  ): void {
    const { flush } = this.#ports;
    if (!flush) {
      onFlushed([], timeoutMs);
      return;
    }
    const startedAt = this.#now();
    this.#flushing.set(requestId, type);
    void flush(timeoutMs).then((missing) => {
      const leftMs = Math.max(1, Math.ceil(timeoutMs - (this.#now() - startedAt)));
      if (this.#flushing.delete(requestId)) onFlushed(missing, leftMs);
    });
  }

  #send({ requestId, request, timeoutMs }: Extract<FormEffect, { type: "send" }>): void {
    const controller = new AbortController();
    this.#sending = controller;
    const device = this.#ports.device();
    void this.#ports.send(request, timeoutMs, controller.signal).then((response) => {
      if (this.#sending === controller) this.#sending = null;
      this.#apply({ type: "gatewayResponded", requestId, response, device, now: this.#now() });
    });
  }

  #now(): number {
    return this.#ports.now?.() ?? performance.now();
  }

  /** Publishes later, because one user action (a change of focus, autofill) dispatches several events. */
  #publishLater(): void {
    if (this.#isPublishPending) return;
    this.#isPublishPending = true;
    this.#ports.schedule(() => {
      this.#isPublishPending = false;
      this.publishChanges();
    });
  }

  #publishFilled(filled: ReadonlySet<FieldName>): void {
    if (!this.#state) return;
    const fields = fieldsOf(this.#state.options).flatMap(({ name }) => (filled.has(name) ? [name] : []));
    if (fields.length > 0) this.#ports.post({ type: "autofill", fields });
  }

  #publishBin(): void {
    if (!this.#state) return;
    const bin = this.#binRule.next(this.#state);
    if (bin !== this.#bin) this.#ports.post({ type: "binchange", bin });
    this.#bin = bin;
  }

  #outcome(result: TokenizeResult): TokenizeOutcome {
    if (result.ok) return result;
    const { code, retryAfterSeconds } = result;
    const text =
      retryAfterSeconds === undefined
        ? failureText(this.#locale, code)
        : waitText(this.#locale, retryAfterSeconds, this.#ports.language());
    return { ...result, text };
  }
}
