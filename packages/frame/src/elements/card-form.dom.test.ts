import type { FieldName, PaneOptions } from "@cardpane/contract/messages";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CardIdentifier } from "../card/identify-card.ts";
import { reveal, Secret } from "../card/secret.ts";
import { type Action, ActionEvent } from "./action-event.ts";
import { CardpaneForm } from "./card-form.ts";
import { initialOptions, openView, typeInto } from "./testing.ts";

function mountForm() {
  const events: string[] = [];
  const form = new CardpaneForm(new CardIdentifier());
  form.addEventListener(ActionEvent.type, (event) => events.push(printed((event as ActionEvent).action)));
  document.body.append(form);
  const draw = async (options: Partial<PaneOptions> = {}, numberText = "") => {
    form.draw(openView({ ...initialOptions, ...options }, numberText));
    await form.updateComplete;
  };
  const input = (name: string) => {
    const found = form.querySelector<HTMLInputElement>(`#${name}`);
    if (!found) throw new Error(`No input ${name}`);
    return found;
  };
  const names = () => [...form.querySelectorAll(".box > :is(input, select)")].map(({ id }) => id);
  return { form, events, draw, input, names };
}

function printed(action: Action): string {
  const { type, ...rest } = action;
  const values = Object.values(rest).map((value) => (value instanceof Secret ? reveal(value) : value));
  return [type, ...(type === "typed" ? values.slice(0, 2) : values)].join(" ");
}

const required = (name: FieldName) => ({ name, required: true });
const number = required("number");
const expiry = required("expiry");
const cvv = required("cvv");
const cardholder = required("cardholder");

beforeEach(() => {
  document.body.replaceChildren();
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
});

