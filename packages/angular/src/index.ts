/** `@cardpane/angular`: Cardpane as standalone components. All logic is in `@cardpane/browser`. */
import {
  type AfterContentInit,
  afterRenderEffect,
  booleanAttribute,
  Component,
  DestroyRef,
  ElementRef,
  type InputSignal,
  type InputSignalWithTransform,
  inject,
  input,
  type OutputEmitterRef,
  output,
  PLATFORM_ID,
  Renderer2,
  signal,
} from "@angular/core";
import type { CardPaneElement, CardPaneEvents, CardPaneOptions, FieldOption } from "@cardpane/browser";
import { type BoundPane, bindPane, earlyIframe, optionKinds, usualHeightPx } from "@cardpane/browser/adapter";

type Option<Name extends keyof CardPaneOptions> = InputSignal<CardPaneOptions[Name]>;
type Flag = InputSignalWithTransform<boolean | undefined, unknown>;
type Output<Name extends keyof CardPaneEvents> = OutputEmitterRef<CardPaneEvents[Name]>;

/** A flag without an input is `undefined`, so that it keeps its default, which may be `true`. */
const flag = (value: unknown) => (value === undefined ? undefined : booleanAttribute(value));

/**
 * `<card-pane>`: an input for each option of a pane, compared by value, and an output for each of its events. An invalid option
 * is reported and changes nothing. A server renders the element without options and reserves the height of the form; the browser
 * sets the options.
 *
 * @example
 * <card-pane #pane src="https://pane.example" environment="live" [tokens]="{ radius: 6 }" (paneReady)="isReady.set(true)" />
 */
@Component({
  selector: "card-pane",
  template: "<ng-content />",
  host: {
    defer: "",
    "[attr.name]": "name()",
    "[style.display]": "isBound() ? undefined : 'block'",
    "[style.min-height.px]": "isBound() ? undefined : (reservedHeight() ?? usualHeight)",
  },
})
export class CardPane implements AfterContentInit {
  /** The element, with all methods of the pane: `pane.element.tokenize()`. */
  readonly element: CardPaneElement = inject<ElementRef<CardPaneElement>>(ElementRef).nativeElement;
  /** The name of the token in the form's data. Without it the pane takes no part in its form. */
  readonly name: InputSignal<string | undefined> = input<string>();
  /** The height in pixels that the server's markup reserves. @default 156, or none with fields */
  readonly reservedHeight: InputSignal<number | undefined> = input<number>();
  /**
   * Renders the iframe into the server's markup, so that it loads in parallel to the page's scripts. Requires an
   * absolute `src`, no fields, and `provideClientHydration()`, without which Angular renders the page again.
   *
   * @default false
   */
  readonly early: Flag = input(undefined, { transform: flag });

  readonly src: Option<"src"> = input();
  readonly environment: Option<"environment"> = input();
  readonly fields: Option<"fields"> = input();
  readonly expiry: Option<"expiry"> = input();
  readonly locale: Option<"locale"> = input();
  readonly scheme: Option<"scheme"> = input();
  readonly theme: Option<"theme"> = input();
  readonly labels: Option<"labels"> = input();
  readonly rows: Option<"rows"> = input();
  readonly density: Option<"density"> = input();
  readonly match: Option<"match"> = input();
  readonly tokens: Option<"tokens"> = input();
  readonly darkTokens: Option<"darkTokens"> = input();
  readonly disabled: Flag = input(undefined, { transform: flag });
  readonly readOnly: Flag = input(undefined, { transform: flag });
  readonly values: Option<"values"> = input();
  readonly supportedBrands: Option<"supportedBrands"> = input();
  readonly preferredNetworks: Option<"preferredNetworks"> = input();
  readonly bin: Option<"bin"> = input();
  readonly maskNumber: Flag = input(undefined, { transform: flag });
  readonly autoAdvance: Flag = input(undefined, { transform: flag });
  readonly decline: Option<"decline"> = input();
  readonly savedCard: Option<"savedCard"> = input();
  readonly texts: Option<"texts"> = input();
  readonly loadTimeoutMs: Option<"loadTimeoutMs"> = input();

  readonly paneLoading: Output<"loading"> = output();
  readonly paneReady: Output<"ready"> = output();
  readonly paneChange: Output<"change"> = output();
  readonly paneFieldFocus: Output<"fieldfocus"> = output();
  readonly paneFieldBlur: Output<"fieldblur"> = output();
  readonly paneBrandChange: Output<"brandchange"> = output();
  readonly paneBinChange: Output<"binchange"> = output();
  readonly paneAutofill: Output<"autofill"> = output();
  readonly paneEnter: Output<"enter"> = output();
  readonly paneEscape: Output<"escape"> = output();
  readonly paneLoadError: Output<"loaderror"> = output();
  readonly paneResize: Output<"resize"> = output();
  readonly paneToken: Output<"token"> = output();
  readonly paneTokenError: Output<"tokenerror"> = output();
  readonly paneClosed: Output<"closed"> = output();

  protected readonly isBound = signal(false);
  protected usualHeight: number | undefined = usualHeightPx;
  readonly #renderer = inject(Renderer2);
  readonly #isServer = inject(PLATFORM_ID) === "server";

  constructor() {
    let bound: BoundPane | undefined;
    inject(DestroyRef).onDestroy(() => bound?.release());
    // Runs only in a browser, and in the task that inserted the element into the page.
    afterRenderEffect(() => {
      bound ??= bindPane(this.element, (event, detail) => {
        // Outputs have the prefix `pane`: an output with the event's own name would also be called by the event of the element.
        for (const [name, output] of Object.entries(this)) {
          if (name.toLowerCase() === `pane${event}`) output.emit(detail);
        }
      });
      bound.update(this.#options());
      this.isBound.set(true);
    });
  }

  ngAfterContentInit(): void {
    if (this.element.querySelector("card-pane-field")) this.usualHeight = undefined;
    else if (this.#isServer && this.early()) this.#renderEarly();
  }

  /**
   * Renders the iframe without a template, because Angular refuses a bound address of an iframe. Hydration keeps elements that
   * are in no template.
   */
  #renderEarly(): void {
    const attributes = earlyIframe(this.#options());
    if (!attributes) return;
    const iframe = this.#renderer.createElement("iframe");
    // The element replaces this style.
    for (const [name, value] of Object.entries({ ...attributes, style: "border:0;visibility:hidden" })) {
      this.#renderer.setAttribute(iframe, name, value === true ? "" : String(value));
    }
    this.#renderer.appendChild(this.element, iframe);
  }

  #options(): CardPaneOptions {
    const names = Object.keys(optionKinds) as (keyof typeof optionKinds)[];
    return Object.fromEntries(names.map((name) => [name, this[name]()]));
  }
}

/** `<card-pane-field name="number" />`: the mount point of one field, anywhere inside a `<card-pane>`. */
@Component({ selector: "card-pane-field", template: "", host: { "[attr.name]": "name()" } })
export class CardPaneField {
  /** The field, with a `?` after an optional one. */
  readonly name: InputSignal<FieldOption> = input.required<FieldOption>();
}
