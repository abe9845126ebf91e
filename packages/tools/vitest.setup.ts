/**
 * Ends what a test file replaced, for the files that share its process and its page: a clock that stands still would keep their
 * servers waiting. The timers of a page end here, as they do in a browser when its document is unloaded. Any other timer, server or
 * process that a file leaves behind fails it: its code would run while another file is tested, or after the page is gone.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, vi } from "vitest";

type Timer = { hasRef(): boolean };
type StartTimer = (run: (...given: unknown[]) => void, ...rest: unknown[]) => Timer;

/** Code of pages, whose timers end with their document. */
const ofPages = /\/packages\/(?:browser|frame)\/src\//;
/** The database in the process sets a timer for each of its statements' limits, and has no way to end it. */
const database = "@electric-sql/pglite/";
/** The timers that have not run, each with what started it. */
const timers = new Map<Timer, string>();
const real = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval };

for (const name of ["setTimeout", "setInterval"] as const) {
  const start = real[name] as unknown as StartTimer;
  const recorded: StartTimer = (run, ...rest) => {
    const timer = start(
      (...given: unknown[]) => {
        if (name === "setTimeout") timers.delete(timer);
        run(...given);
      },
      ...rest,
    );
    const [, , ...places] = (new Error().stack ?? "").split("\n");
    timers.set(timer, [`${name} of ${rest[0] ?? 0} ms`, ...places].join("\n"));
    return timer;
  };
  Object.defineProperties(recorded, Object.getOwnPropertyDescriptors(start));
  Object.assign(globalThis, { [name]: recorded });
}

/** Node's names of what runs code without a timer until it is closed. A pending promise does so by one of these, or never. */
const closable = ["TCPServerWrap", "PipeServerWrap", "ProcessWrap", "FSEventWrap", "StatWatcher", "Worker"];
const openNow = () => process.getActiveResourcesInfo().filter((name) => closable.includes(name));
const openBefore = openNow();

function leftOpen(): string[] {
  const left = openNow();
  for (const name of openBefore) {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  globalThis.document?.body.replaceChildren();
  Object.assign(globalThis, real);
  // Lets those run that are due at once, for a connection that is just closing.
  await pause(1);
  for (let tries = 6; tries > 0 && [...timers.keys()].some(isPending); tries--) await pause(10);
  // A process that was killed takes a moment to end.
  for (let tries = 500; tries > 0 && leftOpen().length > 0; tries--) await pause(10);
  const left = leftOpen();
  for (const [timer, start] of timers) {
    if (!isPending(timer)) continue;
    const [, place = ""] = start.split("\n");
    if (ofPages.test(place)) clearTimeout(timer as NodeJS.Timeout);
    // Without a place it cannot be named.
    else if (place && !place.includes(database)) left.push(start);
  }
  if (left.length > 0) throw new Error(`This file leaves behind:\n${left.join("\n")}`);
});

/** Whether a timer keeps the process alive: it was neither cleared nor marked as one that does not. */
function isPending(timer: Timer): boolean {
  return timer.hasRef() && (timer as { _destroyed?: boolean })._destroyed !== true;
}