describe("<cardpane-form>", () => {
  it("renders nothing before it has a view, and nothing after its view is null again", async () => {
    const { form, draw } = mountForm();
    await form.updateComplete;
    expect(form.children).toHaveLength(0);
    await draw();
    expect(form.children).toHaveLength(1);
    form.draw(null);
    await form.updateComplete;
    expect(form.children).toHaveLength(0);
  });

  it("reports what came into a field without an event, when the field is left and when it is asked to, once", async () => {
    const { form, events, draw, input } = mountForm();
    await draw({ fields: [number, expiry, cardholder] });
    input("number").value = "4242424242424242";
    input("number").dispatchEvent(new Event("focusout", { bubbles: true }));
    const left = ["typed number ", "typed number 4242 4242 4242 4242", "blurred number"];
    expect(events).toEqual(left);
    input("cardholder").value = "Ada Example";
    form.notice();
    form.notice();
    expect(events).toEqual([...left, "typed cardholder Ada Example"]);
  });

  it("renders into light DOM, all inputs in one form", async () => {
    const { form, draw, names } = mountForm();
    await draw();
    expect(form.shadowRoot).toBeNull();
    expect(names()).toEqual(["number", "expiry", "cvv"]);
    const owners = new Set([...form.querySelectorAll("input")].map((input) => input.form));
    expect([...owners]).toEqual([form.querySelector("form")]);
  });

  it("has rendered the inputs of its fields when its update is complete", async () => {
    const { form, draw } = mountForm();
    const drawn = draw();
    expect(form.querySelector("#number")).toBeNull();
    await drawn;
    expect(form.querySelector("#number")).not.toBeNull();
  });

  it("renders once for several views in one turn", async () => {
    const { form, draw, names } = mountForm();
    const rendered = vi.spyOn(form, "render" as never);
    form.draw(openView({ ...initialOptions, fields: [cvv] }));
    form.draw(openView({ ...initialOptions, fields: [number, cvv] }));
    await draw({ fields: [number, expiry] });
    expect(names()).toEqual(["number", "expiry"]);
    expect(rendered).toHaveBeenCalledTimes(1);
  });

  it("keeps the elements and texts of fields whose order changes, and drops those of other fields", async () => {
    const { draw, input, names } = mountForm();
    await draw({ fields: [number, expiry, cvv] });
    typeInto(input("cvv"), "123");
    const kept = input("cvv");
    await draw({ fields: [cvv, cardholder, number] });
    expect(names()).toEqual(["cvv", "cardholder", "number"]);
    expect(input("cvv")).toBe(kept);
    expect(kept.value).toBe("123");
  });

  it.each([
    ["another field comes before it", [expiry, number, cvv]],
    ["it moves to the front", [cvv, number, expiry]],
    ["it moves to the end", [number, expiry, cardholder, cvv]],
  ])("keeps the focus in its input without events when %s", async (_, fields) => {
    const { draw, input, events } = mountForm();
    await draw({ fields: [number, cvv, expiry] });
    input("cvv").focus();
    expect(events).toEqual(["focused cvv"]);
    await draw({ fields });
    expect(document.activeElement).toBe(input("cvv"));
    expect(events).toEqual(["focused cvv"]);
  });

  it("keeps texts out of its inputs, and gives them back once, masked and without an undo step", async () => {
    const { form, draw, input, events } = mountForm();
    await draw();
    typeInto(input("number"), "4242424242424242");
    typeInto(input("cvv"), "123");
    form.keep(["number"]);
    expect([input("number").value, input("cvv").value]).toEqual(["", "123"]);
    events.length = 0;
    form.keep(null);
    expect(events).toEqual(["typed number 4242 4242 4242 4242"]);
    await draw({ maskNumber: true }, "4242 4242 4242 4242");
    expect(input("number").value).toBe("•••• 4242");
    input("number").focus();
    expect(input("number").value).toBe("4242 4242 4242 4242");
    form.wipe(["number"]);
    form.keep(null);
    expect(input("number").value).toBe("");
  });

  it.each([
    ["wiped", (form: CardpaneForm) => form.wipe(["number"])],
    ["told to keep another", (form: CardpaneForm) => form.keep(["cvv"])],
    ["told to keep none", (form: CardpaneForm) => form.keep([])],
  ])("forgets a kept text when it is %s", async (_, forget) => {
    const { form, draw, input } = mountForm();
    await draw();
    typeInto(input("number"), "4242424242424242");
    form.keep(["number"]);
    forget(form);
    form.keep(null);
    expect(input("number").value).toBe("");
  });

  it("does not overwrite what was typed since", async () => {
    const { form, draw, input } = mountForm();
    await draw();
    typeInto(input("number"), "4242424242424242");
    form.keep(["number"]);
    typeInto(input("number"), "5");
    form.keep(null);
    expect(input("number").value).toBe("5");
  });

  it("reports a field as left when it is removed while it has the focus", async () => {
    const { draw, input, events } = mountForm();
    await draw();
    input("cvv").focus();
    await draw({ fields: [number, expiry] });
    expect(events).toEqual(["focused cvv", "blurred cvv"]);
  });

  it("formats and reports what is typed, and no update writes it back", async () => {
    const { draw, input, events } = mountForm();
    await draw();
    typeInto(input("number"), "42424");
    expect(input("number").value).toBe("4242 4");
    expect(events).toContain("typed number 4242 4");
    const written = vi.spyOn(input("number"), "value", "set");
    await draw({ disabled: true }, "42424");
    await draw({}, "42424");
    expect(written).not.toHaveBeenCalled();
    expect(input("number").getAttribute("value")).toBeNull();
  });

  it.each([
    ["42424", 5, "insertText", "2", "4242 42"],
    ["4242 4", 5, "deleteContentBackward", null, "4244"],
    ["4242", 4, "insertText", "x", "4242"],
    ["4242 4242", 9, "deleteWordBackward", null, "4242"],
    ["4242 4242", 0, "deleteWordForward", null, "4242"],
  ])(
    "makes an edit of %j itself if formatting changes the result",
    async (text, caret, inputType, data, shown) => {
      const { draw, input, events } = mountForm();
      await draw();
      const field = input("number");
      field.value = text;
      field.setSelectionRange(caret, caret);
      const event = new InputEvent("beforeinput", { bubbles: true, cancelable: true, inputType, data });
      field.dispatchEvent(event);
      expect([event.defaultPrevented, field.value]).toEqual([true, shown]);
      expect(events.at(-1)).toBe(`typed number ${shown}`);
    },
  );

  it("deletes the month as a word, and leaves the year where it is", async () => {
    const { draw, input } = mountForm();
    await draw();
    const field = input("expiry");
    typeInto(field, "12 / 31");
    field.setSelectionRange(5, 5);
    const inputType = "deleteWordBackward";
    field.dispatchEvent(new InputEvent("beforeinput", { bubbles: true, cancelable: true, inputType }));
    expect(field.value).toMatch(/^\s*\/ 31$/);
  });

  it("keeps the caret where it is when a script dispatches an event of its own", async () => {
    const { draw, input } = mountForm();
    await draw({ fields: [cardholder] });
    const field = input("cardholder");
    field.focus();
    typeInto(field, "Ada Example");
    field.setSelectionRange(3, 3);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    expect([field.value, field.selectionStart]).toEqual(["Ada Example", 3]);
  });

  it("leaves an edit that formatting does not change to the browser", async () => {
    const { draw, input, events } = mountForm();
    await draw();
    const field = input("number");
    field.value = "424";
    const event = new InputEvent("beforeinput", {
      bubbles: true,
      cancelable: true,
      inputType: "insertText",
      data: "2",
    });
    field.dispatchEvent(event);
    expect([event.defaultPrevented, field.value]).toEqual([false, "424"]);
    expect(events).toEqual([]);
  });

  it("makes no edit in an input that became read-only while it had the focus", async () => {
    const { draw, input, events } = mountForm();
    await draw({ readOnly: true });
    const field = input("number");
    field.value = "4242";
    field.setSelectionRange(4, 4);
    field.dispatchEvent(
      new InputEvent("beforeinput", { bubbles: true, cancelable: true, inputType: "insertText", data: "4" }),
    );
    expect(field.value).toBe("4242");
    expect(events).toEqual([]);
  });

  it("takes back a choice in a list that is read-only", async () => {
    const { form, draw } = mountForm();
    await draw({ fields: [required("expiryMonth")], expiry: "select", readOnly: true });
    const list = form.querySelector("select");
    if (!list) throw new Error("No list");
    list.selectedIndex = 7;
    list.dispatchEvent(new Event("change", { bubbles: true }));
    expect(list.selectedIndex).toBe(0);
  });

  it("reports Enter and Escape in a field, a held Enter once, and none that ends a composition, as Safari sends it", async () => {
    const { draw, input, events } = mountForm();
    await draw();
    const ofComposition = new KeyboardEvent("keydown", { key: "Enter", bubbles: true });
    input("cvv").dispatchEvent(Object.defineProperty(ofComposition, "keyCode", { value: 229 }));
    for (const init of [{ key: "Enter" }, { key: "Enter", repeat: true }, { key: "Escape" }])
      input("cvv").dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true }));
    expect(events).toEqual(["submitted", "escaped"]);
  });

  it("keeps what was typed when a field loses the focus, also the digits that are too many for the network by now", async () => {
    const { draw, input, events } = mountForm();
    await draw();
    typeInto(input("cvv"), "1234");
    await draw({}, "4242424242424242");
    events.length = 0;
    input("cvv").focus();
    input("cvv").blur();
    expect([input("cvv").value, events]).toEqual(["1234", ["focused cvv", "blurred cvv"]]);
  });

  it("empties the input of a field that is wiped, and leaves the others", async () => {
    const { form, draw, input } = mountForm();
    await draw();
    typeInto(input("number"), "4242");
    typeInto(input("cvv"), "123");
    form.wipe(["cvv"]);
    expect([input("number").value, input("cvv").value]).toEqual(["4242", ""]);
  });

  it("reports the texts of its inputs and the focused field again", async () => {
    const { form, draw, input, events } = mountForm();
    await draw();
    input("cvv").focus();
    typeInto(input("cvv"), "123");
    events.length = 0;
    form.resendTexts();
    expect(events).toEqual(["typed cvv 123", "focused cvv"]);
  });

  it("changes the text when it announces the same text again", async () => {
    const { form, draw } = mountForm();
    await draw();
    form.announce("Wrong");
    expect(form.querySelector("[role=status]")?.textContent).toBe("Wrong");
    form.announce("Wrong");
    expect(form.querySelector("[role=status]")?.textContent).toBe("Wrong\u00a0");
  });

  it("keeps the live region empty when it is emptied twice", async () => {
    const { form, draw } = mountForm();
    await draw();
    form.announce("");
    expect(form.querySelector("[role=status]")?.textContent).toBe("");
  });
});

