/**
 * Where the time until painted inputs goes: Chromium's trace of a load, by step, in the process of the frame and in that of the
 * page, beside that of an empty iframe, whose steps are the browser's own. Steps are measured in thread time, milestones in
 * wall-clock time. Tracing takes time itself, so do not compare these figures with those of `npm run nightly -- bench`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { startMerchantSite } from "../support/merchant-site.ts";
import { earlyHtml, emptyHtml, paneHtml, startEmptyFrame } from "./load-pages.ts";
import { median } from "./median.ts";
import { type Load, timeLoad } from "./page-load.ts";
import { serveRelease } from "./releases.ts";

const rounds = 5;
const categories = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "v8",
  "blink.user_timing",
  "loading",
];

/** An event as Chromium writes it; times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  /** Thread time, which leaves out other work of the machine. */
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly data?: { readonly url?: string; readonly isOutermostMainFrame?: boolean } };
}

/** The step to which an event's self time counts. All other time is the browser's own: processes, documents, messages. */
const steps: readonly (readonly [step: string, names: RegExp])[] = [
  [
    "compile script",
    /^v8\.compile|^V8\.(Compile|Parse|PreParse|CollectSource|StackGuard|FinalizeL|CodeCache|Deserialize(?!Context))/,
  ],
  [
    "run script",
    /^(EvaluateScript|FunctionCall|RunMicrotasks|EventDispatch|FireAnimationFrame|TimerFire|v8\.(run|call.*|evaluate.*))$/,
  ],
  ["parse HTML", /^(ParseHTML|ParseAuthorStyleSheet)$/],
  ["style", /^(UpdateLayoutTree|RecalculateStyles|ScheduleStyleRecalculation|InvalidateLayout)$/],
  ["layout", /^Layout$/],
  [
    "paint",
    /^(PrePaint|Paint|Layerize|Commit|UpdateLayer|UpdateLayerTree|IntersectionObserverController::computeIntersections)$/,
  ],
  ["garbage", /GC|GarbageCollect/],
];
const remainder = "browser's own";
const stepNames = [...steps.map(([step]) => step), remainder];

/** Milliseconds by the row of the table. */
type Profile = ReadonlyMap<string, number>;

/**
 * Traces loads into a folder, one file each for trace viewers, and returns the table.
 *
 * @param before the built host of another release, to be traced as well, alternately: see releases.ts
 */
export async function traceLoads(executablePath: string, folder: string, before?: string): Promise<string> {
  const site = await startMerchantSite();
  const now = await serveRelease(site.url);
  const other = before === undefined ? undefined : await serveRelease(site.url, before);
  const emptyFrame = await startEmptyFrame();
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const release = await now.address();
    await mkdir(folder, { recursive: true });
    const tables: string[] = [];
    for (const cpuSlowdown of [1, 4]) {
      const common = { frames: 1, cpuSlowdown };
      const kinds: Readonly<Record<string, Load>> = {
        empty: { ...common, url: site.serve(emptyHtml(emptyFrame.url)), inputs: 1, isPane: false },
        ...(other && {
          before: {
            ...common,
            url: site.serve(paneHtml(await other.address())),
            inputs: 3,
            isPane: true,
          },
        }),
        tag: { ...common, url: site.serve(paneHtml(release)), inputs: 3, isPane: true },
        early: { ...common, url: site.serve(earlyHtml(release)), inputs: 3, isPane: true },
      };
      const profiles = new Map<string, Profile[]>(Object.keys(kinds).map((name) => [name, []]));
      // Round -1 does not count: the first load in a browser is slow for any page.
      for (let round = -1; round < rounds; round++) {
        for (const [name, load] of Object.entries(kinds)) {
          const trace = await traceLoad(browser, load);
          await writeFile(join(folder, `${name}-cpu-${cpuSlowdown}.json`), trace);
          if (round >= 0) profiles.get(name)?.push(profileOf(JSON.parse(trace.toString()), load.url));
        }
      }
      tables.push(tableOf(cpuSlowdown === 1 ? "no shaping" : `CPU ${cpuSlowdown}x slower`, profiles));
    }
    return tables.join("\n\n");
  } finally {
    await browser.close();
    await Promise.all([now.close(), other?.close(), emptyFrame.close(), site.close()]);
  }
}

