/** The time until the pane accepts typing, under shoppers' conditions, each compared with an empty iframe of the same run. */

import type { startHost } from "@cardpane/host";
import type { Browser } from "@playwright/test";
import type { MerchantSite } from "../support/merchant-site.ts";
import { fast4g, Line, type LineProfile, slow4g } from "./link.ts";
import { earlyHtml, emptyHtml, paneHtml, splitFields, startEmptyFrame } from "./load-pages.ts";
import type { Measurement } from "./measurement.ts";
import { median } from "./median.ts";
import { type Load, type LoadTimes, timeLoad } from "./page-load.ts";

/** A condition and its limits, as multiples of the empty iframe's time. A run fails above the budget, not above the goal. */
interface Condition {
  readonly name: string;
  readonly line?: LineProfile;
  readonly load?: Pick<Load, "cpuSlowdown" | "isWarm">;
  readonly tag: Limit;
  readonly early: Limit;
  readonly rounds: number;
}

interface Limit {
  readonly budget: number;
  readonly goal: number;
}

const conditions: readonly Condition[] = [
  { name: "no shaping", tag: { budget: 1.9, goal: 1.4 }, early: { budget: 1.8, goal: 1.4 }, rounds: 11 },
  {
    name: "fast 4G",
    line: fast4g,
    tag: { budget: 2.3, goal: 2 },
    early: { budget: 1.6, goal: 1.6 },
    rounds: 7,
  },
  {
    name: "slow 4G",
    line: slow4g,
    tag: { budget: 2.7, goal: 2 },
    early: { budget: 1.7, goal: 1.6 },
    rounds: 7,
  },
  {
    name: "CPU 4x slower",
    load: { cpuSlowdown: 4 },
    tag: { budget: 2.9, goal: 1.4 },
    early: { budget: 2.6, goal: 1.4 },
    rounds: 7,
  },
  {
    name: "warm",
    load: { isWarm: true },
    tag: { budget: 1.5, goal: 1.2 },
    early: { budget: 1.2, goal: 1.2 },
    rounds: 7,
  },
];

/** The merchant's site, and the pane's host, which is reached over the line of a condition. */
interface Servers {
  readonly site: MerchantSite;
  readonly host: Awaited<ReturnType<typeof startHost>>;
}

/** Measures every condition with an empty iframe, the script tag and the iframe in the HTML, alternately. */
export async function* benchLoad(
  browser: Browser,
  { site, host }: Servers,
): AsyncGenerator<readonly Measurement[]> {
  const manifest = (await (await fetch(`${host.url}/manifest.json`)).json()) as {
    base: string;
    integrity: string;
  };
  const emptyFrame = await startEmptyFrame();
  try {
    for (const { name, line: profile, load = {}, tag, early, rounds } of conditions) {
      const line = profile && new Line(profile);
      const at = async (url: string) => (line ? await line.reach(url) : url);
      const release = {
        base: `${await at(host.url)}${manifest.base}`,
        integrity: manifest.integrity,
      };
      const frame = { frames: 1, ...load };
      const kinds = {
        empty: {
          ...frame,
          url: site.serve(emptyHtml(await at(emptyFrame.url))),
          inputs: 1,
          isPane: false,
        },
        tag: { ...frame, url: site.serve(paneHtml(release)), inputs: 3, isPane: true },
        early: { ...frame, url: site.serve(earlyHtml(release)), inputs: 3, isPane: true },
      };
      const times = await inTurns(rounds, browser, kinds);
      yield [
        ratioRow(`${name}, script tag`, times.tag, times.empty, tag),
        ratioRow(`${name}, early iframe`, times.early, times.empty, early),
      ];
      if (!profile && !load.cpuSlowdown && !load.isWarm) yield [readyRow(times.tag)];
      await line?.close();
    }
    const release = { base: `${host.url}${manifest.base}`, integrity: manifest.integrity };
    const kinds = {
      empty: { url: site.serve(emptyHtml(emptyFrame.url, 3)), frames: 3, inputs: 1, isPane: false },
      tag: { url: site.serve(paneHtml(release, splitFields)), frames: 3, inputs: 1, isPane: true },
    };
    const split = await inTurns(9, browser, kinds);
    yield [ratioRow("no shaping, one frame per field", split.tag, split.empty, { budget: 2.3, goal: 2 })];
  } finally {
    await emptyFrame.close();
  }
}

/** Loads the kinds alternately, so that other work of the machine affects all of them. */
async function inTurns<Kind extends string>(
  rounds: number,
  browser: Browser,
  kinds: Readonly<Record<Kind, Load>>,
): Promise<Record<Kind, LoadTimes[]>> {
  const names = Object.keys(kinds) as Kind[];
  const times = Object.fromEntries(names.map((name) => [name, [] as LoadTimes[]])) as Record<
    Kind,
    LoadTimes[]
  >;
  // Round -1 does not count: the first load in a browser is slow for any page.
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const measured = await timeLoad(browser, kinds[name]);
      if (round >= 0) times[name].push(measured);
    }
  }
  return times;
}

function ratioRow(
  what: string,
  pane: readonly LoadTimes[],
  empty: readonly LoadTimes[],
  { budget, goal }: Limit,
): Measurement {
  const [paneMs, emptyMs] = [pane, empty].map((times) => median(times.map(({ paintedMs }) => paintedMs)));
  const ratio = (paneMs ?? Number.NaN) / (emptyMs ?? Number.NaN);
  return {
    what: `painted: ${what}`,
    measured: `${ratio.toFixed(2)} x (${paneMs?.toFixed(0)} ms, empty ${emptyMs?.toFixed(0)} ms)`,
    budget: `${budget} x an empty iframe (goal ${goal})`,
    ok: ratio <= budget,
  };
}

/** The time from painted inputs to the page's `ready` event. */
function readyRow(pane: readonly LoadTimes[]): Measurement {
  const ms = median(pane.map(({ readyMs, paintedMs }) => readyMs - paintedMs));
  return {
    what: "no shaping, ready after painted",
    measured: `${ms.toFixed(1)} ms`,
    budget: "10 ms",
    ok: ms <= 10,
  };
}
