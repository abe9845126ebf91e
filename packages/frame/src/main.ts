/**
 * The frame's script: greets the page, and once the page has opened the pane, puts the form on the screen and lets page,
 * form and gateway talk. The life of a frame:
 *
 *   greet -> opened -> form drawn -> painted -> ready -> (typing, tokenizing) ... -> closed
 *
 * On the way out of sight (`pagehide`) everything that was typed is wiped, so that a document that comes back from the
 * back-forward cache is empty.
 */
import type { OwnTexts, PageToFrame, PaneOptions } from "@cardpane/contract/messages";
import type { Today } from "./card/expiry.ts";
import { readConfig } from "./config.ts";
import { CardpaneForm } from "./fields/card-form.ts";
import { Form } from "./form/form.ts";
import { withOwnTexts } from "./locale/differences.ts";
import { loadLocale, type TaggedLocale } from "./locale/load.ts";
import { nearestLocale } from "./locale/tags.ts";
import type { Locale } from "./locale/types.ts";
import { applyAppearance } from "./look/apply.ts";
import { adoptStyle } from "./look/style.ts";
import { greet, type Page } from "./page/handshake.ts";
import { heightPxOf, painted, watchHeight } from "./page/painted.ts";
import { parentOrigin } from "./page/parent.ts";
import { randomNonce } from "./page/random.ts";
import { readDevice, thisBrowser } from "./tokenize/device.ts";
import { sendCard } from "./tokenize/send.ts";

const config = readConfig();
let locale: TaggedLocale = config.locale;
/** The language that was asked for last; an earlier one may arrive later. */
let wantedTag: string = locale.tag;
/** What the page says in its own words. */
let ownTexts: OwnTexts = {};
let form: Form | null = null;
let stopWatching = () => {};

function opened(page: Page, options: PaneOptions): void {
  const screen = new CardpaneForm();
  screen.listener = {
    happened: (event) => form?.happened(event),
    submitted: () => page.send({ type: "submitted" }),
    escaped: () => page.send({ type: "escaped" }),
  };
  dress(options);
  document.body.append(screen);
  form = new Form(options, words(), {
    screen,
    post: page.send.bind(page),
    send: (order, timeoutMs, cancelled) => sendCard(order, timeoutMs, cancelled, config),
    device: () => readDevice(thisBrowser()),
    today,
    later: (run) => setTimeout(run, 0),
    onOptions: dress,
  });
  void announceReady(page, screen, form);
}

async function announceReady(page: Page, screen: CardpaneForm, opening: Form): Promise<void> {
  await screen.updateComplete;
  await painted();
  const snapshot = opening.snapshot();
  if (!snapshot) return;
  const heightPx = heightPxOf(screen);
  page.send({ type: "ready", heightPx, snapshot });
  stopWatching = watchHeight(screen, heightPx, (next) => page.send({ type: "resized", heightPx: next }));
}

/** Look and language of the document. A language that is not here yet comes when it is loaded. */
function dress({ appearance, locale: tag, texts }: PaneOptions): void {
  applyAppearance(appearance);
  const reworded = JSON.stringify(texts) !== JSON.stringify(ownTexts);
  ownTexts = texts;
  if (reworded) form?.speak(words());
  wantedTag = nearestLocale(tag);
  if (wantedTag === locale.tag) return;
  void loadLocale(wantedTag, locale.texts).then((loaded) => {
    if (loaded && loaded.tag === wantedTag) speak(loaded);
  });
}

function speak(next: TaggedLocale): void {
  const changed = next !== locale;
  locale = next;
  document.documentElement.lang = next.tag;
  document.documentElement.dir = next.texts.dir;
  document.title = next.texts.title;
  if (changed) form?.speak(words());
}

function words(): Locale {
  return withOwnTexts(locale.texts, ownTexts);
}

function closed(): void {
  stopWatching();
  form?.close();
}

function said(message: PageToFrame): void {
  form?.asked(message);
}

/** The shopper's own date: a card is good to the end of its month where the shopper is. */
function today(): Today {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}

adoptStyle();
speak(locale);
addEventListener("pagehide", () => form?.hide());
// A browser may put text back into the inputs of a document that it brings back.
addEventListener("pageshow", (event) => {
  if (event.persisted) form?.hide();
});

const origin = parentOrigin({
  origin: location.origin,
  ancestorOrigins: location.ancestorOrigins,
  referrer: document.referrer,
  isTop: window.parent === window,
});
if (origin !== null) greet({ window, origin, nonce: randomNonce() }, { opened, said, closed });
