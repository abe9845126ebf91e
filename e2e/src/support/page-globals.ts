/**
 * The names in a page's global scope that tests use: the script's API, and values that tests store there to read later.
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
    /** The API of the script tag. */
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
    /** Entries of a hostile or watching script in its document. */
    seen: string[];
  }
}
