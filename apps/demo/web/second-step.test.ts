import type { CardPaneElement } from "@cardpane/browser";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeSecondStep } from "./second-step.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser whose requests are all answered by this status, without a page. */
function answerWith(status: number): void {
  class Request {
    readonly status = status;
    readonly responseXML = null;
    onload = () => {};
    onloadend = () => {};
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => null;
    send() {
      this.onload();
      this.onloadend();
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
}

test.each([
  [200, "cancelled"],
  [403, { location: "/orders/1" }],
  [413, { location: "/orders/1" }],
  [502, { location: "/orders/1" }],
])("a cancelled dialog leaves the order only if the shop accepts it: %i", async (status, outcome) => {
  answerWith(status);
  const pane = { handleNextAction: async () => ({ status: "cancelled" }) } as unknown as CardPaneElement;
  const texts = { title: "", close: "", loading: "" };
  const step = { url: "https://bank.example/", order: "/orders/1", dialogSize: "03", pane, texts } as const;
  expect(await takeSecondStep(step)).toEqual(outcome);
  // Nothing holds the answered request.
  expect(vi.getTimerCount()).toBe(0);
});
