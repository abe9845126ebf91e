/**
 * A payment's next action, from its start to the one result:
 *
 *   nothing to do                          completed, hint null
 *   redirect                               the page is left; back by the browser's button: cancelled
 *   dialog: return page, "I have paid"     completed
 *   dialog: closed, taken out of the page  cancelled
 *   either: signal, pane destroyed         cancelled            either: deadline   timed_out
 *   wrong input, frame blocked or silent, another one under way  failed
 *
 * The first of these wins; whatever was opened is closed by its signal before the promise resolves. Loaded only when it is
 * needed and apart from the page's script, whose errors it is given.
 */
import { showChallenge } from "./challenge.ts";
import { openDialog } from "./dialog.ts";
import { showCode } from "./qr-panel.ts";
import { type NextActionSettings, readSettings, readStep, type Step, WrongInput } from "./read-input.ts";
import { leave } from "./redirect.ts";
import { failed, type Settle } from "./settle.ts";
import { type SpokenTexts, spokenTexts } from "./spoken-texts.ts";
import type {
  NextActionLanguage,
  NextActionOptions,
  NextActionResult,
  NextActionSource,
  Outcome,
} from "./types.ts";

export { renderQr } from "./render-qr.ts";

/** A page has one way ahead, and one dialog at a time. */
let isBusy = false;

/**
 * Does a payment's next action. Never rejects.
 *
 * @param errors the page's own errors, so that `instanceof` holds there.
 * @param ending aborts when the pane is destroyed.
 * @param language what the pane knows of the shopper's.
 */
export async function handleNextAction(
  errors: PageErrors,
  payment: NextActionSource,
  options: NextActionOptions = {},
  ending?: AbortSignal,
  language: NextActionLanguage = {},
): Promise<NextActionResult> {
  try {
    const outcome = await outcomeOf(payment, options, { signals: [options.signal, ending], language });
    if (outcome.status !== "failed") return outcome;
    const { code, ...particulars } = outcome;
    return { status: "failed", error: new errors.CardpaneError(code, particulars) };
  } catch (cause) {
    if (!(cause instanceof WrongInput)) throw cause;
    return { status: "failed", error: errors.invalidOption(cause.trace) };
  }
}

/** What this file needs of `errors.ts`; it is loaded apart from the page's script, which has that already. */
type PageErrors = Pick<typeof import("../pane/errors.ts"), "CardpaneError" | "invalidOption">;

/** What a call brings besides payment and options. */
interface Surroundings {
  readonly signals: readonly (AbortSignal | undefined)[];
  readonly language: NextActionLanguage;
}

async function outcomeOf(
  payment: NextActionSource,
  options: NextActionOptions,
  surroundings: Surroundings,
): Promise<Outcome> {
  const step = readStep(payment);
  const settings = readSettings(options);
  if (!step.url && !step.qrCode) return { status: "completed", hint: null };
  if (isBusy) return failed("busy");
  isBusy = true;
  return run(step, settings, surroundings).finally(() => {
    isBusy = false;
  });
}

function run(
  step: Step,
  settings: NextActionSettings,
  { signals, language }: Surroundings,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const settle: Settle = (outcome) => {
      clearTimeout(deadline);
      ended.abort();
      resolve(outcome);
    };
    const deadline = setTimeout(settle, settings.timeoutMs, { status: "timed_out" });
    const cancel = () => settle({ status: "cancelled" });
    for (const signal of signals) {
      if (signal?.aborted) return cancel();
      signal?.addEventListener("abort", cancel, { signal: ended.signal });
    }
    if (step.url && settings.mode === "redirect") leave(step.url, settle, ended.signal);
    else {
      spokenTexts(settings.texts, language).then((spoken) => {
        if (!ended.signal.aborted) show(step, settings, spoken, settle, ended.signal);
      });
    }
  });
}

function show(
  { url, qrCode }: Step,
  settings: NextActionSettings,
  spoken: SpokenTexts,
  settle: Settle,
  ended: AbortSignal,
): void {
  const { texts } = spoken;
  const dialog = openDialog(spoken, settings, settle, ended);
  if (qrCode) showCode(dialog, { qrCode, url, texts, settle });
  else if (url) showChallenge(dialog, { url, texts, settings, settle, ended });
}
