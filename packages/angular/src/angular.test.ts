import "@angular/compiler";
import { reflectComponentType, type Type } from "@angular/core";
import { eventNames, optionKinds } from "@cardpane/browser/adapter";
import { expect, it } from "vitest";
import { CardPane, CardPaneField } from "./index.ts";

function publicNames(component: Type<unknown>) {
  const { inputs = [], outputs = [], selector, isStandalone } = reflectComponentType(component) ?? {};
  const names = (list: readonly { readonly templateName: string }[]) =>
    list.map(({ templateName }) => templateName).sort();
  return { selector, isStandalone, inputs: names(inputs), outputs: names(outputs) };
}

it("card-pane has an input for each option, and an output for each event by a name that is no event's", () => {
  const { outputs, ...rest } = publicNames(CardPane);
  const inputs = [...Object.keys(optionKinds), "name", "early", "reservedHeight"].sort();
  expect(rest).toEqual({ selector: "card-pane", isStandalone: true, inputs });
  const events = eventNames.map((name) => `pane${name}`).sort();
  expect(outputs.map((name) => name.toLowerCase()).sort()).toEqual(events);
});

it("card-pane-field has its name as the only input", () => {
  expect(publicNames(CardPaneField)).toEqual({
    selector: "card-pane-field",
    isStandalone: true,
    inputs: ["name"],
    outputs: [],
  });
});
