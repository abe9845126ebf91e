/**
 * The frame's script: greets the page, and once the page has opened the pane, puts the form on the screen and lets page,
 * form and gateway talk. The life of a frame:
 *
 *   greet -> opened -> form drawn -> painted -> ready -> (typing, tokenizing) ... -> closed
 *
 * A frame draws the whole form, or one field of it: then it leads or follows (siblings/seat.ts), and a follower is drawn
 * once the lead has told it what.
 *
 * On the way out of sight (`pagehide`) everything that was typed is wiped, so that a document that comes back from the
 * back-forward cache is empty.
 */
import type {
  FieldName,
  Open,
  OwnTexts,
  PageToFrame,
  PaneOptions,
  Snapshot,
} from "@cardpane/contract/messages";
import type { Today } from "./card/expiry.ts";
import { useNetworkRanges } from "./card/identify-card.ts";
import { readConfig } from "./config.ts";
import { CardpaneForm } from "./fields/card-form.ts";
import { Form, type FormPorts, type ScreenEvent } from "./form/form.ts";
import type { FormView } from "./form/view.ts";
import { withOwnTexts } from "./locale/differences.ts";
import { loadLocale, type TaggedLocale } from "./locale/load.ts";
import type { Locale } from "./locale/types.ts";
import { applyAppearance } from "./look/apply.ts";
import { loadFonts } from "./look/fonts.ts";
import { adoptStyle } from "./look/style.ts";
import { greet, type Page } from "./page/handshake.ts";
import { knownNames } from "./page/known-names.ts";
import { heightPxOf, painted, watchHeight } from "./page/painted.ts";
import { ancestors, parentOrigin } from "./page/parent.ts";
import { randomNonce } from "./page/random.ts";
import { Seat } from "./siblings/seat.ts";
import { readDevice, thisBrowser } from "./tokenize/device.ts";
import { sendCard } from "./tokenize/send.ts";

/** What is opened for the page: the whole form, or the seat of one field. */
interface Opened {
  asked(message: PageToFrame): void;
  happened(event: ScreenEvent): void;
  speak(locale: Locale): void;
  hide(isKept: boolean): void;
  show(): void;
  close(): void;
}

/**
 * How long the page waits for what belongs to one action of a person. Within one frame its events come together; the focus
 * that leaves one frame and enters another, or autofill in several, takes a moment.
 */
const siblingsMs = 50;

const config = readConfig();
const nonce = randomNonce();
/** The page's; `null` where the pane must not start. */
const origin = parentOrigin({
  // Not the location's, which an opaque origin does not show in: a sandbox may have taken ours away.
  origin: self.origin,
  ancestorOrigins: location.ancestorOrigins,
  referrer: document.referrer,
  isTop: window.parent === window,
});
let locale: TaggedLocale = config.locale;
/** What the language was asked for by: tags, of which the host knows the nearest. */
let spokenFor = new URLSearchParams(location.search).get("locale");
/** The same of the language that was asked for last; an earlier one may arrive later. */
let wanted = spokenFor;
/** What the page says in its own words. */
let ownTexts: OwnTexts = {};
let pane: Opened | null = null;
/** The label of the one field, where the frame draws one. */
let label: string | null = null;
/** Settled when the fonts of the look are there, or late. */
let fonts: Promise<unknown> | undefined;
let stopWatching: (() => void) | null = null;

function opened(page: Page, { field, options: asked }: Pick<Open, "field" | "options">): void {
  const options = withKnownNames(asked);
  const screen = new CardpaneForm();
  dress(options);
  document.body.append(screen);
  pane = field === null ? openForm(page, options, { screen }) : openSeat(page, field, options, screen);
  screen.listener = {
    happened: (event) => pane?.happened(event),
    submitted: () => page.send({ type: "submitted" }),
    escaped: () => page.send({ type: "escaped" }),
    filled: (other, text) => pane instanceof Seat && pane.filled(other, text),
  };
  if (pane instanceof Form) void announceReady(page, screen, pane);
}

