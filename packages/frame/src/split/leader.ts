/**
 * The screen of a form whose fields have frames of their own, as the lead sees it: its own field and one sibling for each
 * other. To the form it is a screen like any.
 */
import type { FieldName } from "@cardpane/contract/messages";
import { Secret } from "../card/secret.ts";
import { ChangeTracker } from "../form/change-tracker.ts";
import type { FormScreen, ScreenEvent } from "../form/form-controller.ts";
import { type FormView, viewOfField } from "../form/view-model.ts";
import { type FollowerMessage, type LeaderMessage, parseFollowerMessage } from "./messages.ts";
import { type Channel, hostPairing, type Identity, type Meeting, openChannel } from "./pairing.ts";

/** A screen that can also be filled in from elsewhere. */
export interface FillableScreen extends FormScreen {
  /** Fills a field that is empty, as the browser would. */
  fill(field: FieldName, text: string): void;
}

interface Lead extends Identity {
  /** The field of the lead's own frame. */
  readonly field: FieldName;
  readonly screen: FillableScreen;
  readonly createName: () => string;
  /** Something happened in a sibling's field. */
  readonly dispatch: (event: ScreenEvent) => void;
}

interface Sibling {
  readonly channel: Channel<LeaderMessage>;
  /** It has spoken. */
  isHere: boolean;
  /** The view that it has. */
  readonly shown: ChangeTracker<FormView>;
  /** The last question that it answered. */
  flushed: number;
}

/** No frame that is alive takes longer to say what was typed into it. */
const maxSilenceMs = 2_000;

export class LeaderScreen implements FormScreen {
  readonly #lead: Lead;
  readonly #meeting: Meeting;
  readonly #siblings = new Map<FieldName, Sibling>();
  /** Called when a sibling has told all, or was lost. */
  readonly #waiting = new Set<() => void>();
  #view: FormView | null = null;
  #flushId = 0;
  #isAlone = false;

  constructor(lead: Lead) {
    this.#lead = lead;
    this.#meeting = hostPairing(lead, lead.createName, (field, name) => this.#join(field, name));
  }

  /** The frame with this nonce may join, in place of the one that the field had before. */
  admit(field: FieldName, nonce: string): void {
    if (field === this.#lead.field) return;
    if (this.#drop(field)) {
      // The text of the frame that is replaced is no longer in any input.
      this.#lead.dispatch({ type: "typed", field, entry: Secret.empty, source: "other" });
    }
    this.#meeting.admit(field, nonce);
  }

  draw(view: FormView | null): void {
    const { screen, field } = this.#lead;
    this.#view = view;
    screen.draw(view && viewOfField(view, field));
    if (!view) this.release();
    for (const [name, sibling] of this.#siblings) {
      if (view?.fields.some((shown) => shown.name === name)) this.#show(name, sibling);
      else this.#drop(name);
    }
  }

  /** Left to the page, which gives the focus to a frame when it hears of wrong fields; a frame may not take it. */
  focusField(): void {}

  blur(): void {
    this.#lead.screen.blur();
  }

  wipe(fields: readonly FieldName[]): void {
    this.#lead.screen.wipe(fields);
    if (this.#isAlone) return;
    for (const field of fields) this.#siblings.get(field)?.channel.send({ type: "wipe" });
  }

  /**
   * Does something that concerns this frame only: when it goes, its siblings keep what was typed into them. When the page
   * goes, each of them wipes its own.
   */
  alone(act: () => void): void {
    this.#isAlone = true;
    act();
    this.#isAlone = false;
  }

  /** Says `gone` to every sibling, so that each may send its text to the next lead. The form must have forgotten all of it. */
  release(): void {
    this.#meeting.close();
    for (const { channel } of this.#siblings.values()) {
      channel.send({ type: "gone" });
      channel.close();
    }
    this.#siblings.clear();
  }

  /** Says and hears nothing until it wakes: a message would throw a page out of the back-forward cache. */
  sleep(): void {
    for (const { channel } of this.#siblings.values()) channel.close();
  }

  /** Shows every sibling what it may have missed. */
  wake(): void {
    for (const [field, sibling] of this.#siblings) {
      sibling.channel.open();
      this.#show(field, sibling, true);
    }
  }

  announce(text: string): void {
    this.#lead.screen.announce(text);
  }

  /** Fills a field that the browser filled in another frame. */
  fill(field: FieldName, text: string): void {
    if (field === this.#lead.field) this.#lead.screen.fill(field, text);
    else this.#siblings.get(field)?.channel.send({ type: "fill", text });
  }

  /**
   * Waits until every sibling has told what was typed into it: a click on the page may overtake the last key in a frame.
   *
   * @returns the fields whose frame is silent, after 2 s or the time given
   */
  flush(timeoutMs: number): Promise<readonly FieldName[]> {
    const flushId = ++this.#flushId;
    const others = (this.#view?.fields ?? []).flatMap(({ name }) =>
      name === this.#lead.field ? [] : [name],
    );
    const silent = () => others.filter((name) => (this.#siblings.get(name)?.flushed ?? 0) < flushId);
    for (const { channel } of this.#siblings.values()) channel.send({ type: "flush", flushId });
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(silent());
      };
      const check = () => {
        if (silent().length === 0) done();
      };
      const timer = setTimeout(done, Math.min(timeoutMs, maxSilenceMs));
      this.#waiting.add(check);
      check();
    });
  }

  #join(field: FieldName, name: string): void {
    this.#drop(field);
    const channel = openChannel<LeaderMessage, FollowerMessage>(name, parseFollowerMessage, (message) =>
      this.#handleMessage(field, sibling, message),
    );
    const sibling: Sibling = { channel, isHere: false, shown: new ChangeTracker(), flushed: 0 };
    this.#siblings.set(field, sibling);
  }

  #handleMessage(field: FieldName, sibling: Sibling, message: FollowerMessage): void {
    const { dispatch } = this.#lead;
    switch (message.type) {
      case "here":
        sibling.isHere = true;
        this.#show(field, sibling, true);
        // Someone may be waiting already.
        if (this.#flushId > 0) sibling.channel.send({ type: "flush", flushId: this.#flushId });
        break;
      case "typed":
        dispatch({ type: "typed", field, entry: Secret.of(message.text), source: message.source });
        break;
      case "entered":
      case "left":
        dispatch({ type: message.type, field });
        break;
      case "chosen":
        dispatch(message);
        break;
      case "filled":
        this.fill(message.field, message.text);
        break;
      case "flushed":
        sibling.flushed = message.flushId;
        for (const check of this.#waiting) check();
        break;
      default:
        message satisfies never;
    }
  }

  #show(field: FieldName, sibling: Sibling, again = false): void {
    const view = this.#view && viewOfField(this.#view, field);
    if (!view || !sibling.isHere) return;
    if (sibling.shown.track(view) || again) sibling.channel.send({ type: "view", view });
  }

  /** Says whether the field had a sibling. */
  #drop(field: FieldName): boolean {
    const sibling = this.#siblings.get(field);
    sibling?.channel.send({ type: "over" });
    sibling?.channel.close();
    return this.#siblings.delete(field);
  }
}
