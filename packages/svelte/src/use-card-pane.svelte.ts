/** The promise API with attachments: the pane in elements of the component's own. */
import {
  type CardPane,
  type CardPaneOptions,
  CardpaneError,
  createCardPane,
  type FieldOption,
  type PaneStatus,
  type Snapshot,
  type TokenizeExtra,
  type TokenizeOptions,
  type TokenizeResult,
} from "@cardpane/browser";

/** For `{@attach ...}`. */
type Place = (element: Element) => () => void;

/** What {@link useCardPane} returns; what is read from it in markup is live. */
export interface UseCardPane {
  /** For the element that gets the whole form: `<div {@attach card.place}></div>`. */
  readonly place: Place;
  /** For the element that gets one field: `<div {@attach card.field("number")}></div>`. */
  readonly field: (option: Extract<FieldOption, string>) => Place;
  readonly status: PaneStatus;
  readonly snapshot: Snapshot | null;
  /** Why the pane failed, or which option is wrong. */
  readonly error: CardpaneError | null;
  /** The inputs are painted and usable. */
  readonly ready: boolean;
  /** The pane, for its other methods. */
  readonly pane: CardPane;
  /** Exchanges the card for a one-time token; never rejects. */
  readonly tokenize: (extra?: TokenizeExtra, options?: TokenizeOptions) => Promise<TokenizeResult>;
}

/** After each of these a pane's state may be another. */
const stateEvents = ["loading", "ready", "change", "loaderror", "closed"] as const;

/**
 * A pane that lives as long as the component that calls this. Options are compared by value; a wrong one is the `error`, and
 * nothing changes.
 *
 * @param options a function, so that what it reads is followed
 * @example
 * const card = useCardPane(() => ({ host: "https://pane.example", environment: "live", disabled: isPaying }));
 */
export function useCardPane(options: () => CardPaneOptions = () => ({})): UseCardPane {
  const pane = createCardPane();
  const read = () => ({ status: pane.status, snapshot: pane.snapshot, error: pane.error });
  let view = $state.raw(read());
  let wrong = $state.raw<CardpaneError | null>(null);
  for (const name of stateEvents) pane.on(name, () => (view = read()));

  // Whoever follows one of them is not called for a change of another.
  const status = $derived(view.status);
  const snapshot = $derived(view.snapshot);
  const error = $derived(wrong ?? view.error);
  const ready = $derived(view.status === "ready");

  const text = $derived(JSON.stringify(options()));
  let known: CardPaneOptions = {};
  // Before the elements are there: the first frame has them.
  $effect.pre(() => {
    const given = JSON.parse(text) as CardPaneOptions;
    const gone = Object.keys(known).filter((name) => !(name in given));
    try {
      pane.update({ ...Object.fromEntries(gone.map((name) => [name, undefined])), ...given });
      known = given;
      wrong = null;
    } catch (error) {
      if (!(error instanceof CardpaneError)) throw error;
      console.error(String(error));
      wrong = error;
    }
  });
  $effect(() => () => pane.destroy());

  return {
    place: (element) => {
      pane.mount(element);
      return () => pane.unmount();
    },
    field: (option) => (element) => {
      pane.field(option, element);
      return () => pane.field(option, null);
    },
    tokenize: (extra, given) => pane.tokenize(extra, given),
    pane,
    get status() {
      return status;
    },
    get snapshot() {
      return snapshot;
    },
    get error() {
      return error;
    },
    get ready() {
      return ready;
    },
  };
}
