import { loadNextAction, loadPageTexts, loadQr } from "#lazy";
import { CardpaneError, invalidOption } from "../api/errors.ts";
import type {
  NextActionOptions,
  NextActionPane,
  NextActionResult,
  NextActionSource,
} from "../api/next-action.ts";

/** The maximum wait for the code of next actions. */
const maxLoadMs = 30_000;

/**
 * Runs the next action of a payment (section 2.6: `action`, `url`, `qrCode`): redirects the shopper to the second step, or shows it
 * in a dialog. Never rejects, and settles exactly once; with nothing to do it is `completed` at once. Its code is loaded on the
 * first call.
 *
 * A second call while one is pending is `failed` with `busy`. A redirect leaves the page, so its promise settles only if the page
 * stays or is restored: `cancelled` by the back button or the browser's "Stop", `timed_out`, or `failed`.
 *
 * @example
 * const { payment } = await (await fetch("/pay", { method: "POST", body })).json();
 * const result = await handleNextAction(payment, { mode: "dialog" });
 * if (result.status === "completed") location.assign("/order");
 */
export function handleNextAction(
  payment: NextActionSource,
  options?: NextActionOptions,
): Promise<NextActionResult> {
  // Without a pane, the texts of the dialog are in the page's language.
  return handleNextActionIn({}, payment, options);
}

/** Runs the next action for a pane. `ending` aborts when the pane is destroyed. */
export function handleNextActionIn(
  pane: NextActionPane,
  payment: NextActionSource,
  options?: NextActionOptions,
  ending?: AbortSignal,
): Promise<NextActionResult> {
  const page = { CardpaneError, invalidOption, renderQr, loadPageTexts };
  // A page without types may pass `null`.
  const { signal, timeoutMs = 0 } = options ?? {};
  return new Promise((resolve) => {
    let isOver = false;
    const end = (result: NextActionResult | Promise<NextActionResult>) => {
      isOver = true;
      clearTimeout(timer);
      // Only the first result counts.
      resolve(result);
    };
    const fail = () => end({ status: "failed", error: new CardpaneError("load_unreachable") });
    const cancel = () => end({ status: "cancelled" });
    // An invalid time is reported by the code when it is loaded.
    const timer =
      timeoutMs > 0 && timeoutMs < maxLoadMs
        ? setTimeout(end, timeoutMs, { status: "timed_out" })
        : setTimeout(fail, maxLoadMs);
    for (const one of [signal, ending]) one?.addEventListener("abort", cancel);
    loadNextAction().then((code) => {
      if (!isOver) end(code.handleNextAction(page, payment, options, ending, pane));
    }, fail);
  });
}

/**
 * Renders a QR code (section 2.6: `qrCode`) into an element, in place of its content: a black and white image with a name, as wide
 * as the element. Its code is loaded on the first call.
 *
 * `label` is its name for assistive technology, "QR code" by default. Show the text of the code as well: a phone cannot scan itself.
 *
 * @returns whether it is rendered; `false` if the text is too long for a QR code, or if the code that renders it cannot be loaded
 */
export function renderQr(...picture: [text: string, element: Element, label?: string]): Promise<boolean> {
  return loadQr()
    .then((code) => code.renderQr(...picture))
    .then(
      () => true,
      () => false,
    );
}
