/**
 * In WebKit, which Playwright cannot drive here: what depends on the engine. The tests tagged `@engines` say the same and more, in
 * Chromium and Firefox.
 */
import assert from "node:assert/strict";
import type { FieldName } from "@cardpane/contract/messages";
import { findMisplaced } from "../support/find-misplaced.ts";
import { inFont, paneTag, splitTag } from "../support/pages.ts";
import { goodCard, type Typed } from "../support/pane-object.ts";
import { rareCard, spies, traces } from "../support/spies.ts";
import type { Press } from "./driver.ts";
import { eventually, type Shopper } from "./shopper.ts";

type Scenarios = Readonly<Record<string, (shopper: Shopper) => Promise<void>>>;

const names: readonly FieldName[] = ["number", "expiry", "cvv"];
const times = (count: number, press: Press): Press[] => Array.from({ length: count }, () => press);
const token = async (shopper: Shopper) => assert.equal((await shopper.tokenize()).error, undefined);
const isValid = async (shopper: Shopper) => (await shopper.pane(({ snapshot }) => snapshot))?.valid;

/** Waits until the fields have these values. */
async function expectValues(shopper: Shopper, values: Typed): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await eventually(() => shopper.value(name as FieldName), value);
}
const nothing: Typed = { number: "", expiry: "", cvv: "" };

async function goAwayAndBack(shopper: Shopper): Promise<void> {
  await shopper.go(shopper.stack.site.serve("<!doctype html><title>Elsewhere</title>"));
  await shopper.back();
  await shopper.ready();
}

