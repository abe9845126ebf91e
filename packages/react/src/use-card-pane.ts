/** The promise API as a hook. One effect creates and destroys the pane, so StrictMode, which runs effects twice, is safe. */
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
import { useCallback, useEffect, useReducer, useRef, useState } from "react";

type Place = (element: Element | null) => void;

interface PaneView {
  readonly status: PaneStatus;
  readonly snapshot: Snapshot | null;
  readonly error: CardpaneError | null;
}

/** The result of {@link useCardPane}. */
export interface UseCardPane extends PaneView {
  /** The ref of the element that shows the whole form: `<div ref={ref} />`. */
  readonly ref: Place;
  /** The ref of the element that shows one field: `<div ref={field("number")} />`. */
  readonly field: (option: FieldOption) => Place;
  /** The inputs are painted and usable. */
  readonly ready: boolean;
  /** The pane, for its other methods; `null` until the component is mounted. */
  readonly pane: CardPane | null;
  /** Exchanges the card for a one-time token; never rejects. */
  readonly tokenize: (extra?: TokenizeExtra, options?: TokenizeOptions) => Promise<TokenizeResult>;
}

const unmounted: PaneView = { status: "unmounted", snapshot: null, error: null };
/** The events after which the pane's state may differ. */
const stateEvents = ["loading", "ready", "change", "loaderror", "closed"] as const;
/** The name of the element that shows the whole form. */
const wholeForm = "";

/**
 * A pane in the component's own elements. Options are compared by value. An invalid option becomes the `error` and changes
 * nothing; the others apply.
 *
 * @example
 * const { ref, ready, tokenize } = useCardPane({ src: "https://pane.example", environment: "live" });
 */
export function useCardPane(options: CardPaneOptions = {}): UseCardPane {
  const elements = useRef(new Map<string, Element>());
  const [changes, countChange] = useReducer((count: number) => count + 1, 0);
  const [pane, setPane] = useState<CardPane | null>(null);
  const [view, setView] = useState(unmounted);
  const [wrong, setWrong] = useState<CardpaneError | null>(null);
  const refs = useRef(new Map<string, Place>());
  const mounted = useRef<ReadonlyMap<string, Element>>(new Map());
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    const pane = createCardPane();
    const readState = () => setView({ status: pane.status, snapshot: pane.snapshot, error: pane.error });
    for (const name of stateEvents) pane.on(name, readState);
    setPane(pane);
    return () => {
      pane.destroy();
      mounted.current = new Map();
    };
  }, []);

  const key = JSON.stringify(options);
  const given = useRef<CardPaneOptions>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the options as JSON; `options` is another object each time. A change of the elements is counted.
  useEffect(() => {
    if (!pane || pane.status === "destroyed") return;
    const isFirst = mounted.current.size === 0;
    setWrong(null);
    const { current } = latest;
    const removed = Object.keys(given.current).filter((name) => !(name in current));
    const changes = { ...Object.fromEntries(removed.map((name) => [name, undefined])), ...current };
    given.current = current;
    try {
      pane.update(changes);
    } catch {
      // One by one: each invalid option reports its own error, and the others apply.
      for (const [name, value] of Object.entries(changes)) succeeds(() => pane.update({ [name]: value }));
    }
    const isArranged = succeeds(() => {
      mounted.current = arrange(pane, mounted.current, elements.current);
    });
    if (isFirst && !isArranged) setView((before) => ({ ...before, status: "failed" }));

    function succeeds(work: () => void): boolean {
      try {
        work();
        return true;
      } catch (error) {
        if (!(error instanceof CardpaneError)) throw error;
        console.error(String(error));
        setWrong(error);
        return false;
      }
    }
  }, [pane, changes, key]);

  // React calls no ref for an element that it removes while `<Suspense>` hides it. An element whose ref is set may come back.
  useEffect(() => {
    const isRemoved = ([name, element]: readonly [string, Element]) =>
      !element.isConnected && elements.current.get(name) !== element;
    if ([...mounted.current].some(isRemoved)) countChange();
  });

  const placeFor = useCallback((name: string): Place => {
    const known = refs.current.get(name);
    if (known) return known;
    const place: Place = (element) => {
      if (element) elements.current.set(name, element);
      else elements.current.delete(name);
      countChange();
    };
    refs.current.set(name, place);
    return place;
  }, []);

  const tokenize = useCallback<UseCardPane["tokenize"]>(
    async (extra, given) => pane?.tokenize(extra, given) ?? { error: new CardpaneError("not_ready") },
    [pane],
  );

  return {
    ...view,
    error: wrong ?? view.error,
    ready: view.status === "ready",
    pane,
    tokenize,
    ref: placeFor(wholeForm),
    field: placeFor,
  };
}

/**
 * Mounts the form or the fields in the current elements, and removes them from earlier ones.
 *
 * @returns the elements that hold the pane now
 */
function arrange(
  pane: CardPane,
  before: ReadonlyMap<string, Element>,
  after: ReadonlyMap<string, Element>,
): ReadonlyMap<string, Element> {
  const now = new Map(after);
  for (const [name, element] of before) {
    if (after.has(name)) continue;
    if (isHidden(element)) now.set(name, element);
    else if (name === wholeForm) pane.unmount();
    else pane.field(name as FieldOption, null);
  }
  for (const [name, element] of after) {
    if (name === wholeForm) pane.mount(element);
    else pane.field(name as FieldOption, element);
  }
  return now;
}

/**
 * Whether `<Suspense>` hides an element: React sets its ref to `null` and keeps it in the page, below an element with this style.
 * The shopper's input must stay, too.
 */
function isHidden(element: Element): boolean {
  return element.isConnected && element.closest('[style*="display: none !important"]') !== null;
}
