/** Helpers for tests with real channels. */

// The real timers, also in a test with fake ones.
const { setTimeout, setImmediate } = globalThis;

/** More than the longest exchange: invite, join, joined, connected, view, flush, flushed, and the form's reaction. */
const maxTurns = 12;

/**
 * Waits until every posted message, every reply, and every reply to a reply has arrived.
 *
 * It waits for a number of turns of the event loop, not for a time, because on a busy machine 30 ms may pass before the first
 * message is read. A turn reads the messages that were posted before it; each turn here runs the due timers, which the form
 * publishes with, and reads the channels.
 */
export async function delivered(): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