/** The scenarios of each of the two forms. */
const ofForms = (form: string, pane: (attributes?: string) => string): Scenarios => ({
  [`a card becomes a token, and nothing of it reaches the page (${form})`]: async (shopper) => {
    await shopper.visit(pane(), { head: spies });
    const { number, expiry, cvv } = rareCard;
    await shopper.fill({ number, expiry, cvv });
    const { card, token } = await shopper.tokenize();
    assert.match(token ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(card, { brand: "visa", lastFour: "0000", hasName: false });
    await expectValues(shopper, nothing);
    const recorded = await shopper.page(() => window.recorded);
    assert.ok(recorded.length > 3, "the spy records the pane's messages");
    const kept = await shopper.page(() =>
      [
        document.documentElement.outerHTML,
        location.href,
        document.cookie,
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
        ...Array.from(document.querySelectorAll("*"), ({ shadowRoot }) => shadowRoot?.innerHTML ?? ""),
      ].join("\n"),
    );
    const everything = [...recorded, kept].join("\n");
    for (const trace of traces) assert.equal(everything.includes(trace), false, `${trace} reached the page`);
  },

  [`Tab and Shift+Tab go through page and fields (${form})`]: async (shopper) => {
    await shopper.visit(`<input id="before">${pane()}<button id="after">Pay</button>`);
    await shopper.click("#before");
    for (const stop of [...names, "after"]) {
      await shopper.press("Tab");
      await eventually(() => shopper.focused(), stop);
    }
    for (const stop of ["before", ...names].reverse()) {
      await shopper.press("Shift+Tab");
      await eventually(() => shopper.focused(), stop);
    }
  },

  [`Enter posts the page's form with a token (${form})`]: async (shopper) => {
    await shopper.visit(
      `<form method="post" action="/pay">${pane('name="payment"')}<button>Pay</button></form>`,
    );
    const before = shopper.stack.site.posted.length;
    await shopper.fill(goodCard);
    await shopper.press("Enter");
    await eventually(() => shopper.page(() => document.title), "Thanks");
    const posted = shopper.stack.site.posted.slice(before);
    assert.equal(posted.length, 1);
    assert.ok(JSON.parse(posted[0]?.get("payment") ?? "{}").token);
  },

  [`undo brings nothing back after a token, clear(), going back or a reload (${form})`]: async (shopper) => {
    await shopper.visit(pane());
    for (const wipe of [
      token,
      () => shopper.pane((element) => element.clear()),
      () => goAwayAndBack(shopper),
      () => shopper.reload(),
    ]) {
      await shopper.fill({ ...goodCard, cvv: "987" });
      await shopper.press("Backspace");
      await shopper.type("6");
      await eventually(() => isValid(shopper), true);
      await wipe(shopper);
      await shopper.ready();
      await expectValues(shopper, nothing);
      for (const name of names) {
        await shopper.enter(name);
        const came = await shopper.field(name, () => {
          const seen: string[] = [];
          // By command: MiniBrowser has no keys for undo and redo.
          for (const command of ["undo", "redo", "undo", "redo"])
            for (let step = 0; step < 30; step++) {
              document.execCommand(command);
              seen.push(...Array.from(document.querySelectorAll("input"), ({ value }) => value));
            }
          return seen.join("");
        });
        assert.equal(came, "");
      }
    }
  },
});

export const scenarios: Scenarios = {
  ...ofForms("one frame", (attributes) => paneTag(attributes)),
  ...ofForms("one frame per field", (attributes) => splitTag(undefined, attributes)),

  "groups are set with each key, and the caret stays at the edit": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.fill({ number: "42424242" });
    await shopper.press("Home", "ArrowRight", "ArrowRight");
    await shopper.type("99");
    assert.equal(await shopper.selection("number"), "4299| 4242 42");
    await shopper.type("1");
    assert.equal(await shopper.selection("number"), "4299 1|424 242");
    await shopper.press("Home", ...times(5, "ArrowRight"), "Backspace");
    assert.equal((await shopper.selection("number")).replace(" ", ""), "429|14242 42");
    await shopper.press("Home", ...times(4, "Shift+ArrowRight"));
    await shopper.type("5");
    assert.match(await shopper.selection("number"), /^5\|/);
    await shopper.press("Control+a", "Delete");
    assert.equal(await shopper.value("number"), "");
  },

  "undo goes back step by step, through what was typed and nothing else": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.fill({ number: "424212345" });
    const seen = [await shopper.value("number")];
    for (let step = 0; step < 20 && seen.at(-1) !== ""; step++) {
      await shopper.field("number", () => document.execCommand("undo"));
      seen.push(await shopper.value("number"));
    }
    for (const value of seen) assert.ok("4242 1234 5".startsWith(value), seen.join(", "));
    assert.equal(new Set(seen).size, seen.length, seen.join(", "));
    assert.equal(seen.at(-1), "");
  },

  "number and expiry are pasted from the clipboard": async (shopper) => {
    await shopper.visit(`<input id="from">${paneTag()}`);
    for (const [name, copied, pasted] of [
      ["number", "Card: 4242-4242 4242.4242", "4242 4242 4242 4242"],
      ["expiry", "2039-12", "12 / 39"],
    ] as const) {
      await shopper.page((text) => {
        (document.querySelector("#from") as HTMLInputElement).value = text;
      }, copied);
      await shopper.click("#from");
      await shopper.press("Control+a", "Control+c");
      await shopper.enter(name);
      await shopper.press("Control+v");
      assert.equal(await shopper.value(name), pasted);
    }
  },

  "month and year are chosen from lists by the keyboard": async (shopper) => {
    await shopper.visit(paneTag('expiry="select"'));
    await shopper.fill({ number: "4242424242424242" });
    for (const [field, text] of [
      ["expiryMonth", "12"],
      ["expiryYear", "203"],
      ["cvv", "123"],
    ] as const) {
      await shopper.press("Tab");
      await eventually(() => shopper.focused(), field);
      await shopper.type(text);
    }
    await token(shopper);
  },

  "the page receives the events of each action once, and gives the focus to a field": async (shopper) => {
    await shopper.visit(`<input id="before">${splitTag()}`);
    await shopper.click("#before");
    await shopper.listen("change", "fieldfocus", "fieldblur", "brandchange", "enter", "escape");
    for (const [act, expected] of [
      [() => shopper.press("Tab"), ["fieldfocus number", "change"]],
      [() => shopper.type("3"), ["change"]],
      [() => shopper.type("7"), ["brandchange", "change"]],
      [() => shopper.press("Escape"), ["escape"]],
      [() => shopper.press("Enter"), ["enter"]],
      [() => shopper.press("Tab"), ["fieldblur number", "fieldfocus expiry", "change"]],
      [() => shopper.click("#before"), ["fieldblur expiry", "change"]],
    ] as const) {
      await act();
      const received: string[] = [];
      await eventually(async () => received.push(...(await shopper.takeEvents())) >= expected.length, true);
      // A surplus event that arrives later fails the next step.
      assert.deepEqual(received, expected);
    }
    for (const name of ["cvv", "number", "expiry"] as const) {
      await shopper.pane((pane, field) => pane.focus(field), name);
      // The first key gives the focus from the iframe to its input.
      await shopper.type("1");
      await eventually(() => shopper.focused(), name);
    }
  },

  "autofill of the one frame that this browser fills is relayed to the other frames": async (shopper) => {
    await shopper.visit(splitTag());
    await shopper.enter("number");
    await shopper.field("number", () => {
      for (const [autocomplete, value] of [
        ["cc-number", "4242424242424242"],
        ["cc-exp", "12/2039"],
        ["cc-csc", "123"],
      ]) {
        const input = document.querySelector(`[autocomplete="${autocomplete}"]`) as HTMLInputElement;
        input.value = value ?? "";
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    await expectValues(shopper, { number: "4242 4242 4242 4242", expiry: "12 / 39", cvv: "123" });
    await token(shopper);
  },

  "strict policies of the page, and isolation, leave a pane that works": async (shopper) => {
    const { origin } = new URL(shopper.stack.release);
    for (const headers of [
      {
        "Content-Security-Policy": `default-src 'none'; script-src ${origin}; frame-src ${origin}; require-trusted-types-for 'script'`,
      },
      { "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Opener-Policy": "same-origin" },
    ]) {
      await shopper.visit(paneTag(), { headers });
      await shopper.fill(goodCard);
      await token(shopper);
    }
  },

  "the frame's policy keeps scripts, styles, images and strangers out": async (shopper) => {
    await shopper.visit(paneTag());
    const refused = await shopper.field(
      "number",
      async (input, stranger) => {
        const directives: string[] = [];
        addEventListener("securitypolicyviolation", ({ violatedDirective }) =>
          directives.push(violatedDirective),
        );
        new Image().src = `${stranger}/any.png`;
        await fetch(stranger).catch(() => {});
        const style = document.createElement("style");
        style.textContent = "input { background: red }";
        document.head.append(style);
        input.setAttribute("style", "background: red");
        const script = document.createElement("script");
        try {
          script.textContent = "window.strange = true";
        } catch {
          // Trusted Types throw if the policy refuses the assignment.
        }
        document.head.append(script);
        await new Promise((resolve) => setTimeout(resolve, 500));
        const { backgroundColor } = getComputedStyle(input);
        return [...directives, backgroundColor, String("strange" in window)].join(" ");
      },
      shopper.stack.site.url,
    );
    for (const directive of ["img-src", "connect-src", "style-src-elem", "style-src-attr", "trusted-types"])
      assert.ok(refused.includes(directive), `${directive} among: ${refused}`);
    assert.doesNotMatch(refused, /rgb\(255, 0, 0\)| true$/);
  },

  "a field that moves is empty, unless the browser can move it whole; a leader that is reloaded empties itself alone":
    async (shopper) => {
      await shopper.visit(splitTag());
      await shopper.fill(goodCard);
      const isWhole = await shopper.page(() => "moveBefore" in Element.prototype);
      await shopper.page(() => {
        const pane = document.querySelector("card-pane") as Element;
        const field = document.querySelector("[name=cvv]") as Element;
        const { moveBefore = pane.insertBefore } = pane as {
          moveBefore?(node: Node, child: Node | null): void;
        };
        moveBefore.call(pane, field, pane.firstChild);
      });
      await eventually(() => shopper.pane((pane) => pane.status), "ready");
      await expectValues(shopper, { number: "4242 4242 4242 4242", cvv: isWhole ? "123" : "" });
      if (!isWhole) await shopper.fill({ cvv: "123" });
      await shopper.field("number", () => setTimeout(() => location.reload()));
      await expectValues(shopper, { number: "" });
      await eventually(() => shopper.pane((pane) => pane.status), "ready");
      await expectValues(shopper, { expiry: "12 / 39", cvv: "123" });
      await shopper.fill({ number: "5555555555554444" });
      await token(shopper);
    },

  "a change of language and look keeps text, caret and focus; states and custom properties are there": async (
    shopper,
  ) => {
    await shopper.visit(splitTag(), {
      head: "<style>card-pane { --cardpane-radius: 1rem }</style>",
    });
    await shopper.fill({ number: "42424242" });
    await shopper.press("Home", "ArrowRight", "ArrowRight");
    await shopper.update({
      locale: "ar",
      theme: "line",
      labels: "floating",
      tokens: { colorText: "#7b1fa2" },
    });
    shopper.locale = "ar";
    const style = (property: string) =>
      shopper.field("number", (input, name) => getComputedStyle(input).getPropertyValue(name), property);
    await eventually(() => style("color"), "rgb(123, 31, 162)");
    assert.equal(await shopper.field("number", () => document.documentElement.dir), "rtl");
    assert.deepEqual([await style("direction"), await style("border-top-left-radius")], ["ltr", "16px"]);
    assert.equal(await shopper.selection("number"), "42|42 4242");
    await shopper.press("Tab");
    await eventually(
      () =>
        shopper.page(() =>
          document.querySelector("card-pane-field[name=number]")?.matches(":state(invalid)"),
        ),
      true,
    );
  },

  "labels of two lines have their room, at rest and above what is typed": async (shopper) => {
    for (const labels of ["above", "floating"]) {
      await shopper.visit(paneTag(`labels="${labels}"`), {
        head: `<style>body { width: 300px; margin: 0 }</style>${inFont("wide")}`,
      });
      await shopper.update({ tokens: { labelSize: 24, fontSize: 24 } });
      await eventually(() => shopper.field("cvv", findMisplaced), []);
      await shopper.fill(goodCard);
      await eventually(() => shopper.field("cvv", findMisplaced), []);
    }
  },

  "a payment's dialog loads its code, checked, opens, and closes by Escape": async (shopper) => {
    await shopper.visit(`<button id="pay">Pay</button>${paneTag()}`);
    await shopper.click("#pay");
    await shopper.pane((pane, url) => {
      const result = pane.handleNextAction({ url }, { mode: "dialog" });
      Object.assign(window, { result });
    }, `${shopper.stack.gateway}/`);
    const isOpen = () =>
      shopper.page(() =>
        [...document.body.children].some(({ shadowRoot }) =>
          shadowRoot?.querySelector("dialog[open] iframe"),
        ),
      );
    await eventually(isOpen, true);
    await shopper.press("Escape");
    const result = () => shopper.page(() => (window as { result?: Promise<{ status: string }> }).result);
    assert.equal((await result())?.status, "cancelled");
  },
};
