/** A shopper on a merchant's page, in WebKit: presses keys, and reads the page and the fields. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { CardPaneElement, CardPaneEventName, CardPaneOptions } from "@cardpane/browser";
import type { LocaleTag } from "@cardpane/contract/locales";
import type { FieldName } from "@cardpane/contract/messages";
import { hangMs } from "@cardpane/tools/process/hang";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import { merchantPage } from "../support/pages.ts";
import type { TokenizeAnswer, Typed } from "../support/pane-object.ts";
import type { Stack } from "../support/stack/start.ts";
import type { Driver, ElementReference, Press } from "./driver.ts";
import { until } from "./until.ts";

/** In a page's window: the events that it received from its pane, in order. */
interface Recording {
  receivedEvents?: string[];
}

export class Shopper {
  readonly stack: Stack;
  readonly #driver: Driver;
  /** The language that the fields' labels are in. */
  locale: LocaleTag = "en";

  constructor(driver: Driver, stack: Stack) {
    this.#driver = driver;
    this.stack = stack;
  }

  /** Opens a merchant's page around this body, and waits until its pane can be typed into. */
  async visit(body: string, { head = "", headers = {} }: Visit = {}): Promise<void> {
    await this.go(this.stack.site.serve(merchantPage(this.stack, body, { head }), headers));
    await this.ready();
  }

  async go(url: string): Promise<void> {
    await this.#driver.enter(null);
    await this.#driver.open(url);
  }

  async reload(): Promise<void> {
    await this.#driver.enter(null);
    await this.#driver.reload();
  }

  async back(): Promise<void> {
    await this.#driver.enter(null);
    await this.#driver.back();
  }

  /** Waits until the pane is ready. */
  async ready(): Promise<void> {
    await until("the pane is ready", () =>
      this.pane((pane) => {
        if (pane.status === "failed") throw new Error(`The pane failed: ${pane.error?.code}.`);
        return pane.status === "ready";
      }),
    );
  }

  /** Runs a function in the page. */
  async page<Given extends readonly unknown[], Answer>(
    work: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    await this.#driver.enter(null);
    return this.#driver.run(work, ...given);
  }

  /** Runs a function in the page, with its pane. */
  async pane<Given extends readonly unknown[], Answer>(
    work: (pane: CardPaneElement, ...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    return this.#driver.runOn(await this.#found("card-pane"), work, ...given);
  }

  /** Runs a function in the frame of a field, with the field's input or list. */
  async field<Answer>(name: FieldName, work: (input: HTMLInputElement) => Answer): Promise<Awaited<Answer>>;
  async field<Answer, Given>(
    name: FieldName,
    work: (input: HTMLInputElement, given: Given) => Answer,
    given: Given,
  ): Promise<Awaited<Answer>>;
  async field<Answer>(
    name: FieldName,
    work: (input: HTMLInputElement, given?: unknown) => Answer,
    given?: unknown,
  ): Promise<Awaited<Answer>> {
    return this.#driver.runOn(await this.#input(name), work, given ?? null);
  }

  value(name: FieldName): Promise<string> {
    return this.field(name, (input) => input.value);
  }

  /** The value with the selection drawn in: `42|42`, or `4[24]2`. */
  selection(name: FieldName): Promise<string> {
    return this.field(name, ({ value, selectionStart, selectionEnd }) => {
      const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0];
      const drawn = start === end ? "|" : `[${value.slice(start, end)}]`;
      return value.slice(0, start) + drawn + value.slice(end);
    });
  }

  /** Changes options of the pane, as a script of the page does. */
  update(options: CardPaneOptions): Promise<void> {
    return this.pane((pane, given) => pane.update(given), options);
  }

  /** The element that receives the keys: a field's name, or the `id` of an element of the page. */
  async focused(): Promise<string> {
    await this.#followFocus();
    return this.#driver.run(() => (document.hasFocus() ? (document.activeElement?.id ?? "") : "nowhere"));
  }

