// @vitest-environment happy-dom
import { html, type TemplateResult } from "lit/html.js";
import { describe, expect, it } from "vitest";
import { LightElement } from "./light-element.ts";

class Counter extends LightElement {
  count = 0;
  drawings = 0;
  readonly seen: string[] = [];

  protected override render(): TemplateResult {
    this.drawings += 1;
    if (this.count < 0) throw new Error("Nothing is fewer than none.");
    return html`<button @click=${this.#onClick}>${this.count}</button>`;
  }

  protected override updated(): void {
    this.seen.push(this.textContent);
  }

  #onClick(): void {
    this.count += 1;
    this.requestUpdate();
  }
}

customElements.define("test-counter", Counter);

function counter(): Counter {
  const element = new Counter();
  document.body.append(element);
  return element;
}

describe("an element in the light DOM", () => {
  it("draws nothing before it is asked to", async () => {
    const element = counter();
    await element.updateComplete;
    expect(element.drawings).toBe(0);
    expect(element.childNodes).toHaveLength(0);
  });

  it("draws once for all that was asked of it in one turn, and as it was asked last", async () => {
    const element = counter();
    for (const count of [1, 2, 3]) {
      element.count = count;
      element.requestUpdate();
    }
    expect(element.drawings).toBe(0);
    await element.updateComplete;
    expect(element.drawings).toBe(1);
    expect(element.seen).toEqual(["3"]);
    expect(element.shadowRoot).toBeNull();
  });

  it("keeps its nodes from one drawing to the next, and calls listeners as its own methods", async () => {
    const element = counter();
    element.requestUpdate();
    await element.updateComplete;
    const button = element.querySelector("button");
    button?.click();
    await element.updateComplete;
    expect(element.seen).toEqual(["0", "1"]);
    expect(element.querySelector("button")).toBe(button);
  });

  it("says that a drawing failed, and draws the next", async () => {
    const element = counter();
    element.count = -1;
    element.requestUpdate();
    await expect(element.updateComplete).rejects.toThrow("Nothing is fewer");
    element.count = 5;
    element.requestUpdate();
    await element.updateComplete;
    expect(element.seen).toEqual(["5"]);
  });
});
