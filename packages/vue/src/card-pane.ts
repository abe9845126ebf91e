/**
 * The elements as components. A server's markup has neither options nor handlers. They are set when the component is mounted, and
 * the element is defined afterwards, so that the element changes nothing before Vue has hydrated the page.
 */
import type { CardPaneElement, CardPaneEvents, CardPaneOptions, FieldOption } from "@cardpane/browser";
import { bindPane, earlyIframe, eventNames, optionKinds, usualHeightPx } from "@cardpane/browser/adapter";
import {
  type DefineSetupFnComponent,
  defineComponent,
  h,
  onBeforeUnmount,
  onMounted,
  ref,
  type SlotsType,
  shallowRef,
  watch,
} from "vue";

/** Props of {@link CardPane}: the options of a pane, compared by value. `class`, `style` and `id` are set on the element. */
export interface CardPaneProps extends CardPaneOptions {
  /** The name of the token in the form's data. Without it the pane takes no part in its form. */
  readonly name?: string | undefined;
  /** The height in pixels that the server's markup reserves. @default 156, or none with a slot */
  readonly reservedHeight?: number | undefined;
  /**
   * Renders the iframe into the server's markup, so that it loads in parallel to the page's scripts. Requires an
   * absolute `src`, and no slot. Only the first value is used.
   *
   * @default false
   */
  readonly early?: boolean | undefined;
}

/** The events of the pane: `@ready="(snapshot, event) => ..."`. */
export type CardPaneEmits = {
  readonly [Name in keyof CardPaneEvents]: (detail: CardPaneEvents[Name], event: Event) => void;
};

/** The value of a template ref of {@link CardPane}: `shallowRef<CardPaneExposed>()`. */
export interface CardPaneExposed {
  /** The element, with all methods of the pane; `null` until the component is mounted. */
  readonly element: CardPaneElement | null;
}

/** Props of {@link CardPaneField}. */
export interface CardPaneFieldProps {
  /** The field, with a `?` after an optional one. */
  readonly name: FieldOption;
}

/** The default is `undefined`, because Vue sets a missing boolean prop to `false`. */
const kinds = { value: { type: null, default: undefined }, flag: { type: Boolean, default: undefined } };
const optionProps = Object.fromEntries(
  Object.entries(optionKinds).map(([name, kind]) => [name, kinds[kind]]),
);

/**
 * `<card-pane>`. Options are compared by value, so literals in a template cause no update. An invalid option is reported and
 * changes nothing.
 *
 * @example
 * <CardPane ref="pane" src="https://pane.example" environment="live" :tokens="{ radius: 6 }" @ready="isReady = true" />
 */
export const CardPane: DefineSetupFnComponent<CardPaneProps, CardPaneEmits, SlotsType> = defineComponent({
  name: "CardPane",
  props: { ...optionProps, name: kinds.value, reservedHeight: kinds.value, early: kinds.flag },
  emits: [...eventNames],
  setup(given, { emit, expose, slots }) {
    const props = given as CardPaneProps;
    const element = shallowRef<CardPaneElement | null>(null);
    const isDefined = ref(false);
    // Created once, because an iframe reloads when its address changes. The element replaces its style.
    const early = props.early && !slots["default"] ? earlyIframe(props) : undefined;
    const renderEarly = () => early && [h("iframe", { ...early, style: "border:0;visibility:hidden" })];
    expose({ element });
    onMounted(() => {
      if (!element.value) return;
      const pane = bindPane(element.value, emit);
      // Reads every option, so that Vue also detects a change inside an object.
      watch(
        () => JSON.stringify(props),
        () => pane.update(props),
        { immediate: true, flush: "post" },
      );
      onBeforeUnmount(pane.release);
      isDefined.value = true;
    });
    return () => {
      const minHeight = props.reservedHeight ?? (slots["default"] ? undefined : usualHeightPx);
      const style =
        minHeight === undefined ? { display: "block" } : { display: "block", minHeight: `${minHeight}px` };
      return h(
        "card-pane",
        { ref: element, name: props.name, defer: "", style: isDefined.value ? undefined : style },
        renderEarly() ?? slots["default"]?.(),
      );
    };
  },
});

/** `<card-pane-field>`: the mount point of one field, anywhere inside a {@link CardPane}. */
export const CardPaneField: DefineSetupFnComponent<CardPaneFieldProps> = defineComponent({
  name: "CardPaneField",
  props: { name: { type: String, required: true } },
  setup: (props) => () => h("card-pane-field", { name: props.name }),
});