function openForm(page: Page, options: PaneOptions, ports: Pick<FormPorts, "screen" | "gather">): Form {
  return new Form(options, words(), {
    ...ports,
    post: page.send.bind(page),
    send: (order, timeoutMs, cancelled) => sendCard(order, timeoutMs, cancelled, config),
    device: () => readDevice(thisBrowser()),
    today,
    strictLuhn: config.strictLuhn,
    later: (run, ms = ports.gather ? siblingsMs : 0) => setTimeout(run, ms),
    onOptions: dress,
  });
}

function openSeat(page: Page, field: FieldName, options: PaneOptions, screen: CardpaneForm): Seat {
  let leads = false;
  return new Seat(options, {
    field,
    identity: { nonce, page: ancestors(location, origin ?? "") },
    screen,
    newName: randomNonce,
    openForm(current, ports) {
      leads = true;
      const form = openForm(page, current, ports);
      void announceReady(page, screen, form);
      return form;
    },
    drawn(view) {
      name(page, view);
      if (!leads && !stopWatching) void announceReady(page, screen, null);
    },
    blocked: () => page.fail("load_blocked"),
    onOptions: dress,
  });
}

/** Says what the one field of this frame is called: the name of a document, and of its iframe. */
function name(page: Page, { fields }: FormView): void {
  const next = fields[0]?.label ?? "";
  if (next === label) return;
  label = next;
  document.title = next;
  page.send({ type: "labelled", label: next });
}

/** Says that the inputs are painted and usable; with the snapshot, where this frame has the form. */
async function announceReady(page: Page, screen: CardpaneForm, form: Form | null): Promise<void> {
  stopWatching ??= () => {};
  await screen.updateComplete;
  await fonts;
  await painted();
  const snapshot: Snapshot | null = form?.snapshot() ?? null;
  if (form && !snapshot) return;
  const heightPx = heightPxOf(screen);
  page.send({ type: "ready", heightPx, snapshot });
  stopWatching();
  stopWatching = watchHeight(screen, heightPx, (next) => page.send({ type: "resized", heightPx: next }));
}

/** Look and language of the document. A language that is not here yet comes when it is loaded. */
function dress({ appearance, locale: tag, texts }: PaneOptions): void {
  applyAppearance(appearance);
  fonts = loadFonts(document.documentElement.style.getPropertyValue("--font-family"), config.fonts);
  const reworded = JSON.stringify(texts) !== JSON.stringify(ownTexts);
  ownTexts = texts;
  if (reworded) pane?.speak(words());
  wanted = tag;
  if (tag === spokenFor) return;
  void loadLocale(tag, locale).then((loaded) => {
    if (!loaded || tag !== wanted) return;
    spokenFor = tag;
    if (loaded.tag !== locale.tag) speak(loaded);
  });
}

function speak(next: TaggedLocale): void {
  const changed = next !== locale;
  locale = next;
  document.documentElement.lang = next.tag;
  document.documentElement.dir = next.texts.dir;
  document.title = label ?? next.texts.title;
  if (changed) pane?.speak(words());
}

function words(): Locale {
  return withOwnTexts(locale.texts, ownTexts);
}

function closed(): void {
  stopWatching?.();
  pane?.close();
}

function said(message: PageToFrame): void {
  const { type } = message;
  pane?.asked(type === "update" ? { type, options: withKnownNames(message.options) } : message);
}

function withKnownNames(options: PaneOptions): PaneOptions {
  return knownNames(options, (path) =>
    console.error(`CardpaneError: the option ${path} is none that the pane knows.`),
  );
}

/** The shopper's own date: a card is good to the end of its month where the shopper is. */
function today(): Today {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}

// First of all: while the page makes up its answer, the frame gets ready for it.
if (origin !== null) greet({ window, origin, nonce }, { opened, said, closed });
useNetworkRanges(config.ranges);
adoptStyle();
speak(locale);
addEventListener("pagehide", ({ persisted }) => pane?.hide(persisted));
// A browser may put text back into the inputs of a document that it brings back.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) pane?.show();
});