describe("a masked number", () => {
  const masked = { maskNumber: true };

  it("shows its last four digits when it is valid and has no focus, and all of it with the focus", async () => {
    const { draw, input } = mountForm();
    await draw(masked);
    typeInto(input("number"), "4242424242424242");
    await draw(masked, "4242424242424242");
    expect(input("number").value).toBe("•••• 4242");
    input("number").focus();
    expect(input("number").value).toBe("4242 4242 4242 4242");
  });

  it("is reported as it was typed when the texts are reported again", async () => {
    const { form, draw, input, events } = mountForm();
    await draw(masked);
    typeInto(input("number"), "4242424242424242");
    await draw(masked, "4242424242424242");
    events.length = 0;
    form.resendTexts();
    expect(events).toEqual(["typed number 4242 4242 4242 4242"]);
  });

  const overwritten = "5555555555554444";
  const heard = ["typed number ", "typed number 5555 5555 5555 4444"];
  it.each<[string, readonly string[], (form: CardpaneForm, input: HTMLInputElement) => void]>([
    ["the shopper pays", heard, (form) => form.notice()],
    [
      "it gets and loses the focus",
      ["focused number", ...heard, "blurred number"],
      (_, input) => {
        input.focus();
        input.blur();
      },
    ],
    ["the texts are reported again", ["typed number 5555555555554444"], (form) => form.resendTexts()],
  ])(
    "is the one that a script wrote over the bullets without an event, when %s",
    async (_, expected, act) => {
      const { form, draw, input, events } = mountForm();
      await draw(masked);
      typeInto(input("number"), "4242424242424242");
      await draw(masked, "4242424242424242");
      events.length = 0;
      input("number").value = overwritten;
      await draw(masked, "4242424242424242");
      act(form, input("number"));
      expect(events).toEqual(expected);
      await draw({}, overwritten);
      expect(input("number").value.replace(/ /g, "")).toBe(overwritten);
    },
  );

  it("keeps no text after a wipe", async () => {
    const { form, draw, input, events } = mountForm();
    await draw(masked);
    typeInto(input("number"), "4242424242424242");
    await draw(masked, "4242424242424242");
    form.wipe(["number"]);
    events.length = 0;
    form.resendTexts();
    input("number").focus();
    expect(input("number").value).toBe("");
    expect(events).toEqual(["focused number"]);
  });
});

