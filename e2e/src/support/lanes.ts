/**
 * The two lanes of tests: `npm test` runs the fast one, `npm run nightly` both (packages/tools/src/run/steps.ts).
 *
 * A row names nightly tests, and what fails in npm test if their subject is taken out of the code. For each row a break of the code
 * was tried, or several; not for those marked "read". A break that only one of many cases of a row shows may need the nightly run.
 * For further rows of a table and larger numbers the counterpart is the same test.
 *
 * - declarations (build-*.nightly.test.ts): types of every project; built-files.test.ts for scripts of page and frame.
 * - cardpane-command.nightly.test.ts: build-command.test.ts (what serve counts and logs, how verify ends), verify, handler.
 * - lan: secure-origin.test.ts, handler.test.ts.
 * - doctor: printable.test.ts, gateway-check.test.ts.
 * - start.nightly.test.ts: services.test.ts, and the servers of every browser test.
 * - document.nightly.test.ts (each field at its bounds, each code): tests of packages/gateway; payment.test.ts.
 * - month.nightly.test.ts (a month of orders, with crashes): rules.test.ts, faults.test.ts.
 * - killed.nightly.test.ts (a process killed at each step): stores.test.ts, mysql-store.test.ts: the order and what the shop wrote
 *   are in one transaction.
 * - million.nightly.test.ts (a million orders): drivers.test.ts, the index that a list of 100,000 uses.
 * - empty-copies.nightly.test.ts: empty-copies.test.ts, with a copy of a few bytes; start.test.ts: a killed start; each later
 *   process of a sandbox starts from the copy.
 * - sizes of adapters and 48 languages: sizes of scripts, English and the two longest languages.
 * - rollout, rollout-load: handler.test.ts (releases side by side); early-iframe.dom.test.ts (another release's iframe).
 * - process: handler.test.ts: when the host asks for a process of its own. Without that header it is the browser's work alone.
 * - memory: tests of connection, load-monitor, page-context and mounted-pane: listeners, ports, timers and frames end.
 * - wiped (masked number, 25 undo steps, clear() and history in frames): reducer.test.ts, card-form.dom.test.ts; wiped.spec.ts:
 *   after a token, after clear(), at pagehide; back-forward-cache.spec.ts.
 * - 45 languages, narrow font, 1280 px: six languages, wide font, 320 px; locale.test.ts measures all texts. Text spacing:
 *   look.spec.ts. The page's language before the browser's: pane.dom.test.ts.
 * - 3D Secure (three-ds: how a challenge ends, without one, a monthly box, ways to give up): challenge-page.test.ts,
 *   card-decision.test.ts; in the shop send-payment, leave, second-step and unknown-outcome (the title if nobody declined);
 *   approved, and Escape, in a browser.
 * - axe at the checkout in light or at 1280 px, from right to left, at the choice of a source, at a saved card, at the wall:
 *   every-page.spec.ts (light, 320 px), shop.spec.ts (dark, Arabic), accessibility.spec.ts (from right to left); sources.test.ts (a
 *   label for each field, as of a bank); theme.test.ts (contrast of the dark pane).
 * - three-ds (a challenge in a dialog approved, its look in Arabic; a card that requires 3D Secure): every-page.spec.ts,
 *   next-action.spec.ts; sca-retry.test.ts.
 * - after-payment (cancelled at the end of the paid time; a payment without an answer that the operator decides), axe in the pane's
 *   frame on the shop's pages: cancelled at once; half the money, and operator.test.ts; accessibility.spec.ts.
 * - next-action (a result of nextAction()): read-input.test.ts. look (axe at labels above and hidden): labels floating.
 * - isolation, wiped (a token, pagehide): one of the two forms each. declines (English, three more): the rest of its file in English,
 *   locale.test.ts.
 * - shop (a card pays at once, the QA panel's clock and failing gateway): send-payment, notifications and shop.test.ts of
 *   apps/demo.
 * - sources (each that pays, a bank without direct debits, or ends underpaid, overpaid, expired): sources.test.ts and
 *   notifications.test.ts of apps/demo, codes.test.ts.
 * - gallery (knobs, places): gallery.spec.ts: some knobs, one step back, one split form. What an option does: its own spec.
 * - split (a token, Enter, going back; 20 rounds): split.spec.ts by script, and Enter after Tab; back-forward-cache.spec.ts; 6
 *   rounds of isolation.spec.ts.
 * - split (a field or pane is moved, or reloaded; language and look; focus by name; unknown names): split.spec.ts (a field is added
 *   and removed), mounted-pane.dom.test.ts, split.dom.test.ts, split.test.ts; month and year: form-controller.test.ts.
 * - places of a field or pane (split, embed: in a component, a dialog, a page in a frame; moved): split.spec.ts (shadow roots,
 *   slots, by script, one leader removed), card-pane.dom.test.ts. A dialog and a page in a frame need no code of ours (read).
 * - old-chromium (real ones): old-browsers.spec.ts takes what it lacks away from the current one; minimum.test.ts.
 * - embed (a policy forbids the frame, an unknown environment), lifecycle (an element with a pane comes back):
 *   load-monitor.test.ts, mounted-pane.dom.test.ts.
 * - early-iframe (removed and put back; left to cardpane.js): early-iframe.dom.test.ts, early-loader.dom.test.ts.
 * - spellings (typing, 19 digits, autofill): format.test.ts tries all; typing.spec.ts, autofill.spec.ts.
 * - autofill-policies (future browser policies): early-iframe.dom.test.ts: the iframe names the policies that the browser knows.
 * - advance, brands (preference, choice in a follower), values (read-only lists, the last field), form-errors (another tab):
 *   auto-advance.test.ts; form-controller.test.ts, split.test.ts; card-form.dom.test.ts, values.spec.ts;
 *   form-participation.dom.test.ts.
 * - summary (errors of validate(), one announcement across frames): form-controller.test.ts; accessibility.spec.ts.
 * - states (the tree of a choice, a saved card, lists, a failed load, a dialog): brands and saved-card.spec.ts; expiry,
 *   embed and next-action.spec.ts (read). They try names and roles of the parts, not the whole tree.
 * - look, next-action (`match` without its input; reduced motion and forced colours with floating labels; the number's placeholder;
 *   a dialog's button, its sides from right to left, its place above a dialog of the page): page-style.dom.test.ts;
 *   accessibility.spec.ts, look.spec.ts; languages.spec.ts; around-texts.spec.ts; next-action.spec.ts.
 * - keyboard (Tab through the shop): typing.spec.ts and split.spec.ts go through the pane.
 * - each code by its card, by emulateCode with four cards, notified, and all payments in field's format: a twelfth of the codes
 *   (payment.test.ts); cards.test.ts has each code's card, notifications.test.ts and field.test.ts the two formats.
 * - the sandbox's program ends on signals, with its parent: stop-on-signal.test.ts; it ends on SIGTERM (start.test.ts).
 * - broken gateway responses: tokenize.test.ts tries all.
 * - login, refill (the wallet): login.test.ts, users.test.ts (a new secret) and refill.test.ts of the sandbox; tokens.test.ts and
 *   listing.test.ts of packages/node.
 * - certify (all scenarios, shops that pass, twelve mutants of a shop, one that does not start): three scenarios of a shop with two
 *   mistakes, one of which passes, in certify.spec.ts; shop-process.test.ts.
 * - states of the shop (no card form, a saved card, other ways to pay, without a script): the other states in states.spec.ts have the
 *   same parts; failures.spec.ts (the ways out), shop.spec.ts (the saved card), every-page.spec.ts (names, by axe).
 * - declining-cards (each declined card, paid with in the shop): declines.spec.ts shows each sentence by its code.
 * - every-page (pages much like an earlier one): the earlier one.
 *
 * Only the nightly run tries these: what the doctor finds in a page; packed packages, and CommonJS; the line of JSON of `npm
 * start`; programs in PHP, Python and Go; window sizes 01, 04 and 05 of a dialog, its edge in forced colours and its spinner's
 * motion; the observer of a sample input; colours of autofilled fields; motion in the shop; its dark pages other than the checkout,
 * the bank's dialog and a QR code; Tab through its pages; in the gallery the reason of a failed load, the page around the pane, and
 * the wall's errors.
 */

/** Whether everything runs. */
export const isNightly = Boolean(process.env["NIGHTLY"]);

/** The rows of a table that `npm test` tries, by their index. The nightly run tries all. */
export function someOf<Row>(rows: readonly Row[], ...indices: readonly number[]): readonly Row[] {
  const chosen = rows.filter((_, index) => indices.includes(index));
  if (chosen.length !== indices.length) throw new Error(`The table has ${rows.length} rows.`);
  return isNightly ? rows : chosen;
}
