import { afterEach, expect, it, vi } from "vitest";
import { PageContext } from "./page-context.ts";

afterEach(() => {
  document.documentElement.removeAttribute("lang");
  vi.unstubAllGlobals();
});

it("reports changes of the page until it is disconnected, and leaves no listener", async () => {
  const preference = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal("matchMedia", () => preference);
  const onChange = vi.fn();
  const context = new PageContext({ onChange, match: () => null });
  context.observe(document.body);
  document.documentElement.lang = "de";
  await expect.poll(() => onChange).toHaveBeenCalledTimes(1);
  preference.dispatchEvent(new Event("change"));
  expect(onChange).toHaveBeenCalledTimes(2);
  context.disconnect();
  preference.dispatchEvent(new Event("change"));
  document.documentElement.lang = "fr";
  // The report of an observer that still watches would come in the next animation frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(onChange).toHaveBeenCalledTimes(2);
});

it("reports a change while a script animates the page", async () => {
  const onChange = vi.fn();
  const context = new PageContext({ onChange, match: () => null });
  context.observe(document.body);
  for (let frame = 0; frame < 10; frame++) {
    document.body.style.opacity = String(frame);
    await new Promise(requestAnimationFrame);
  }
  expect(onChange.mock.calls.length).toBeGreaterThan(2);
  context.disconnect();
});