  /** Presses keys where the focus is. */
  async press(...presses: readonly Press[]): Promise<void> {
    for (const press of presses) {
      await this.#followFocus();
      await this.#driver.press(press);
    }
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    await this.#followFocus();
    await this.#driver.type(text);
  }

  /** Goes into the frame that has the focus, or to the page: WebDriver presses keys in the document that it is in. */
  async #followFocus(): Promise<void> {
    const driver = this.#driver;
    await driver.enter(null);
    const frame = await driver.find(() => {
      const { activeElement } = document;
      // A pane's dialog has focusable elements besides its iframe.
      return (activeElement?.shadowRoot?.activeElement ?? activeElement)?.closest("iframe");
    });
    if (frame) await driver.enter(frame);
  }

  /** Clicks an element of the page. */
  async click(selector: string): Promise<void> {
    await this.#driver.click(await this.#found(selector));
  }

  /** Clicks into fields and types. */
  async fill(values: Typed): Promise<void> {
    for (const [name, text] of Object.entries(values)) {
      await this.enter(name as FieldName);
      await this.type(text);
    }
  }

  /** Clicks into a field. */
  async enter(name: FieldName): Promise<void> {
    await this.#driver.click(await this.#input(name));
  }

  /** Records these events of the pane from now on, each with its field if it has one: `fieldfocus number`. */
  async listen(...types: readonly CardPaneEventName[]): Promise<void> {
    await this.pane((pane, wanted) => {
      const received: string[] = [];
      (window as Recording).receivedEvents = received;
      const listener = (event: Event) => {
        const { field } = ((event as CustomEvent).detail ?? {}) as { field?: string };
        received.push(field ? `${event.type} ${field}` : event.type);
      };
      for (const type of wanted) pane.addEventListener(type, listener);
    }, types);
  }

  /** The events that were recorded since the last call. */
  takeEvents(): Promise<readonly string[]> {
    return this.page(() => (window as Recording).receivedEvents?.splice(0) ?? []);
  }

  tokenize(): Promise<TokenizeAnswer> {
    return this.pane(async (pane) => {
      const { error, ...made } = await pane.tokenize();
      if (!error) return made as object as TokenizeAnswer;
      const { code, actor, retryable, text, fields } = error;
      return { error: { code, actor, retryable, text, fields } };
    });
  }

  /** An element of the page. */
  async #found(selector: string): Promise<ElementReference> {
    const driver = this.#driver;
    await driver.enter(null);
    const found = await driver.find((wanted) => document.querySelector(wanted), selector);
    assert(found, `no ${selector} on the page`);
    return found;
  }

  /** Goes into the frame of a field and finds it by its label, as a person does. */
  async #input(name: FieldName): Promise<ElementReference> {
    const driver = this.#driver;
    const own = `card-pane-field:is([name="${name}"], [name="${name}?"])`;
    const has = await this.page((selector) => document.querySelector(selector) !== null, own);
    await driver.enter(null);
    const iframe = await driver.find(
      (selector) => {
        const pane = document.querySelector(selector);
        return pane?.shadowRoot?.querySelector("iframe") ?? pane?.querySelector("iframe");
      },
      has ? own : "card-pane",
    );
    assert(iframe, `no frame of ${name} on the page`);
    await driver.enter(iframe);
    const label = locales[this.locale].labels[name];
    return until(`there is a field ${label}`, () =>
      driver.find((text) => {
        const labels = Array.from(document.querySelectorAll("label"));
        return labels.find(({ textContent }) => textContent?.trim().startsWith(text))?.control;
      }, label),
    );
  }
}

interface Visit {
  /** Additional HTML for the head of the page. */
  readonly head?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Polls until the value equals the expected one; then fails with both. Errors of earlier reads are ignored: a
 * document may be unloaded during a poll.
 */
export async function eventually<Value>(read: () => Promise<Value>, expected: NoInfer<Value>): Promise<void> {
  for (const end = Date.now() + hangMs; Date.now() < end; await sleep(50)) {
    try {
      if (isDeepStrictEqual(await read(), expected)) return;
    } catch {
      // The last read, after the loop, throws its error.
    }
  }
  assert.deepEqual(await read(), expected);
}
