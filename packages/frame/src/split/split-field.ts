/**
 * A frame that renders one field of a form. The page decides whether it leads or follows, and may decide again: when the
 * leader's frame is gone, another takes over, and each follower sends the new leader the text of its input. While the old
 * leader's frame is still there, a follower that is given another leader wipes its input: one entry is for one leader.
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

/** The screen of the one field. */
export interface SplitFieldScreen extends FillableScreen {
  /** Reports the text of the input again, for a form that has just started. */
  resendTexts(): void;
}

export interface SplitFieldPorts {
  readonly field: FieldName;
  readonly identity: Identity;
  readonly screen: SplitFieldScreen;
  /** 128 random bits in hex. */
  readonly createName: () => string;
  /** Creates the form in this frame. */
  readonly createForm: (options: PaneOptions, ports: Pick<FormPorts, "screen" | "flush">) => FormController;
  /** The browser allows no channel between frames. */
  readonly onBlocked: () => void;
  /** The page sent other options: language and appearance are not part of the form. */
  readonly onOptions: (options: PaneOptions) => void;
}

/** One field of a form, in a frame of its own. */
export class SplitField {
  readonly #ports: SplitFieldPorts;
  #options: PaneOptions;
  #form: FormController | null = null;
  #leader: LeaderScreen | null = null;
  #follower: Follower | null = null;
  /** Settles when no earlier leader holds the text of the input; until then nothing is sent to another one. */
  #parting: Promise<void> | null = null;
  /** Runs once `#parting` has settled: the page's latest decision. */
  #next: (() => void) | null = null;

  constructor(options: PaneOptions, ports: SplitFieldPorts) {
    this.#ports = ports;
    this.#options = options;
  }

  /** Handles a user action in the field. */
  dispatch(event: ScreenEvent): void {
    // The whole text is sent when `#parting` has settled.
    if (this.#parting) return;
    if (this.#form) this.#form.dispatch(event);
    else this.#follower?.dispatch(event);
  }

  /** Passes on what the browser filled in here for another field. */
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
        if (!this.#leader) this.#part(() => this.#withChannel(() => this.#follow(message.leadNonce)));
        break;
      case "admit":
        this.#withChannel(() => this.#leader?.admit(message.field, message.frameNonce));
        break;
      case "update":
        // The CVV belongs to another card; the leader, which would send `wipe`, may be gone at the same time.
        if (!isSameCard(this.#options, message.options)) screen.wipe(["cvv"]);
        this.#options = message.options;
        if (this.#form) this.#form.handleMessage(message);
        else onOptions(message.options);
        break;
      case "blur":
        screen.blur();
        break;
      case "focus":
        screen.focusField(message.field);
        break;
      case "close":
        this.close();
        break;
      default:
        this.#form?.handleMessage(message);
    }
  }

  /** Changes the texts; a follower gets its texts from the leader. */
  setLocale(locale: Locale): void {
    this.#form?.setLocale(locale);
  }

  /**
   * The document is hidden: nothing that was typed stays.
   *
   * @param isKept the whole page goes, and may come back as it is: its frames do not wake one another until then
   */
  hide(isKept: boolean): void {
    const { field } = this.#ports;
    if (isKept) (this.#leader ?? this.#follower)?.sleep();
    this.#wipe();
    if (!isKept) this.#leader?.release();
    this.#follower?.dispatch({ type: "typed", field, entry: Secret.empty, source: "other" });
  }

  /** The document is back; the browser may have restored the text of the input. */
  show(): void {
    this.#wipe();
    (this.#leader ?? this.#follower)?.wake();
  }

  #wipe(): void {
    const { field, screen } = this.#ports;
    screen.wipe([field]);
    this.#leader?.locallyOnly(() => this.#form?.hide());
  }

  /** Wipes the field and draws nothing more. Final; may be called twice. */
  close(): void {
    const { field, screen } = this.#ports;
    screen.wipe([field]);
    this.#leader?.locallyOnly(() => this.#form?.close());
    this.#follower?.close();
    this.#next = null;
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
      flush: async (timeoutMs) => (await Promise.all([leader.flush(timeoutMs), this.#parting]))[0],
    });
    this.#part(() => screen.resendTexts());
  }

  /** Leaves the current leader, if any, and goes on once a second token for the same entry is impossible. */
  #part(next: () => void): void {
    const { field, screen } = this.#ports;
    const follower = this.#follower;
    this.#follower = null;
    this.#next = next;
    if (follower) {
      this.#parting = follower.leave().then((isUnknown) => {
        if (!isUnknown) screen.wipe([field]);
      });
    }
    const goOn = () => {
      if (this.#next !== next) return;
      this.#parting = null;
      next();
    };
    if (this.#parting) void this.#parting.then(goOn);
    else goOn();
  }

  /** A browser that blocks storage for frames of another site may block channels, too. */
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
