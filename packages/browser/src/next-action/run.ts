/**
 * Runs the next action of a payment, and settles with exactly one result:
 *
 *   nothing to do                                     completed, hint null
 *   redirect                                          the page is left; cancelled when the shopper returns by the back button, or
 *                                                     stops the navigation
 *   dialog: return page, "I have paid"                completed
 *   dialog: closed or removed from the page           cancelled
 *   abort signal, pane destroyed                      cancelled
 *   deadline, for a redirect after 30 s at most       timed_out
 *   invalid input, frame blocked or not loaded, another next action pending, a dialog in a cross-origin isolated page    failed
 *
 * The first of these determines the result. Before the promise resolves, the `ended` signal closes the dialog. This module is
 * loaded when it is needed, and receives the parts of the page's script that it needs as a parameter.
 */

import type {
  NextActionOptions,
  NextActionPane,
  NextActionResult,
  NextActionSource,
  Outcome,
  RenderQr,
} from "../api/next-action.ts";
import type { LoadTexts } from "../ui/localized-texts.ts";
import { showChallenge } from "./challenge.ts";
import { openDialog } from "./dialog.ts";
import { dialogTexts, type LocalizedDialogTexts } from "./dialog-texts.ts";
import { showCode } from "./qr-panel.ts";
import { type NextActionSettings, readSettings, readStep, type Step, WrongInput } from "./read-input.ts";
import { leave } from "./redirect.ts";
import { failed, type Settle } from "./settle.ts";

/** A page runs one next action at a time. */
let isBusy = false;

/**
 * Runs the next action of a payment. Never rejects.
 *
 * @param ending aborts when the pane is destroyed
 * @param pane the pane that the next action belongs to; empty without one
 */
export async function handleNextAction(
  page: PageScript,
  payment: NextActionSource,
  given?: NextActionOptions | null,
  ending?: AbortSignal,
  pane: NextActionPane = {},
): Promise<NextActionResult> {
  // A page without types may pass `null`.
  const options = given ?? {};
  try {
    const outcome = await outcomeOf(payment, options, { signals: [options.signal, ending], pane, page });
    if (outcome.status !== "failed") return outcome;
    const { code, ...particulars } = outcome;
    return { status: "failed", error: new page.CardpaneError(code, particulars) };
  } catch (cause) {
    if (cause instanceof WrongInput) return { status: "failed", error: page.invalidOption(cause.trace) };
    console.error(cause);
    return { status: "failed", error: new page.CardpaneError("load_failed") };
  }
}

/** What this module does not import, because the page's script contains it: `instanceof` then works in the page. */
export type PageScript = Pick<typeof import("../api/errors.ts"), "CardpaneError" | "invalidOption"> & {
  readonly renderQr: RenderQr;
  readonly loadPageTexts: LoadTexts;
};

/** The cancellation signals and the pane of a call, and the script of the page. */
interface CallContext {
  readonly signals: readonly (AbortSignal | undefined)[];
  readonly pane: NextActionPane;
  readonly page: PageScript;
}

async function outcomeOf(
  payment: NextActionSource,
  options: NextActionOptions,
  context: CallContext,
): Promise<Outcome> {
  const step = readStep(payment);
  const settings = readSettings(options);
  if (!step.url && !step.qrCode) return { status: "completed", hint: null };
  if (isBusy) return failed("busy");
  const uncover = context.pane.cover?.();
  isBusy = true;
  try {
    return await run(step, settings, context);
  } finally {
    isBusy = false;
    uncover?.();
  }
}

function run(
  step: Step,
  settings: NextActionSettings,
  { signals, pane, page }: CallContext,
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
    // The browser shows an error page in place of the bank's, and reports nothing: banks send no Cross-Origin-Embedder-Policy.
    else if (!step.qrCode && globalThis.crossOriginIsolated)
      settle(
        failed(
          "load_isolation",
          "A cross-origin isolated page can show no challenge. Use the mode redirect.",
        ),
      );
    else {
      dialogTexts(settings.texts, pane, page.loadPageTexts)
        .then((texts) => {
          if (!ended.signal.aborted) show(step, settings, texts, page.renderQr, settle, ended.signal);
        })
        // Only a DOM method that the page has patched throws here. The shopper would wait for the deadline.
        .catch((cause: unknown) => settle(failed("load_failed", `The dialog could not be shown: ${cause}`)));
    }
  });
}

function show(
  { url, qrCode }: Step,
  settings: NextActionSettings,
  localized: LocalizedDialogTexts,
  renderQr: RenderQr,
  settle: Settle,
  ended: AbortSignal,
): void {
  const { texts } = localized;
  const dialog = openDialog(localized, settings, settle, ended);
  if (qrCode) showCode(dialog, { qrCode, url, texts, renderQr, settle });
  else if (url) showChallenge(dialog, { url, texts, settings, settle, ended });
}
