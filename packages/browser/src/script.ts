/**
 * The script tag: `<script src="https://pane.example/0.1.0/cardpane.js"></script>`. It defines `<card-pane>`, makes its own folder
 * the default of `src`, and sets the promise API as `window.Cardpane`.
 */
import { hasOwn } from "@cardpane/contract/messages";
import { CardpaneError } from "./api/errors.ts";
import { version } from "./api/version.ts";
import { useReleaseOf } from "./connection/frame-url.ts";
import { startFrames } from "./early/start-frames.ts";
import { CardPaneElement } from "./elements/card-pane.ts";
import { defineCardPane } from "./elements/register.ts";
import { scriptUrl } from "./lazy/release-script.ts";
import { handleNextAction, renderQr } from "./next-action/handle-next-action.ts";
import { createCardPane } from "./pane/pane.ts";

/** The promise API on `window`. */
const api = { createCardPane, CardPaneElement, CardpaneError, handleNextAction, renderQr, version };

declare global {
  interface Window {
    Cardpane?: typeof api;
  }
}

if (scriptUrl) {
  useReleaseOf(scriptUrl);
  startFrames();
}

// A second script tag, possibly of another version, does not replace the API of the first one.
window.Cardpane = (hasOwn(window, "Cardpane") && window.Cardpane) || api;
defineCardPane();
