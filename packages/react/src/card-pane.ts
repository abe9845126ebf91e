/**
 * The elements as components. React 18 and 19 set neither properties nor listeners of a custom element during hydration, and
 * React 18 sets only attributes, as text. So an effect sets both, and defines the element afterwards.
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

/** A server has no layout, and React 18 warns about each layout effect there. */
const useLayout = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** Props of {@link CardPane}: the options of a pane, handlers of its events, and attributes of the element. */
export interface CardPaneProps extends CardPaneOptions, CardPaneHandlers {
  /** The name of the token in the form's data. Without it the pane takes no part in its form. */
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  /** A {@link CardPaneField} for each field. Without children, one frame shows the whole form. */
  readonly children?: ReactNode;
  /** The height in pixels that the server's markup reserves. @default 156, or none with children */
  readonly reservedHeight?: number | undefined;
  /**
   * Renders the iframe into the server's markup, so that it loads in parallel to the page's scripts. Requires an
   * absolute `src`, and no children. Only the first value is used.
   *
   * @default false
   */
  readonly early?: boolean | undefined;
}

/** Props of {@link CardPaneField}. */
export interface CardPaneFieldProps {
  /** The field, with a `?` after an optional one. */
  readonly name: FieldOption;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
}

/**
 * `<card-pane>`. Options are compared by value, so literals in JSX cause no update. An invalid option is reported and changes
 * nothing.
 *
 * @example
 * <form action={pay}>
 *   <CardPane name="payment" src="https://pane.example" environment="live" onTokenError={(error) => report(error.code)} />
 *   <button>Pay</button>
 * </form>
 */
export const CardPane: ForwardRefExoticComponent<CardPaneProps & RefAttributes<CardPaneElement>> =
  // So that an application that uses only the hook does not contain the element.
  /* @__PURE__ */ forwardRef(PaneComponent);

function PaneComponent(props: CardPaneProps, ref: ForwardedRef<CardPaneElement>): ReactElement {
  const { name, id, className, style, children, reservedHeight, early, ...rest } = props;
  const element = useRef<CardPaneElement>(null);
  const [isDefined, setDefined] = useState(false);
  const bound = useRef<BoundPane | null>(null);
  // Created once, because an iframe reloads when its address changes.
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

  // In each render: only options whose value has changed are set.
  useLayout(() => {
    bound.current?.update(options);
    setDefined(true);
  });

  useImperativeHandle(ref, () => element.current as CardPaneElement);

  const minHeight = reservedHeight ?? (children ? undefined : usualHeightPx);
  return createElement(
    "card-pane",
    // React 18 writes `className` of a custom element as an attribute of that name, so `class` is used.
    {
      ...attributes,
      ref: element,
      name,
      id,
      class: className,
      // Removed when an effect has set the options. React renders hidden parts of a page without running their effects.
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
    // React 18 does not know `inert` and accepts only text. React 19 requires a boolean.
    inert: Number.parseInt(version, 10) < 19 ? "" : inert,
    // The element replaces this style.
    style: { border: 0, visibility: "hidden" },
    // A script in the page may have defined the element before hydration. The element has then changed the iframe's attributes.
    suppressHydrationWarning: true,
  });
}

/** `<card-pane-field>`: the mount point of one field, anywhere inside a {@link CardPane}. */
export function CardPaneField({ className, ...props }: CardPaneFieldProps): ReactElement {
  return createElement("card-pane-field", { ...props, class: className });
}
