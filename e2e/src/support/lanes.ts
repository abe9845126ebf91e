/**
 * The two lanes of tests: `npm test` runs the fast one, `npm run nightly` both (packages/tools/src/run/steps.ts).
 *
 * Each nightly test has a counterpart in npm test. For further rows and larger numbers it is the same test. The others:
 *
 * - declarations, CommonJS, packed packages (build-*.nightly.test.ts): types of every project; built-files.test.ts for browser
 *   scripts.
 * - cardpane-command.nightly.test.ts, doctor, lan: handler, deployment, serve, doctor-command of packages/host;
 *   secure-origin.test.ts.
 * - start.nightly.test.ts: services.test.ts, and the servers of every browser test.
 * - document.nightly.test.ts (each field at its bounds, each code): tests of packages/gateway; payment.test.ts.
 * - month.nightly.test.ts (a month of orders, with crashes): faults.test.ts.
 * - killed.nightly.test.ts (a process killed at each step): stores.test.ts: the order and what the shop wrote are in one
 *   transaction.
 * - empty-copies.nightly.test.ts: empty-copies.test.ts, with a copy of a few bytes; every suite of the sandbox in memory.
 * - sizes of adapters and 48 languages: sizes of scripts, English and the two longest languages.
 * - rollout, rollout-load: handler.test.ts (releases side by side), early-iframe.spec.ts (another release's iframe).
 * - process: handler.test.ts: when the host asks for a process of its own; isolation.spec.ts: no card data in the page's heap.
 * - memory: split.spec.ts, lifecycle.spec.ts.
 * - wiped (masked number, 25 undo steps, clear() and history in frames): wiped.spec.ts: after a token, after clear(), at pagehide;
 *   back-forward-cache.spec.ts.
 * - 45 languages, narrow font, 1280 px: six languages, wide font, 320 px; locale.test.ts measures all texts.
 * - 3D Secure (three-ds: failures, the retry by redirect, a monthly box on the whole screen, the light dialog): approved by
 *   redirect; the others in a dialog; after-payment; the dark dialog of 320 px.
 * - axe at the checkout in light or at 1280 px, from right to left, at the choice of a bank, at a saved card: every-page.spec.ts,
 *   shop.spec.ts (dark, Arabic), accessibility.spec.ts (from right to left).
 * - motion in the shop: the tests of the pane have motion.
 * - shop (a card pays at once, the QA panel's clock and failing gateway): a declined card that pays then, the gateway that is
 *   down, order-of-events.spec.ts.
 * - gallery (a failed load, borders, places, the wall's looks): around-texts.spec.ts, look.spec.ts, split.spec.ts; axe at the
 *   wall.
 * - split (a token, Enter, going back; 20 rounds): isolation.spec.ts, Tab and Enter in split.spec.ts, wiped.spec.ts; 6 rounds.
 * - spellings (typing, autofill): one of each; formatting's unit tests try all.
 * - autofill-policies (future browser policies): early-iframe.dom.test.ts: the iframe names the policies that the browser knows.
 * - each code by its card, by emulateCode with four cards, notified, and all payments in field's format: a twelfth of the codes
 *   (payment.test.ts); cards.test.ts has each code's card, notifications.test.ts and field.test.ts the two formats.
 * - the sandbox's program ends on signals, with its parent, and on a wrong setting: stop-on-signal.test.ts; it ends on SIGTERM
 *   (start.test.ts); settings.test.ts.
 * - broken gateway responses (tokenize), dialog sizes: three and one; unit tests try all responses.
 * - places of a field (split, embed): shadow roots, slots, by script, one leader removed; packages/browser unit-tests the others.
 */

/** Whether everything runs. */
export const isNightly = Boolean(process.env["NIGHTLY"]);

/** The rows of a table that `npm test` tries, by their index. The nightly run tries all. */
export function someOf<Row>(rows: readonly Row[], ...indices: readonly number[]): readonly Row[] {
  const chosen = rows.filter((_, index) => indices.includes(index));
  if (chosen.length !== indices.length) throw new Error(`The table has ${rows.length} rows.`);
  return isNightly ? rows : chosen;
}
