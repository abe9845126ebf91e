/** W3C WebDriver (https://www.w3.org/TR/webdriver2/), as much of it as a shopper needs: go somewhere, press keys, click, look. */

/** Sends a command (`POST /url`) and resolves to its `value`; rejects with WebDriver's error. */
export type Send = (command: string, parameters?: object) => Promise<unknown>;

/** Name of the property by which WebDriver refers to an element. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** An element of the document that it was found in. */
export interface ElementReference {
  readonly [elementKey]: string;
}

/** Keys by their names, as WebDriver writes them (section 17.4.2). */
const keyCodes = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Delete: "\uE017",
} as const;

export type Key = keyof typeof keyCodes;

/** A key by name, or with modifiers held (`Shift+Tab`). */
export type Press = Key | `${"Shift" | "Control"}+${Key | "a" | "c" | "v" | "y" | "z"}` | "Control+Shift+z";

export class Driver {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async open(url: string): Promise<void> {
    await this.#send("POST /url", { url });
  }

  async back(): Promise<void> {
    await this.#send("POST /back");
  }

  async reload(): Promise<void> {
    await this.#send("POST /refresh");
  }

  /** Switches to a frame of the page, or with `null` to the page itself. The following commands run in that document. */
  async enter(iframe: ElementReference | null): Promise<void> {
    await this.#send("POST /frame", { id: null });
    if (iframe) await this.#send("POST /frame", { id: iframe });
  }

  /** Runs a function in the current document and awaits it. It is sent as text, so that it must get everything as an argument. */
  async run<Given extends readonly unknown[], Answer>(
    work: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    // esbuild names functions by its helper `__name`, which the browser does not have.
    const script = `const done = arguments[arguments.length - 1], __name = (named) => named;
      Promise.resolve().then(() => (${work})(...arguments)).then(
        (value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = (await this.#send("POST /execute/async", { script, args: given })) as {
      readonly value: Awaited<Answer>;
      readonly error?: string;
    };
    if (answer.error) throw new Error(answer.error);
    return answer.value;
  }

  /** Finds an element of the current document, and returns a reference to it. */
  async find<Given extends readonly unknown[]>(
    work: (...given: Given) => Element | null | undefined,
    ...given: Given
  ): Promise<ElementReference | null> {
    const found: object | null | undefined = await this.run(work, ...given);
    return (found ?? null) as ElementReference | null;
  }

  /** The same as `run`, with an element of the current document as the function's first argument. */
  runOn<Target extends Element, Given extends readonly unknown[], Answer>(
    element: ElementReference,
    work: (element: Target, ...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    // The browser replaces the reference by the element.
    const onReference: unknown = work;
    return this.run(onReference as (...all: [ElementReference, ...Given]) => Answer, element, ...given);
  }

  /** Presses and releases a key in the current document. */
  async press(press: Press): Promise<void> {
    const keys = press.split("+").map((name) => keyCodes[name as Key] ?? name);
    await this.#keys([
      ...keys.map((value) => ({ type: "keyDown", value })),
      ...keys.reverse().map((value) => ({ type: "keyUp", value })),
    ]);
  }

  /** Types a text key by key. */
  async type(text: string): Promise<void> {
    for (const value of text)
      await this.#keys([
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
  }

  /** Clicks the middle of an element of the current document. */
  async click(origin: ElementReference): Promise<void> {
    await this.#send("POST /actions", {
      actions: [
        {
          type: "pointer",
          id: "mouse",
          parameters: { pointerType: "mouse" },
          actions: [
            { type: "pointerMove", duration: 0, origin, x: 0, y: 0 },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ],
        },
      ],
    });
    await this.#send("DELETE /actions");
  }

  async #keys(actions: readonly object[]): Promise<void> {
    await this.#send("POST /actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }
}
