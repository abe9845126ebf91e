/** Helpers for tests with real channels. */

// The real ones, also for a test that has stopped the clock.
const { setTimeout, setImmediate } = globalThis;

/** More than the longest exchange has: invite, join, joined, here, view, flush, flushed, and what the form does after. */
const maxHops = 12;

/**
 * Lets everything that was posted arrive, with the answers to it and the answers to those.
 *
 * A wait by time proves nothing: on a busy machine 30 ms may be over before the first message is read. What was posted before
 * a turn of the event loop is read in that turn, so turns are counted: in each a timer comes due (the form reports with
 * one) and the channels are read.
 */
export async function delivered(): Promise<void> {
  for (let hop = 0; hop < maxHops; hop++) {
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
