/** All events of a pane, without `panechange`, which repeats `change`. */
import { eventNames } from "@cardpane/browser/adapter";

export const paneEvents = eventNames.filter((name) => name !== "panechange");
