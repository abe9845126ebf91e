import { paneMarkup } from "@cardpane/contract/pane-markup";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bindPane, type EmitPaneEvent, earlyIframe, eventNames } from "./adapter.ts";
import { version } from "./api/version.ts";
import type { CardPaneElement } from "./elements/card-pane.ts";
import { type FakePanes, installFakePanes } from "./testing.ts";

const options = { src: "https://pane.example/0.1.0/", environment: "staging" };

let panes: FakePanes;
beforeEach(() => {
  panes = installFakePanes();
});
afterEach(() => {
  document.body.innerHTML = "";
  panes.restore();
});

function put(emit: EmitPaneEvent = () => {}) {
  document.body.innerHTML = "<card-pane></card-pane>";
  const element = document.body.firstElementChild as CardPaneElement;
  return { element, pane: bindPane(element, emit) };
}

it("passes all options to an element before it is defined, then only those whose value has changed", () => {
  const { element, pane } = put();
  pane.update({ ...options, locale: "de", tokens: { radius: 9 }, loadTimeoutMs: 1 });
  expect(panes.all).toHaveLength(1);
  expect([element.locale, element.loadTimeoutMs]).toEqual(["de", 1]);
  const update = vi.spyOn(element, "update");
  pane.update({ ...options, locale: "de", tokens: { radius: 9 }, loadTimeoutMs: 1 });
  expect(update).not.toHaveBeenCalled();
  pane.update({ ...options, tokens: { radius: 3 } });
  expect(update.mock.calls).toEqual([
    [{ locale: undefined, tokens: { radius: 3 }, loadTimeoutMs: undefined }],
  ]);
  expect([element.locale, element.loadTimeoutMs]).toEqual([null, null]);
});

it("sets the valid options if another one is invalid, which is reported alone", () => {
  const errors: string[] = [];
  vi.stubGlobal("reportError", (error: Error) => errors.push(error.message));
  const { element, pane } = put();
  pane.update(options);
  pane.update({ ...options, theme: "flat", locale: "_", disabled: true });
  expect(errors).toEqual([expect.stringContaining("`locale`")]);
  expect([element.theme, element.locale, element.disabled]).toEqual(["flat", null, true]);
  vi.unstubAllGlobals();
});

it("passes on each event with its detail until it is released", async () => {
  const emit = vi.fn();
  const { element, pane } = put(emit);
  pane.update(options);
  await expect.poll(() => panes.all.length).toBe(1);
  emit.mockClear();
  for (const name of eventNames) element.dispatchEvent(new CustomEvent(name, { detail: name }));
  expect(emit.mock.calls).toEqual(eventNames.map((name) => [name, name, expect.any(Event)]));
  pane.release();
  panes.last().becomeReady();
  expect(element.status).toBe("ready");
  expect(emit).toHaveBeenCalledTimes(eventNames.length);
});

describe("the iframe of a server's markup", () => {
  beforeEach(() => panes.restore());

  it("is the one that paneMarkup() writes, of this package's release on the host", () => {
    const src = `https://pane.example/${version}/`;
    // Parsed from the text, because the simulator would load an iframe.
    const [, written = ""] = paneMarkup({ src, environment: "staging", locale: "de" }).split("<iframe");
    const attributes = [...written.matchAll(/ (\w+)(?:="([^"]*)")?/g)];
    expect(attributes).toHaveLength(5);
    const expected = Object.fromEntries(
      attributes.map(([, name, value]) => [name, value?.replaceAll("&amp;", "&") ?? true]),
    );
    for (const address of ["https://pane.example", "https://pane.example/", src, src.slice(0, -1)]) {
      expect(earlyIframe({ src: address, environment: "staging", locale: "de" })).toEqual(expected);
    }
  });

  it("has the locale en and the environment live if the options name neither, because a server does not know them", () => {
    for (const locale of [undefined, "auto", "not a tag!"]) {
      expect(earlyIframe({ src: "https://pane.example", locale })?.src).toBe(
        `https://pane.example/${version}/frame?environment=live&locale=en`,
      );
    }
  });

  it.each([
    ["no address", {}],
    ["a path", { src: "/pane/0.1.0/" }],
    ["an address with a query", { src: "https://pane.example/0.1.0/?x" }],
    ["a script", { src: "javascript:alert(1)" }],
  ])("is absent with %s", (_, given) => {
    expect(earlyIframe(given)).toBeUndefined();
  });

  it("is absent in a test with a fake pane", () => {
    panes = installFakePanes();
    expect(earlyIframe({ src: "https://pane.example" })).toBeUndefined();
  });
});
