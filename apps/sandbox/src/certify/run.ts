/** Plays the scenarios one after the other, each in a browser window of its own. */
import type { ShopperBrowser } from "@cardpane/host/shopper-browser";
import type { BrowserContext } from "@playwright/test";
import type { CertifyConfig } from "./config.ts";
import { chargesOf, type Gateway } from "./gateway.ts";
import { Broken, Play, type PlayDeps } from "./play.ts";
import type { Scenario } from "./scenarios.ts";
import type { ShopProcess } from "./shop-process.ts";

export interface Result {
  readonly name: string;
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly seconds: number;
  /** What the shop broke, or why the scenario was skipped. */
  readonly reason?: string;
  /** What to change in the shop. */
  readonly advice?: string;
  readonly references?: readonly string[];
  /** The shopper's last page, as a PNG in base64. */
  readonly screenshot?: string;
}

export interface RunDeps {
  readonly browser: ShopperBrowser;
  readonly gateway: Gateway;
  readonly config: CertifyConfig;
  readonly shop: string;
  readonly process?: ShopProcess | undefined;
  /** Whether the sandbox has COMPATIBILITY=field. */
  readonly isField: boolean;
  /** Called once each scenario has ended. */
  readonly onResult: (result: Result) => void;
}

/** Plays all, in their order. The first one finds the price, so it is played also if only others are wanted. */
export async function certify(deps: RunDeps, scenarios: readonly Scenario[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  let price: PlayDeps["price"];
  for (const scenario of scenarios) {
    const startedAt = performance.now();
    const about = { name: scenario.name, title: scenario.title };
    const skipped = whySkipped(deps, scenario, price !== undefined || scenario.name === "paid");
    const played = skipped === undefined ? await playOne(deps, scenario, price) : skipped;
    price ??= played.price;
    const { price: _, ...found } = played;
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const result: Result = { ...about, seconds, ...found };
    results.push(result);
    deps.onResult(result);
  }
  return results;
}

type Played = Omit<Result, "name" | "title" | "seconds"> & Pick<PlayDeps, "price">;

function whySkipped(
  { config, process, isField }: RunDeps,
  { name, needs }: Scenario,
  isPriceKnown: boolean,
): Played | undefined {
  const skip = (reason: string): Played => ({ status: "skipped", reason });
  if (config.skip.includes(name)) return skip("the configuration skips it");
  if (needs === "restart" && !process) return skip("needs --restart");
  if (needs === "field" && !isField) return skip("needs a sandbox with COMPATIBILITY=field");
  return isPriceKnown ? undefined : skip("the scenario paid did not pass");
}

async function playOne(deps: RunDeps, scenario: Scenario, price: PlayDeps["price"]): Promise<Played> {
  const { gateway } = deps;
  const context = await deps.browser.newContext();
  try {
    const play = new Play({ ...deps, context, price });
    try {
      await play.begin();
      await scenario.play(play);
      const charges = chargesOf(await play.agree({ partial: scenario.partial ?? false }));
      if (play.references.size === 0) {
        throw new Broken("The order's reference was not found: see `reference` of the configuration.");
      }
      const expected = { one: 1, none: 0, some: charges.length }[scenario.charges ?? "one"];
      if (charges.length !== expected) {
        throw new Broken(
          `The shopper was charged ${charges.length} times, and not ${expected === 1 ? "once" : "never"}.`,
        );
      }
      return { status: "passed", price: charges[0] };
    } catch (error) {
      const reason =
        error instanceof Broken ? error.message : `The scenario could not be played: ${messageOf(error)}`;
      const screenshot = await lastPage(context);
      const references = [...play.references];
      return {
        status: "failed",
        reason,
        advice: scenario.advice,
        references,
        ...(screenshot && { screenshot }),
      };
    }
  } finally {
    await context.close();
    await gateway.clearRules();
  }
}

async function lastPage(context: BrowserContext): Promise<string | undefined> {
  const page = context.pages().at(-1);
  const image = await page?.screenshot({ timeout: 5_000 }).catch(() => undefined);
  return image?.toString("base64");
}

/** Playwright's messages go on with a log of the call. */
function messageOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
}
