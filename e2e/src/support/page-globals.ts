/**
 * What tests find in a page's global scope: the script's own API, and what they have put there themselves to read it later.
 * A function that Playwright sends to the page sees these types and nothing else of its file.
 */
import type {
  CardPane,
  CardPaneElement,
  CardpaneError,
  createCardPane,
  handleNextAction,
  renderQr,
} from "@cardpane/browser";

declare global {
  interface Window {
    /** Of the script tag. */
    Cardpane: {
      readonly createCardPane: typeof createCardPane;
      readonly CardPaneElement: typeof CardPaneElement;
      readonly CardpaneError: typeof CardpaneError;
      readonly handleNextAction: typeof handleNextAction;
      readonly renderQr: typeof renderQr;
      readonly version: string;
    };
    /** Events or messages that a test recorded. */
    recorded: string[];
    /** A pane that a test made by script. */
    pane: CardPane;
    /** Whether the page came back from the back-forward cache. */
    persisted: boolean | undefined;
    /** A tally of what a hostile or watching script saw in its document. */
    seen: string[];
  }
}
