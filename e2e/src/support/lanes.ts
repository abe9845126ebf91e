/**
 * The two lanes of tests: `npm test` runs the fast one, `npm run nightly` both (packages/tools/src/run/steps.ts).
 *
 * A nightly test has a counterpart in npm test, which fails if its subject is taken out of the code. For further rows and larger
 * numbers it is the same test. The others:
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
 * - empty-copies.nightly.test.ts: empty-copies.test.ts, with a copy of a few bytes; start.test.ts: a killed start; each later
 *   process of a sandbox starts from the copy.
 * - sizes of adapters and 48 languages: sizes of scripts, English and the two longest languages.
 * - rollout, rollout-load: handler.test.ts (releases side by side); early-iframe.dom.test.ts (another release's iframe).
 * - process: handler.test.ts: when the host asks for a process of its own. Without that header it is the browser's work alone.
 * - memory: tests of connection, load-monitor, page-context and mounted-pane: listeners, ports, timers and frames end.
 * - wiped (masked number, 25 undo steps, clear() and history in frames): reducer.test.ts, card-form.dom.test.ts; wiped.spec.ts: after
 *   a token, after clear(), at pagehide; back-forward-cache.spec.ts.
 * - 45 languages, narrow font, 1280 px: six languages, wide font, 320 px; locale.test.ts measures all texts.
 * - 3D Secure (three-ds: how a challenge ends, without one, a monthly box, ways to give up): challenge-page.test.ts,
 *   card-decision.test.ts; in the shop send-payment, leave and second-step; approved, and Escape, in a browser.
 * - axe at the checkout in light or at 1280 px, from right to left, at the choice of a bank, at a saved card: every-page.spec.ts,
 *   shop.spec.ts (dark, Arabic), accessibility.spec.ts (from right to left).
 * - shop (a card pays at once, the QA panel's clock and failing gateway): send-payment, notifications and shop.test.ts of apps/demo.
 * - gallery (a failed load, borders, places, the wall's looks): around-texts.spec.ts, look.spec.ts, split.spec.ts; axe at the
 *   wall.
 * - split (a token, Enter, going back; 20 rounds): split.dom.test.ts, isolation.spec.ts; 6 rounds.
 * - spellings (typing, autofill): format.test.ts tries all.
 * - autofill-policies (future browser policies): early-iframe.dom.test.ts: the iframe names the policies that the browser knows.
 * - each code by its card, by emulateCode with four cards, notified, and all payments in field's format: a twelfth of the codes
 *   (payment.test.ts); cards.test.ts has each code's card, notifications.test.ts and field.test.ts the two formats.
 * - the sandbox's program ends on signals, with its parent: stop-on-signal.test.ts; it ends on SIGTERM (start.test.ts).
 * - broken gateway responses: tokenize.test.ts tries all.
 * - login, refill (the wallet): login.test.ts and refill.test.ts of the sandbox.
 * - places of a field (split, embed): shadow roots, slots, by script, one leader removed; packages/browser unit-tests the others.
 *
 * Only the nightly run tries these: what the doctor finds in a page; packed packages, and CommonJS; the line of JSON of `npm start`;
 * programs in PHP, Python and Go; window sizes 01, 04 and 05 of a dialog; the observer of a sample input; motion in the shop.
 */

/** Whether everything runs. */
export const isNightly = Boolean(process.env["NIGHTLY"]);

/** The rows of a table that `npm test` tries, by their index. The nightly run tries all. */
export function someOf<Row>(rows: readonly Row[], ...indices: readonly number[]): readonly Row[] {
  const chosen = rows.filter((_, index) => indices.includes(index));
  if (chosen.length !== indices.length) throw new Error(`The table has ${rows.length} rows.`);
  return isNightly ? rows : chosen;
}
