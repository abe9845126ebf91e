/**
 * The script tag: `<script src="https://pane.example/0.1.0/cardpane.js"></script>`. It defines `<card-pane>`, takes its own
 * address as the pane's, and puts the promise API on `window.Cardpane`.
 */
import { useReleaseOf } from "./address.ts";
import { CardPaneElement } from "./element.ts";
import { CardpaneError } from "./errors.ts";
import { handleNextAction, renderQr } from "./handle-next-action.ts";
import { scriptUrl } from "./lazy/release-script.ts";
import { createCardPane } from "./pane.ts";
import { defineCardPane } from "./register.ts";
import { version } from "./version.ts";

/** What the script tag puts on `window`. */
const api = { createCardPane, CardPaneElement, CardpaneError, handleNextAction, renderQr, version };

declare global {
  interface Window {
    Cardpane?: typeof api;
  }
}

if (scriptUrl) useReleaseOf(scriptUrl);

// A second script, of another version perhaps, leaves the first one's work alone.
window.Cardpane = (Object.hasOwn(window, "Cardpane") && window.Cardpane) || api;
defineCardPane();
