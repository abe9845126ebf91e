/** Every event of a pane, to be listened to; the type does not let one be forgotten. `panechange` is `change` once more. */
import type { CardPaneEventName } from "@cardpane/browser";

export const paneEvents = Object.keys({
  loading: 0,
  ready: 0,
  change: 0,
  fieldfocus: 0,
  fieldblur: 0,
  brandchange: 0,
  binchange: 0,
  autofill: 0,
  enter: 0,
  escape: 0,
  loaderror: 0,
  resize: 0,
  token: 0,
  tokenerror: 0,
  closed: 0,
} satisfies Record<Exclude<CardPaneEventName, "panechange">, 0>) as readonly CardPaneEventName[];