describe("a value that the page passes", () => {
  const given = (value: string) => ({ fields: [number, cardholder], values: { cardholder: value } });

  it("fills an empty input, is reported, and is replaced by the page's next value", async () => {
    const { draw, input, events } = mountForm();
    await draw(given("Ada Example"));
    expect(input("cardholder").value).toBe("Ada Example");
    await draw(given("Eve Example"));
    expect(events).toEqual(["typed cardholder Ada Example", "typed cardholder Eve Example"]);
  });

  it("does not replace what the shopper typed, and is restored after a wipe if the view still has it", async () => {
    const { form, draw, input } = mountForm();
    await draw(given("Ada Example"));
    typeInto(input("cardholder"), "Own Name");
    await draw(given("Eve Example"));
    expect(input("cardholder").value).toBe("Own Name");
    form.wipe(["cardholder"]);
    await draw({ fields: [cardholder, number] });
    expect(input("cardholder").value).toBe("");
    form.wipe(["cardholder"]);
    await draw({ ...given("Eve Example"), fields: [cardholder, number] });
    expect(input("cardholder").value).toBe("Eve Example");
    form.wipe(["cardholder"]);
    await draw({ ...given("Eve Example"), fields: [cardholder, number] });
    expect(input("cardholder").value).toBe("Eve Example");
  });
});

describe("the choice of a network", () => {
  it("offers the networks of a co-badged card and reports the chosen one", async () => {
    const { form, draw, events } = mountForm();
    await draw({}, "4035501000000008");
    const radios = [...form.querySelectorAll<HTMLInputElement>(".networks input[type=radio]")];
    expect(
      radios.map((radio) => [radio.ariaLabel ?? radio.getAttribute("aria-label"), radio.checked]),
    ).toEqual([
      ["Visa", true],
      ["Cartes Bancaires", false],
    ]);
    radios[1]?.click();
    expect(events).toEqual(["chosen cartes-bancaires"]);
  });

  it("shows a text about the choice", async () => {
    const { form, draw } = mountForm();
    await draw({}, "4035501000000008");
    const line = form.querySelector(".offer");
    expect(line?.textContent).toBe("Choose Visa or Cartes Bancaires");
    // The text does not make the input invalid.
    expect(form.querySelector("#number")?.getAttribute("aria-describedby")).toBe("number-hint");
    await draw({}, "4242424242424242");
    expect(form.querySelector(".offer")).toBeNull();
  });

  it("offers nothing while the form is disabled", async () => {
    const { form, draw } = mountForm();
    await draw({ disabled: true }, "4035501000000008");
    const radios = [...form.querySelectorAll<HTMLInputElement>(".networks input")];
    expect(radios.length).toBeGreaterThan(1);
    for (const radio of radios) expect(radio.disabled).toBe(true);
  });
});
