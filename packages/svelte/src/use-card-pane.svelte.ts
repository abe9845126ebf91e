/** The promise API as attachments, which mount the pane in the component's own elements. */
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
import { untrack } from "svelte";

/** An attachment, for `{@attach ...}`. */
type Place = (element: Element) => () => void;

/** The result of {@link useCardPane}. Its properties are reactive. */
export interface UseCardPane {
  /** The attachment of the element that shows the whole form: `<div {@attach card.place}></div>`. */
  readonly place: Place;
  /** The attachment of the element that shows one field: `<div {@attach card.field("number")}></div>`. */
  readonly field: (option: FieldOption) => Place;
  readonly status: PaneStatus;
  readonly snapshot: Snapshot | null;
  /** The reason why the pane failed, or the error of an invalid option. */
  readonly error: CardpaneError | null;
  /** The inputs are painted and usable. */
  readonly ready: boolean;
  /** The pane, for its other methods. */
  readonly pane: CardPane;
  /** Exchanges the card for a one-time token; never rejects. */
  readonly tokenize: (extra?: TokenizeExtra, options?: TokenizeOptions) => Promise<TokenizeResult>;
}

/** The events after which the pane's state may differ. */
const stateEvents = ["loading", "ready", "change", "loaderror", "closed"] as const;

/**
 * A pane that is destroyed with the component that calls this. Options are compared by value. An invalid option becomes the
 * `error`; the others apply.
 *
 * @param options a function, so that Svelte tracks the state that it reads
 * @example
 * const card = useCardPane(() => ({ src: "https://pane.example", environment: "live", disabled: isPaying }));
 */
export function useCardPane(options: () => CardPaneOptions = () => ({})): UseCardPane {
  const pane = createCardPane();
  const read = () => ({ status: pane.status, snapshot: pane.snapshot, error: pane.error });
  let view = $state.raw(read());
  let wrong = $state.raw<CardpaneError | null>(null);
  for (const name of stateEvents) pane.on(name, () => (view = read()));

  // Derived one by one, so that an effect that reads one of them does not run when another one changes.
  const status = $derived(view.status);
  const snapshot = $derived(view.snapshot);
  const error = $derived(wrong ?? view.error);
  const ready = $derived(view.status === "ready");

  const text = $derived(JSON.stringify(options()));
  let known: CardPaneOptions = {};
  /** Counts the changes of options after an element could not be mounted. The attachments run again with each. */
  let tries = $state(0);
  let mustTry = true;
  function succeeds(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof CardpaneError)) throw error;
      console.error(String(error));
      wrong = error;
      return false;
    }
  }
  // Runs before the elements are mounted, so that the first frame has the options.
  $effect.pre(() => {
    const given = JSON.parse(text) as CardPaneOptions;
    const gone = Object.keys(known).filter((name) => !(name in given));
    wrong = null;
    known = given;
    const changes = { ...Object.fromEntries(gone.map((name) => [name, undefined])), ...given };
    try {
      pane.update(changes);
    } catch {
      // One by one: each invalid option reports its own error, and the others apply.
      for (const [name, value] of Object.entries(changes)) succeeds(() => pane.update({ [name]: value }));
    }
    if (mustTry) tries = untrack(() => tries) + 1;
    mustTry = false;
  });
  $effect(() => () => pane.destroy());

  return {
    place: (element) => {
      if (tries > 0 && !succeeds(() => pane.mount(element))) mustTry = true;
      return () => pane.unmount();
    },
    field: (option) => (element) => {
      if (tries > 0 && !succeeds(() => pane.field(option, element))) mustTry = true;
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
