/**
 * The elements as components. The markup of a server has neither options nor handlers: they are set once the component is
 * mounted, and only then the element is defined, so that nothing that Vue hydrates was changed before.
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

/** Props of {@link CardPane}: the options of a pane, by value. `class`, `style` and `id` go to the element. */
export interface CardPaneProps extends CardPaneOptions {
  /** Of the token in the form's data; without it the pane leaves its form alone. */
  readonly name?: string | undefined;
  /** Pixels that the server's markup keeps free. @default 198, or none with a slot */
  readonly reservedHeight?: number | undefined;
  /**
   * Renders the iframe into the server's markup, so that it loads beside the page's scripts. Needs `host` or an absolute `src`, and
   * no slot; what it was at first holds.
   *
   * @default false
   */
  readonly early?: boolean | undefined;
}

/** The events of the pane: `@ready="(snapshot, event) => ..."`. */
export type CardPaneEmits = {
  readonly [Name in keyof CardPaneEvents]: (detail: CardPaneEvents[Name], event: Event) => void;
};

/** What a template ref of {@link CardPane} is: `shallowRef<CardPaneExposed>()`. */
export interface CardPaneExposed {
  /** The element, with all methods of the pane; `null` until the component is mounted. */
  readonly element: CardPaneElement | null;
}

/** Props of {@link CardPaneField}. */
export interface CardPaneFieldProps {
  /** The field, with a `?` after it where it may stay empty. */
  readonly name: Extract<FieldOption, string>;
}

/** Without a default Vue makes `false` of a switch that is not there. */
const kinds = { value: { type: null, default: undefined }, flag: { type: Boolean, default: undefined } };
const optionProps = Object.fromEntries(
  Object.entries(optionKinds).map(([name, kind]) => [name, kinds[kind]]),
);

/**
 * `<card-pane>`. Options are compared by value, so literals in a template are right; a wrong one is reported, and nothing changes.
 *
 * @example
 * <CardPane ref="pane" host="https://pane.example" environment="live" :tokens="{ radius: 6 }" @ready="isReady = true" />
 */
export const CardPane: DefineSetupFnComponent<CardPaneProps, CardPaneEmits, SlotsType> = defineComponent({
  name: "CardPane",
  props: { ...optionProps, name: kinds.value, reservedHeight: kinds.value, early: kinds.flag },
  emits: [...eventNames],
  setup(given, { emit, expose, slots }) {
    const props = given as CardPaneProps;
    const element = shallowRef<CardPaneElement | null>(null);
    const isDefined = ref(false);
    // Kept: an iframe with another address would load anew. The element's own style takes the place of this one.
    const early = props.early && !slots["default"] ? earlyIframe(props) : undefined;
    const renderEarly = () => early && [h("iframe", { ...early, style: "border:0;visibility:hidden" })];
    expose({ element });
    onMounted(() => {
      if (!element.value) return;
      const pane = bindPane(element.value, emit);
      // Reads every option, so that a change inside an object counts.
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

/** `<card-pane-field>`: the place of one field, anywhere inside a {@link CardPane}. */
export const CardPaneField: DefineSetupFnComponent<CardPaneFieldProps> = defineComponent({
  name: "CardPaneField",
  props: { name: { type: String, required: true } },
  setup: (props) => () => h("card-pane-field", { name: props.name }),
});
