/**
 * The frame: connects to the page and, when the page opens the pane, renders the form and connects it to the page and the
 * gateway. The life of a frame:
 *
 *   hello (greeting.ts) -> open -> form rendered -> painted -> ready -> (typing, tokenizing) ... -> closed
 *
 * A frame renders the whole form or one field of it. The frame of one field is a leader or a follower (split/split-field.ts);
 * a follower renders its field when its leader has sent it a view.
 */
import type { FieldName, Open, OwnTexts, PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import { randomNonce } from "@cardpane/contract/messages";
import type { Today } from "../card/expiry.ts";
import { CardIdentifier } from "../card/identify-card.ts";
import { awaitOpen, type Page } from "../connection/connection.ts";
import type { Greeting } from "../connection/greeting.ts";
import { reportUnfit } from "../developer/report-unfit.ts";
import { type Action, ActionEvent } from "../elements/action-event.ts";
import { CardpaneForm } from "../elements/card-form.ts";
import { ChangeTracker } from "../form/change-tracker.ts";
import { FormController, type FormPorts } from "../form/form-controller.ts";
import type { FormView } from "../form/view-model.ts";
import type { TaggedLocale } from "../locale/load-locale.ts";
import { withOwnTexts } from "../locale/overrides.ts";
import type { Locale } from "../locale/types.ts";
import { SplitField } from "../split/split-field.ts";
import { applyAppearance } from "../theme/apply-appearance.ts";
import { loadFonts } from "../theme/load-fonts.ts";
import { collectDeviceData, thisBrowser } from "../tokenize/device-data.ts";
import { sendCard } from "../tokenize/send-card.ts";
import type { FrameConfig } from "./frame-config.ts";
import { heightPxOf, painted, watchHeight } from "./paint.ts";

/** The dependencies of the app: the browser and the host. */
export interface FrameAppPorts {
  readonly config: FrameConfig;
  /** The handshake that `hello` has begun; `null` if the pane must not start. */
  readonly greeting: Greeting | null;
  /** The BCP 47 tags that the document was requested with; the host chose the nearest locale. */
  readonly requestedTags: string | null;
  /** Loads the locale nearest to some tags; `undefined` when that fails. */
  readonly loadLocale: (tags: string) => Promise<TaggedLocale | undefined>;
}

/** The form that the page opened: the whole form, or one field. */
type FrameForm = FormController | SplitField;

/**
 * How long a split form collects the changes of one user action before it publishes them. In one frame they all occur in the same
 * task; when the focus moves between frames, or autofill fills several, messages between the frames take a moment.
 */
const splitPublishDelayMs = 50;

/** The delays before each retry of loading a locale, so that a short loss of the network does not keep the old language. */
const localeRetryMs: readonly number[] = [1_000, 5_000, 25_000];

/**
 * The maximum wait of `ready` for the locale of the options, which differs from the document's only if the iframe of the page's
 * HTML names another one.
 */
const maxLocaleWaitMs = 600;

/** One frame document, from its load to the end of the pane. */
export class FrameApp {
  readonly #ports: FrameAppPorts;
  readonly #cards: CardIdentifier;
  #locale: TaggedLocale;
  /** The tags that produced the current locale. */
  #currentTags: string | null;
  /** The tags that were requested last; a response to an earlier request, which may arrive later, is ignored. */
  #latestTags: string | null;
  /** The first attempt to load the locale that was requested last; `undefined` if its language is the current one. */
  #localeLoad: Promise<void> | undefined;
  #localeRetry: ReturnType<typeof setTimeout> | undefined;
  #ownTexts: OwnTexts = {};
  readonly #ownTextsTracker = new ChangeTracker<OwnTexts>({});
  #page: Page | null = null;
  #screen: CardpaneForm | null = null;
  #form: FrameForm | null = null;
  /** The label of the field, if the frame renders a single one. */
  #label: string | null = null;
  #fonts: Promise<unknown> | undefined;
  /** This frame renders one field and holds the state of the whole form. */
  #isLeader = false;
  #isReadyPending = false;
  #stopWatching: (() => void) | null = null;

  constructor(ports: FrameAppPorts) {
    this.#ports = ports;
    this.#cards = new CardIdentifier(ports.config.ranges);
    this.#locale = ports.config.locale;
    this.#currentTags = this.#latestTags = ports.requestedTags;
  }

  /** Waits for the page's `open`, which may have arrived already. */
  connect(): void {
    const { greeting } = this.#ports;
    if (!greeting) return;
    awaitOpen(greeting, {
      onOpen: (page, open) => this.#handleOpen(page, open, greeting),
      onMessage: (message) => this.#handleMessage(message),
      onClose: () => this.#handleClose(),
    });
  }

  /** Writes language, direction and title of the locale onto the document. */
  showLocale(): void {
    const { tag, texts } = this.#locale;
    document.documentElement.lang = tag;
    document.documentElement.dir = texts.dir;
    document.title = this.#label ?? texts.title;
  }

  /**
   * Wipes everything that was typed: the document is hidden, and one that is restored from the back-forward cache must be empty.
   *
   * @param isKept the browser may restore the document from the back-forward cache
   */
  handlePageHide(isKept: boolean): void {
    this.#form?.handlePageHide(isKept);
  }

  /** Wipes the text that the browser may have restored with the document from the back-forward cache. */
  handlePageShow(): void {
    this.#form?.handlePageShow();
  }

  #handleOpen(page: Page, open: Pick<Open, "field" | "options">, greeting: Greeting): void {
    const { options } = open;
    const screen = new CardpaneForm(this.#cards);
    this.#page = page;
    this.#screen = screen;
    this.#sendPageTexts();
    this.#applyOptions(options);
    screen.addEventListener(ActionEvent.type, (event) =>
      this.#handleAction((event as ActionEvent).action, page),
    );
    document.body.append(screen);
    if (open.field === null) {
      const form = this.#createForm(page, options, { screen });
      this.#form = form;
      void this.#reportReady(page, screen, form);
    } else this.#form = this.#createSplitField(page, { field: open.field, options, greeting }, screen);
  }

  #createForm(page: Page, options: PaneOptions, ports: Pick<FormPorts, "screen" | "flush">): FormController {
    const { config } = this.#ports;
    return new FormController(options, this.#texts, {
      ...ports,
      post: page.send.bind(page),
      send: (request, timeoutMs, cancelled) => sendCard(request, timeoutMs, cancelled, config),
      device: () => collectDeviceData(thisBrowser()),
      today,
      language: () => this.#locale.tag,
      cards: this.#cards,
      strictLuhn: config.strictLuhn,
      schedule: (run, ms = ports.flush ? splitPublishDelayMs : 0) => setTimeout(run, ms),
      onOptions: (changed) => this.#applyOptions(changed),
    });
  }

  #createSplitField(
    page: Page,
    { field, options, greeting }: { field: FieldName; options: PaneOptions; greeting: Greeting },
    screen: CardpaneForm,
  ): SplitField {
    if (options.appearance.rows === "joined") reportUnfit("joined rows of fields in frames of their own");
    const draw = screen.draw.bind(screen);
    screen.draw = (view) => {
      draw(view);
      if (view) this.#handleFieldDraw(page, screen, view);
    };
    return new SplitField(options, {
      field,
      identity: { nonce: greeting.nonce, page: greeting.page },
      screen,
      createName: randomNonce,
      createForm: (current, ports) => {
        this.#isLeader = true;
        const form = this.#createForm(page, current, ports);
        void this.#reportReady(page, screen, form);
        return form;
      },
      onBlocked: () => page.fail("load_blocked"),
      onOptions: (changed) => this.#applyOptions(changed),
    });
  }

  /** Names the document and its iframe by the label of the field. The first view makes a follower ready. */
  #handleFieldDraw(page: Page, screen: CardpaneForm, { fields }: FormView): void {
    const label = fields[0]?.label ?? "";
    if (label !== this.#label) {
      this.#label = label;
      document.title = label;
      page.send({ type: "labelled", label });
    }
    if (!this.#isLeader && !this.#isReadyPending) void this.#reportReady(page, screen, null);
  }

  /** Reports that the inputs are painted and usable, with the snapshot if this frame has the form's state. */
  async #reportReady(page: Page, screen: CardpaneForm, form: FormController | null): Promise<void> {
    this.#isReadyPending = true;
    await this.#awaitLocale();
    await screen.updateComplete;
    await this.#fonts;
    await painted();
    const snapshot = form?.snapshot ?? null;
    if (form && !snapshot) return;
    const heightPx = heightPxOf(screen);
    page.send({ type: "ready", heightPx, snapshot });
    form?.startPublishing();
    this.#stopWatching?.();
    this.#stopWatching = watchHeight(screen, heightPx, (next) =>
      page.send({ type: "resized", heightPx: next }),
    );
    // In a new task, after the next animation frame, because drawing the icons in this task would delay the first keystroke.
    await painted();
    screen.drawsIcons = true;
  }

  /**
   * Waits for the language of the options, at most `maxLocaleWaitMs` in all: if the form changed its language and direction after it
   * was shown, its inputs could move when the shopper taps one. The options may request another language meanwhile.
   */
  async #awaitLocale(): Promise<void> {
    const deadline = new Promise<boolean>((resolve) => setTimeout(resolve, maxLocaleWaitMs, true));
    let load: Promise<void> | undefined;
    while (load !== this.#localeLoad) {
      load = this.#localeLoad;
      if (await Promise.race([load, deadline])) return;
    }
  }

  #handleAction(action: Action, page: Page): void {
    switch (action.type) {
      case "submitted":
        page.send({ type: "enter" });
        break;
      case "escaped":
        page.send({ type: "escape" });
        break;
      case "relayed":
        if (this.#form instanceof SplitField) this.#form.relayAutofill(action.field, action.text);
        break;
      default:
        this.#form?.dispatch(action);
    }
  }

  #handleMessage(message: PageToFrame): void {
    if (message.type === "validate" || message.type === "tokenize") this.#screen?.notice();
    this.#form?.handleMessage(message);
  }

  #handleClose(): void {
    this.#latestTags = null;
    clearTimeout(this.#localeRetry);
    this.#stopWatching?.();
    this.#form?.close();
  }

  /** Applies the options of the document: appearance, fonts and language. Another locale is shown when it has loaded. */
  #applyOptions({ appearance, locale: tags, texts }: PaneOptions): void {
    applyAppearance(appearance);
    this.#fonts = loadFonts(
      document.documentElement.style.getPropertyValue("--font-family"),
      this.#ports.config.fonts,
    );
    this.#ownTexts = texts;
    for (const key of Object.keys(texts.declines ?? {}))
      if (!(key in this.#locale.texts.declines)) reportUnfit(`text declines.${key}`);
    if (this.#ownTextsTracker.track(texts)) this.#form?.setLocale(this.#texts);
    this.#latestTags = tags;
    clearTimeout(this.#localeRetry);
    const load = tags === this.#currentTags ? undefined : this.#loadLocale(tags);
    this.#localeLoad = languageOf(tags) === languageOf(this.#locale.tag) ? undefined : load;
  }

  /** @param waitsMs the delays before each retry; `#applyOptions` starts over with all of them */
  async #loadLocale(tags: string, waitsMs = localeRetryMs): Promise<void> {
    const loaded = await this.#ports.loadLocale(tags);
    if (tags !== this.#latestTags || tags === this.#currentTags) return;
    if (!loaded) {
      const [waitMs, ...others] = waitsMs;
      clearTimeout(this.#localeRetry);
      if (waitMs) this.#localeRetry = setTimeout(() => void this.#loadLocale(tags, others), waitMs);
      return;
    }
    this.#currentTags = tags;
    if (loaded.tag === this.#locale.tag) return;
    this.#locale = loaded;
    this.showLocale();
    this.#sendPageTexts();
    this.#form?.setLocale(this.#texts);
  }

  /** The page uses these texts for the name of the iframe and for its own messages. */
  #sendPageTexts(): void {
    const { tag, texts } = this.#locale;
    this.#page?.send({ type: "localized", locale: tag, texts: texts.page });
  }

  get #texts(): Locale {
    return withOwnTexts(this.#locale.texts, this.#ownTexts);
  }
}

/**
 * The language of a list of BCP 47 tags: that of the first one, without its region, in which single words differ. Regions of Chinese
 * differ in script.
 */
function languageOf(tags: string): string | undefined {
  return /^(zh[\w-]*|\w*)/.exec(tags.toLowerCase())?.[0];
}

/** The date in the shopper's time zone, because a card is valid until the end of its month there. */
function today(): Today {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}