async function traceLoad(browser: Browser, load: Load): Promise<Buffer> {
  await browser.startTracing(undefined, { categories });
  await timeLoad(browser, load);
  return await browser.stopTracing();
}

/** The milestones since the script tag, and the steps of both processes until the inputs are painted. */
function profileOf({ traceEvents }: { readonly traceEvents: readonly TraceEvent[] }, url: string): Profile {
  const events = traceEvents.toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const page = commitIn(events, (data) => data.url === url);
  const frame = commitIn(
    events,
    (data) => data.isOutermostMainFrame === false && !!data.url?.startsWith("http"),
  );
  const started = eventOf(events, "started", page);
  const painted = eventOf(events, "painted", frame);
  const since = (event: TraceEvent | undefined) => (event ? (event.ts - started.ts) / 1_000 : Number.NaN);
  const script = events.find(
    ({ name, args }) => name === "EvaluateScript" && args?.data?.url?.endsWith("/cardpane.js"),
  );
  return new Map([
    ["script runs, at", since(script)],
    ["frame's document begins, at", since(frame)],
    ["painted, at", since(painted)],
    ...stepsOf(events, "page", page, [started.ts, painted.ts]),
    ...stepsOf(events, "frame", frame, [started.ts, painted.ts]),
  ]);
}

/** The commit of a document: its time, and the process and thread that run the document. */
function commitIn(
  events: readonly TraceEvent[],
  isWanted: (data: NonNullable<NonNullable<TraceEvent["args"]>["data"]>) => boolean,
): TraceEvent {
  const found = events.find(({ name, args }) => name === "CommitLoad" && args?.data && isWanted(args.data));
  if (!found) throw new Error("The trace lacks a document.");
  return found;
}

function eventOf(events: readonly TraceEvent[], wanted: string, { pid }: TraceEvent): TraceEvent {
  const found = events.find((event) => event.name === wanted && event.pid === pid);
  if (!found) throw new Error(`The trace lacks ${wanted}.`);
  return found;
}

/** A thread's time in each step between two moments: the self time of each event, without the events inside it. */
function stepsOf(
  events: readonly TraceEvent[],
  who: string,
  { pid, tid }: TraceEvent,
  [from, to]: readonly [number, number],
): readonly (readonly [string, number])[] {
  const sums = new Map(stepNames.map((step) => [step, 0]));
  const add = (step: string, microseconds: number) =>
    sums.set(step, (sums.get(step) ?? 0) + microseconds / 1_000);
  const within: { readonly step: string; readonly end: number }[] = [];
  for (const { name, ph, ts, dur = 0, tdur = 0, ...event } of events) {
    if (ph !== "X" || event.pid !== pid || event.tid !== tid || ts < from || ts >= to) continue;
    while (within.length > 0 && (within.at(-1)?.end ?? 0) <= ts) within.pop();
    const outer = within.at(-1);
    // An event without a step of its own counts to the step of the event around it.
    const step = steps.find(([, names]) => names.test(name))?.[0] ?? outer?.step ?? remainder;
    add(step, tdur);
    if (outer) add(outer.step, -tdur);
    within.push({ step, end: ts + dur });
  }
  return stepNames.map((step) => [`${who}: ${step}`, sums.get(step) ?? 0] as const);
}

function tableOf(condition: string, profiles: ReadonlyMap<string, readonly Profile[]>): string {
  const kinds = [...profiles.keys()];
  const rows = [...(profiles.get("tag")?.[0]?.keys() ?? [])].map((row) => {
    const cells = kinds.map((kind) => {
      const ms = median((profiles.get(kind) ?? []).map((profile) => profile.get(row) ?? Number.NaN));
      return (Number.isNaN(ms) ? "-" : ms.toFixed(1)).padStart(8);
    });
    return `${row.padEnd(30)}${cells.join("")}`;
  });
  const head = `${`${condition}, ms`.padEnd(30)}${kinds.map((kind) => kind.padStart(8)).join("")}`;
  return [head, ...rows].join("\n");
}
