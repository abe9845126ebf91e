/**
 * A frame that renders one field of a form. The page decides whether it is the leader or a follower, and may change that: when the
 * leader's frame is removed, another frame becomes the leader, and each follower sends it the text of its input. While the old
 * leader's frame still exists, a follower that receives another leader wipes its input, so that one entry is for one leader.
 *
 *   waiting --lead--> leading        waiting, following --follow--> following        following --lead--> leading
 */
import type { FieldName, PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import { Secret } from "../card/secret.ts";
import type { FormController, FormPorts, FormScreen, ScreenEvent } from "../form/form-controller.ts";
import { isSameCard } from "../form/selectors.ts";
import type { Locale } from "../locale/types.ts";
import { Follower } from "./follower.ts";
import { type FillableScreen, LeaderScreen } from "./leader.ts";
import type { Identity } from "./pairing.ts";

/** The screen of one field. */
export interface SplitFieldScreen extends FillableScreen {
  /** Reports the text of the input again, for a form that was just created. */
  resendTexts(): void;
}

/** The dependencies of a split field. */
export interface SplitFieldPorts {
  readonly field: FieldName;
  readonly identity: Identity;
  readonly screen: SplitFieldScreen;
  /** 128 random bits in hex. */
  readonly createName: () => string;
  /** Creates the form in this frame. */
  readonly createForm: (options: PaneOptions, ports: Pick<FormPorts, "screen" | "flush">) => FormController;
  /** The browser blocks channels between frames. */
  readonly onBlocked: () => void;
  /** Applies the options that do not belong to the form: language and appearance. */
  readonly onOptions: (options: PaneOptions) => void;
}

/** One field of a form, in a separate frame. */
export class SplitField {
  readonly #ports: SplitFieldPorts;
  #options: PaneOptions;
  #form: FormController | null = null;
  #leader: LeaderScreen | null = null;
  #follower: Follower | null = null;
  /** Settles when no earlier leader holds the text of the input. Until then, nothing is sent to another leader. */
  #leaving: Promise<void> | null = null;
  /** The page's latest decision, which takes effect when `#leaving` has settled. */
  #afterLeaving: (() => void) | null = null;

  constructor(options: PaneOptions, ports: SplitFieldPorts) {
    this.#ports = ports;
    this.#options = options;
  }

  /** Handles a user action in the field. */
  dispatch(event: ScreenEvent): void {
    // The whole text is sent when `#leaving` has settled.
    if (this.#leaving) return;
    if (this.#form) this.#form.dispatch(event);
    else this.#follower?.dispatch(event);
  }

  /** Passes on a text that the browser filled in here for another field. */
  relayAutofill(field: FieldName, text: string): void {
    if (this.#leader) this.#leader.fill(field, text);
    else this.#follower?.relayAutofill(field, text);
  }

  /** Handles a message of the page. */
  handleMessage(message: PageToFrame): void {
    const { screen, onOptions } = this.#ports;
    switch (message.type) {
      case "lead":
        this.#takeOver();
        break;
      case "follow":
        if (!this.#leader) this.#leaveThen(() => this.#withChannel(() => this.#follow(message.leaderNonce)));
        break;
      case "admit":
        this.#withChannel(() => this.#leader?.admit(message.field, message.frameNonce));
        break;
      case "update":
        // The CVV belongs to the previous card. The leader would send `wipe`, but may be removed by the same update.
        if (!isSameCard(this.#options, message.options)) screen.wipe(["cvv"]);
        this.#options = message.options;
        if (this.#form) this.#form.handleMessage(message);
        else onOptions(message.options);
        break;
      case "blur":
        screen.blur();
        break;
      case "focus":
        if (message.field) screen.focusField(message.field);
        else this.#form?.handleMessage(message);
        break;
      case "close":
        this.close();
        break;
      default:
        this.#form?.handleMessage(message);
    }
  }

  /** Replaces the texts. A follower receives its texts in the leader's views. */
  setLocale(locale: Locale): void {
    this.#form?.setLocale(locale);
  }

  /**
   * Wipes everything that was typed, because the document is hidden.
   *
   * @param isKept the page may enter the back-forward cache, so its frames must not send one another messages until `handlePageShow`
   */
  handlePageHide(isKept: boolean): void {
    const { field } = this.#ports;
    if (isKept) (this.#leader ?? this.#follower)?.sleep();
    this.#wipe();
    if (!isKept) this.#leader?.release();
    this.#follower?.dispatch({ type: "typed", field, entry: Secret.empty, source: "other" });
  }

  /** Wipes the text that the browser may have restored with the document, and opens the channels. */
  handlePageShow(): void {
    this.#wipe();
    (this.#leader ?? this.#follower)?.wake();
  }

  #wipe(): void {
    const { field, screen } = this.#ports;
    screen.wipe([field]);
    this.#leader?.wipeLocally(() => this.#form?.handlePageHide());
  }

  /** Wipes and removes the field. Final; may be called twice. */
  close(): void {
    const { field, screen } = this.#ports;
    screen.wipe([field]);
    this.#leader?.wipeLocally(() => this.#form?.close());
    this.#follower?.close();
    this.#afterLeaving = null;
    screen.draw(null);
  }

  #takeOver(): void {
    if (this.#leader) return;
    const { identity, field, createName, createForm, screen } = this.#ports;
    const dispatch = (event: ScreenEvent) => this.#form?.dispatch(event);
    const leader = new LeaderScreen({ ...identity, field, screen, createName, dispatch });
    this.#leader = leader;
    this.#form = createForm(this.#options, {
      screen: leader satisfies FormScreen,
      flush: async (timeoutMs) => (await Promise.all([leader.flush(timeoutMs), this.#leaving]))[0],
    });
    this.#leaveThen(() => screen.resendTexts());
  }

  /** Leaves the current leader, if any, and continues when two leaders can no longer create tokens from the same entry. */
  #leaveThen(next: () => void): void {
    const { field, screen } = this.#ports;
    const follower = this.#follower;
    // Only the leader that the card became a token of knows when to forget it.
    screen.keep([]);
    this.#follower = null;
    this.#afterLeaving = next;
    if (follower) {
      this.#leaving = follower.leave().then((mayKeepText) => {
        if (!mayKeepText) screen.wipe([field]);
      });
    }
    const proceed = () => {
      // A later decision of the page replaces this one.
      if (this.#afterLeaving !== next) return;
      this.#leaving = null;
      next();
    };
    if (this.#leaving) void this.#leaving.then(proceed);
    else proceed();
  }

  /** Reports a blocked channel: a browser that blocks storage in cross-site frames may block channels, too. */
  #withChannel(act: () => void): void {
    try {
      act();
    } catch {
      this.#ports.onBlocked();
    }
  }

  #follow(leaderNonce: string): void {
    const { identity, field, screen } = this.#ports;
    this.#follower = new Follower({
      ...identity,
      leaderNonce,
      field,
      screen,
      onJoin: () => screen.resendTexts(),
      onView: (view) => screen.draw(view),
    });
  }
}
