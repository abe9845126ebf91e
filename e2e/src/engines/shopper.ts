/** A shopper on a merchant's page, in any engine: presses keys, and reads the page and the fields. */
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
import type { ElementReference, Press } from "./driver.ts";
import type { Engine } from "./engine.ts";
import { until } from "./until.ts";

/** Errors and events that a document records in its window. */
interface Recording {
  /** Uncaught errors, and violations of the document's policy. */
  wrongs?: string[];
  /** The events that the page received from its pane, in order. */
  receivedEvents?: string[];
}

/** Scenarios that every engine must pass, by title. */
export type Scenarios = Readonly<Record<string, (shopper: Shopper) => Promise<void>>>;

export class Shopper {
  readonly stack: Stack;
  readonly #engine: Engine;
  /** The language that the fields' labels are in. */
  locale: LocaleTag = "en";

  constructor(engine: Engine, stack: Stack) {
    this.#engine = engine;
    this.stack = stack;
  }

  /** Opens a merchant's page around this body, and waits until its pane can be typed into. */
  async visit(body: string, { head = "", headers = {} }: Visit = {}): Promise<void> {
    await this.go(this.stack.site.serve(merchantPage(this.stack, body, { head }), headers));
    await this.ready();
  }

  async go(url: string): Promise<void> {
    await this.#engine.driver.enter(null);
    await this.#engine.driver.open(url);
  }

  async reload(): Promise<void> {
    await this.#engine.driver.enter(null);
    await this.#engine.driver.reload();
  }

  async back(): Promise<void> {
    await this.#engine.driver.enter(null);
    await this.#engine.driver.back();
  }

  /** Waits until the pane is ready, and makes page and frames record their errors from now on. */
  async ready(): Promise<void> {
    await until("the pane is ready", () =>
      this.pane((pane) => {
        if (pane.status === "failed") throw new Error(`The pane failed: ${pane.error?.code}.`);
        return pane.status === "ready";
      }),
    );
    await this.#everywhere(() => {
      const noting = window as Recording;
      if (noting.wrongs) return;
      const wrongs: string[] = [];
      noting.wrongs = wrongs;
      addEventListener("error", ({ message }) => wrongs.push(message));
      addEventListener("unhandledrejection", ({ reason }) => wrongs.push(String(reason)));
      addEventListener("securitypolicyviolation", ({ violatedDirective }) => wrongs.push(violatedDirective));
    });
  }

  /** Errors since the last call, of the page, its frames and the browser's console. */
  async wrongs(): Promise<readonly string[]> {
    const noted = await this.#everywhere(() => (window as Recording).wrongs?.splice(0) ?? []);
    return [...noted.flat(), ...(await this.#engine.consoleErrors())];
  }

  /** Runs a function in the page. */
  async page<Given extends readonly unknown[], Answer>(
    work: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    await this.#engine.driver.enter(null);
    return this.#engine.driver.run(work, ...given);
  }

  /** Runs a function in the page, with its pane. */
  async pane<Given extends readonly unknown[], Answer>(
    work: (pane: CardPaneElement, ...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    return this.#engine.driver.runOn(await this.#found("card-pane"), work, ...given);
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
    return this.#engine.driver.runOn(await this.#input(name), work, given ?? null);
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

  /** The error line that a field is described by. */
  error(name: FieldName): Promise<string> {
    return this.field(name, (input) => {
      const id = input.getAttribute("aria-describedby")?.match(/\S+-error/)?.[0];
      return (id && document.getElementById(id)?.textContent?.trim()) || "";
    });
  }

  /** Changes options of the pane, as a script of the page does. */
  update(options: CardPaneOptions): Promise<void> {
    // Firefox runs the driver's functions in another realm, and the pane accepts no option from another realm.
    return this.pane((pane, text) => pane.update(window.JSON.parse(text)), JSON.stringify(options));
  }

  /** The element that receives the keys: a field's name, or the `id` of an element of the page. */
  async focused(): Promise<string> {
    await this.#followFocus();
    return this.#engine.driver.run(() =>
      document.hasFocus() ? (document.activeElement?.id ?? "") : "nowhere",
    );
  }

  /** Presses keys where the focus is. */
  async press(...presses: readonly Press[]): Promise<void> {
    for (const press of presses) {
      await this.#followFocus();
      await this.#engine.driver.press(press);
    }
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    await this.#followFocus();
    await this.#engine.driver.type(text);
  }

  /** Goes into the frame that has the focus, or to the page: WebDriver presses keys in the document that it is in. */
  async #followFocus(): Promise<void> {
    const { driver } = this.#engine;
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
    await this.#engine.driver.click(await this.#found(selector));
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
    await this.#engine.driver.click(await this.#input(name));
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

  /** Runs a function in the page and in each frame of its pane. */
  async #everywhere<Answer>(work: () => Answer): Promise<Awaited<Answer>[]> {
    const { driver } = this.#engine;
    const answers = [await this.page(work)];
    const frames = await driver.findAll(() =>
      [...document.querySelectorAll("card-pane, card-pane-field")].flatMap(
        (pane) => pane.shadowRoot?.querySelector("iframe") ?? pane.querySelector(":scope > iframe") ?? [],
      ),
    );
    for (const frame of frames) {
      await driver.enter(frame);
      answers.push(await driver.run(work));
    }
    return answers;
  }

  /** An element of the page. */
  async #found(selector: string): Promise<ElementReference> {
    const { driver } = this.#engine;
    await driver.enter(null);
    const found = await driver.find((wanted) => document.querySelector(wanted), selector);
    assert(found, `no ${selector} on the page`);
    return found;
  }

  /** Goes into the frame of a field and finds it by its label, as a person does. */
  async #input(name: FieldName): Promise<ElementReference> {
    const { driver } = this.#engine;
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
