/**
 * The elements as components. React 18 and 19 set neither properties nor listeners of a custom element while they hydrate, and
 * React 18 sets text alone, so an effect sets both; only then is the element defined, and finds them.
 */
import type { CardPaneElement, CardPaneOptions, FieldOption } from "@cardpane/browser";
import {
  type BoundPane,
  bindPane,
  type EarlyIframe,
  earlyIframe,
  eventNames,
  optionKinds,
  usualHeightPx,
} from "@cardpane/browser/adapter";
import {
  type CSSProperties,
  createElement,
  type ForwardedRef,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  version,
} from "react";
import { type CardPaneHandlers, eventOf } from "./handlers.ts";

/** On a server there is no layout, and React 18 warns of each layout effect. */
const useLayout = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** Props of {@link CardPane}: the options of a pane, handlers of its events, and what any element takes. */
export interface CardPaneProps extends CardPaneOptions, CardPaneHandlers {
  /** Of the token in the form's data; without it the pane leaves its form alone. */
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  /** {@link CardPaneField}s, each in its own place; without them the whole form is in one frame. */
  readonly children?: ReactNode;
  /** Pixels that the server's markup keeps free. @default 198, or none with children */
  readonly reservedHeight?: number | undefined;
  /**
   * Renders the iframe into the server's markup, so that it loads beside the page's scripts. Needs `host` or an absolute `src`, and
   * no children; what it was at first holds.
   *
   * @default false
   */
  readonly early?: boolean | undefined;
}

/** Props of {@link CardPaneField}. */
export interface CardPaneFieldProps {
  /** The field, with a `?` after it where it may stay empty. */
  readonly name: Extract<FieldOption, string>;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
}

/**
 * `<card-pane>`. Options are compared by value, so literals in JSX are right; a wrong one is reported, and nothing changes.
 *
 * @example
 * <form action={pay}>
 *   <CardPane name="payment" host="https://pane.example" environment="live" onTokenError={(error) => report(error.code)} />
 *   <button>Pay</button>
 * </form>
 */
export const CardPane: ForwardRefExoticComponent<CardPaneProps & RefAttributes<CardPaneElement>> =
  forwardRef(PaneComponent);

function PaneComponent(props: CardPaneProps, ref: ForwardedRef<CardPaneElement>): ReactElement {
  const { name, id, className, style, children, reservedHeight, early, ...rest } = props;
  const element = useRef<CardPaneElement>(null);
  const [isDefined, setDefined] = useState(false);
  const bound = useRef<BoundPane | null>(null);
  // Kept: an iframe with another address would load anew.
  const [iframe] = useState(() => (early && !children ? earlyIframe(props) : undefined));
  const latest = useRef(props);
  latest.current = props;

  useLayout(() => {
    if (!element.current) return;
    const pane = bindPane(element.current, (event, detail, given) => {
      for (const [prop, handler] of Object.entries(latest.current)) {
        if (eventOf(prop) === event) handler?.(detail, given);
      }
    });
    bound.current = pane;
    return () => pane.release();
  }, []);

  const options: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  for (const [prop, value] of Object.entries(rest)) {
    if (prop in optionKinds) options[prop] = value;
    else if (!eventNames.some((event) => event === eventOf(prop))) attributes[prop] = value;
  }

  const key = JSON.stringify(options);
  // By value: the key stands for the options, which are another object each time.
  useLayout(() => {
    bound.current?.update(options);
    setDefined(true);
  }, [key]);

  useImperativeHandle(ref, () => element.current as CardPaneElement);

  const minHeight = reservedHeight ?? (children ? undefined : usualHeightPx);
  return createElement(
    "card-pane",
    // `class` is the name of the attribute: React 18 knows no other of a custom element.
    {
      ...attributes,
      ref: element,
      name,
      id,
      class: className,
      // Gone when an effect has set the options: React renders hidden parts of a page without their effects.
      defer: "",
      style: isDefined ? style : { display: "block", minHeight, ...style },
    },
    iframe && renderEarly(iframe),
    children,
  );
}

function renderEarly({ referrerpolicy, inert, ...attributes }: EarlyIframe): ReactElement {
  return createElement("iframe", {
    ...attributes,
    referrerPolicy: referrerpolicy,
    // React 18 does not know it, and takes text alone; 19 takes no text.
    inert: Number.parseInt(version, 10) < 19 ? "" : inert,
    // The element's own takes its place.
    style: { border: 0, visibility: "hidden" },
    // A script in the page may have defined the element, which has adopted the iframe then.
    suppressHydrationWarning: true,
  });
}

/** `<card-pane-field>`: the place of one field, anywhere inside a {@link CardPane}. */
export function CardPaneField({ className, ...props }: CardPaneFieldProps): ReactElement {
  return createElement("card-pane-field", { ...props, class: className });
}
