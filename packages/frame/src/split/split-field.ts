/**
 * A frame that draws one field of a form. The page says whether it leads or follows, and may say so again: when the frame
 * that led is gone, another takes over, and each sibling tells the new lead what stands in its input. While the frame that
 * led is still there, a sibling that is told of another wipes its input: what is typed once is for one lead.
 *
 *   waiting --lead--> leading        waiting, following --follow--> following        following --lead--> leading
 */
import type { FieldName, PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import { Secret } from "../card/secret.ts";
import type { FormController, FormPorts, FormScreen, ScreenEvent } from "../form/form-controller.ts";
import { isSameCard } from "../form/selectors.ts";
import type { FormView } from "../form/view-model.ts";
import type { Locale } from "../locale/types.ts";
import { type Following, follow } from "./follower.ts";
import { type FillableScreen, LeaderScreen } from "./leader.ts";
import type { Identity } from "./pairing.ts";

/** The screen of the one field. */
export interface SplitFieldScreen extends FillableScreen {
  /** Says again what stands in the input, to someone who has just come. */
  resendTexts(): void;
}

export interface SplitFieldPorts {
  readonly field: FieldName;
  readonly identity: Identity;
  readonly screen: SplitFieldScreen;
  /** 128 random bits in hex. */
  readonly createName: () => string;
  /** Opens the form's state in this frame. */
  readonly createForm: (options: PaneOptions, ports: Pick<FormPorts, "screen" | "flush">) => FormController;
  /** This field is about to be drawn so. */
  readonly onDraw: (view: FormView) => void;
  /** The browser allows no channel between frames. */
  readonly onBlocked: () => void;
  /** The page asked for other options: language and look are not the form's. */
  readonly onOptions: (options: PaneOptions) => void;
}

/** One field's place in a form. */
export class SplitField {
  readonly #ports: SplitFieldPorts;
  readonly #screen: FillableScreen;
  #options: PaneOptions;
  #form: FormController | null = null;
  #lead: LeaderScreen | null = null;
  #following: Following | null = null;
  /** Settles when no earlier lead holds the text of the input; until then nothing is sent to another one. */
  #parting: Promise<void> | null = null;
  /** What to do once `#parting` has settled: the page's latest wish. */
  #next: (() => void) | null = null;

  constructor(options: PaneOptions, ports: SplitFieldPorts) {
    const { screen, onDraw } = ports;
    this.#ports = ports;
    this.#options = options;
    this.#screen = {
      draw(view) {
        screen.draw(view);
        if (view) onDraw(view);
      },
      focusField: (field) => screen.focusField(field),
      blur: () => screen.blur(),
      wipe: (fields) => screen.wipe(fields),
      announce: (text) => screen.announce(text),
      fill: (field, text) => screen.fill(field, text),
    };
  }

  /** Something happened in the field. */
  dispatch(event: ScreenEvent): void {
    // The whole text is sent when `#parting` has settled.
    if (this.#parting) return;
    if (this.#form) this.#form.dispatch(event);
    else this.#following?.dispatch(event);
  }

  /** The browser filled in another field, in this frame. */
  relayAutofill(field: FieldName, text: string): void {
    if (this.#lead) this.#lead.fill(field, text);
    else this.#following?.relayAutofill(field, text);
  }

  /** The page asks for something. */
  handleMessage(message: PageToFrame): void {
    const { screen, onOptions } = this.#ports;
    switch (message.type) {
      case "lead":
        this.#takeOver();
        break;
      case "follow":
        if (!this.#lead) this.#part(() => this.#meet(() => this.#follow(message.leadNonce)));
        break;
      case "admit":
        this.#meet(() => this.#lead?.admit(message.field, message.frameNonce));
        break;
      case "update":
        // The CVV of another card; the lead may be gone at the same time, and with it whoever would say so.
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

  /** Speaks another language; a follower is told its texts by the lead. */
  setLocale(locale: Locale): void {
    this.#form?.setLocale(locale);
  }

  /**
   * The document goes out of sight: nothing that was typed stays.
   *
   * @param isKept the whole page goes, and may come back as it is: its frames do not wake one another until then
   */
  hide(isKept: boolean): void {
    const { field } = this.#ports;
    if (isKept) (this.#lead ?? this.#following)?.sleep();
    this.#wipe();
    if (!isKept) this.#lead?.release();
    this.#following?.dispatch({ type: "typed", field, entry: Secret.empty, source: "other" });
  }

  /** The document is back, with whatever a browser put back into the input. */
  show(): void {
    this.#wipe();
    (this.#lead ?? this.#following)?.wake();
  }

  #wipe(): void {
    const { field, screen } = this.#ports;
    screen.wipe([field]);
    this.#lead?.alone(() => this.#form?.hide());
  }

  /** Wipes the field and draws nothing more. Final; may be called twice. */
  close(): void {
    const { field, screen } = this.#ports;
    screen.wipe([field]);
    this.#lead?.alone(() => this.#form?.close());
    this.#following?.close();
    this.#next = null;
    screen.draw(null);
  }

  #takeOver(): void {
    if (this.#lead) return;
    const { identity, field, createName, createForm, screen } = this.#ports;
    const dispatch = (event: ScreenEvent) => this.#form?.dispatch(event);
    const lead = new LeaderScreen({ ...identity, field, screen: this.#screen, createName, dispatch });
    this.#lead = lead;
    this.#form = createForm(this.#options, {
      screen: lead satisfies FormScreen,
      flush: async (timeoutMs) => (await Promise.all([lead.flush(timeoutMs), this.#parting]))[0],
    });
    this.#part(() => screen.resendTexts());
  }

  /** Leaves the current lead, if any, and goes on once a second token of the same typing is impossible. */
  #part(next: () => void): void {
    const { field, screen } = this.#ports;
    const following = this.#following;
    this.#following = null;
    this.#next = next;
    if (following) {
      this.#parting = following.leave().then((isUnknown) => {
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

  /** A browser that keeps storage from frames of another site may keep channels from them, too. */
  #meet(act: () => void): void {
    try {
      act();
    } catch {
      this.#ports.onBlocked();
    }
  }

  #follow(leadNonce: string): void {
    const { identity, field, screen } = this.#ports;
    this.#following = follow({
      ...identity,
      leadNonce,
      field,
      screen: this.#screen,
      joined: () => screen.resendTexts(),
      draw: (view) => this.#screen.draw(view),
    });
  }
}
