/** Every event of a pane, each once: `panechange` repeats `change`. */
import { eventNames } from "@cardpane/browser/adapter";

export const paneEvents = eventNames.filter((name) => name !== "panechange");
