import { loadDeferred } from "#lazy/deferred";
import { CardpaneError, invalidOption } from "../pane/errors.ts";
import type { NextActionLanguage, NextActionOptions, NextActionResult, NextActionSource } from "./types.ts";

/**
 * Does what a payment needs next (section 2.6: `action`, `url`, `qrCode`): leads the shopper to the second step, or shows
 * it in a dialog. Never rejects, and settles exactly once; with nothing to do it is `completed` at once. Its code is loaded
 * on the first call.
 *
 * One at a time: a second call while one is under way is `failed` with `busy`. A redirect leaves the page, so its promise
 * settles only if the page stays or comes back: `cancelled` by the back button, `timed_out`, or `failed`.
 *
 * `ending` cancels it like the `signal` of the options; a pane gives its own end.
 *
 * @example
 * const { payment } = await (await fetch("/pay", { method: "POST", body })).json();
 * const result = await handleNextAction(payment, { mode: "dialog" });
 * if (result.status === "completed") location.assign("/order");
 */
export function handleNextAction(
  ...call: [payment: NextActionSource, options?: NextActionOptions, ending?: AbortSignal]
): Promise<NextActionResult> {
  // Without a pane the dialog's texts are in the page's language.
  return handleNextActionIn({}, ...call);
}

/** The same for a pane, which knows the shopper's language. */
export function handleNextActionIn(
  language: NextActionLanguage,
  payment: NextActionSource,
  options?: NextActionOptions,
  ending?: AbortSignal,
): Promise<NextActionResult> {
  return load().then(
    (code) => code.handleNextAction({ CardpaneError, invalidOption }, payment, options, ending, language),
    () => ({ status: "failed", error: new CardpaneError("load_unreachable") }),
  );
}

/**
 * Draws a QR code (section 2.6: `qrCode`) into an element, in place of what is in it: a picture with a name, black on white, as wide as
 * the element lets it be. Its code is loaded on the first call.
 *
 * `label` is its name for assistive technology, "QR code" by default. Show the text beside it: a phone cannot scan itself.
 *
 * @returns whether it is drawn: not where the text is too long for a QR code, or the code that draws cannot be loaded.
 */
export function renderQr(...picture: [text: string, element: Element, label?: string]): Promise<boolean> {
  return load().then(
    (code) => code.renderQr(...picture),
    () => false,
  );
}

const load = () => loadDeferred().then(({ loadNextAction }) => loadNextAction());
