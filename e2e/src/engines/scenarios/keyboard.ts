/** The fields that keys reach, and the events that the page receives for them. */
import assert from "node:assert/strict";
import { paneTag, splitTag } from "../../support/pages.ts";
import { goodCard } from "../../support/pane-object.ts";
import { eventually, type Scenarios, type Shopper } from "../shopper.ts";
import { until } from "../until.ts";

const around = (pane: string) => `<input id="before">${pane}<button id="after">Pay</button>`;
const fields = (...names: string[]) =>
  names.map((name) => `<card-pane-field name="${name}"></card-pane-field>`).join("");

const forms = [
  ["one frame", paneTag(), ["number", "expiry", "cvv"]],
  [
    "one frame per field",
    `<card-pane environment="sandbox">${fields("number")}<input id="mail">${fields("expiry", "cvv")}</card-pane>`,
    ["number", "mail", "expiry", "cvv"],
  ],
] as const;

/** Tab from the page's input through all stops to its button, and back. */
function walk(pane: string, stops: readonly string[]) {
  return async (shopper: Shopper) => {
    await shopper.visit(around(pane));
    await shopper.click("#before");
    for (const stop of [...stops, "after"]) {
      await shopper.press("Tab");
      await eventually(() => shopper.focused(), stop);
    }
    for (const stop of ["before", ...stops].reverse()) {
      await shopper.press("Shift+Tab");
      await eventually(() => shopper.focused(), stop);
    }
  };
}

/** Enter in the last field posts the page's form, with a token in it. */
function pays(pane: string) {
  return async (shopper: Shopper) => {
    await shopper.visit(`<form method="post" action="/pay">${pane}<button>Pay</button></form>`);
    const before = shopper.stack.site.posted.length;
    await shopper.fill(goodCard);
    await shopper.press("Enter");
    await until("the form is posted", async () => shopper.stack.site.posted.length > before);
    await eventually(() => shopper.page(() => document.title), "Thanks");
    const [posted, ...more] = shopper.stack.site.posted.slice(before);
    assert.equal(more.length, 0);
    assert.ok(JSON.parse(posted?.get("payment") ?? "{}").token);
  };
}

/** The page receives the events of each action once, in their order. */
function dispatches(pane: string) {
  return async (shopper: Shopper) => {
    await shopper.visit(around(pane));
    await shopper.click("#before");
    await shopper.listen(
      "change",
      "fieldfocus",
      "fieldblur",
      "brandchange",
      "enter",
      "escape",
      "token",
      "tokenerror",
    );
    const after = async (act: Promise<void>, expected: readonly string[]) => {
      await act;
      const received: string[] = [];
      await eventually(async () => received.push(...(await shopper.takeEvents())) >= expected.length, true);
      // A surplus event that arrives later fails the next step.
      assert.deepEqual(received, expected);
    };
    await after(shopper.press("Tab"), ["fieldfocus number", "change"]);
    await after(shopper.type("3"), ["change"]);
    await after(shopper.type("7"), ["brandchange", "change"]);
    await after(shopper.press("Escape"), ["escape"]);
    await after(shopper.press("Enter"), ["enter"]);
    await after(shopper.press("Tab"), ["fieldblur number", "fieldfocus expiry", "change"]);
    await after(shopper.click("#before"), ["fieldblur expiry", "change"]);
    await after(shopper.press("Tab"), ["fieldfocus number", "change"]);
    // A surplus event of the last step arrives before those of `validate()`, which shows the errors.
    await after(
      shopper.pane(async (pane) => void (await pane.validate())),
      ["change"],
    );
    assert.deepEqual(await shopper.takeEvents(), []);
  };
}

export const keyboard: Scenarios = {
  ...Object.fromEntries(
    forms.map(([form, pane, stops]) => [
      `Tab and Shift+Tab go through page and fields (${form})`,
      walk(pane, stops),
    ]),
  ),
  "the page receives the events of each action once, in their order (one frame)": dispatches(paneTag()),
  "the page receives the events of each action once, in their order (one frame per field)": dispatches(
    splitTag(),
  ),
  "Enter pays, without a line of script (one frame)": pays(paneTag('name="payment"')),
  "Enter pays, without a line of script (one frame per field)": pays(splitTag(undefined, 'name="payment"')),

  "the page gives the focus to a field, and takes it away": async (shopper) => {
    await shopper.visit(around(splitTag()));
    await shopper.click("#before");
    const isFirefox = await shopper.page(() => navigator.userAgent.includes("Firefox"));
    for (const name of ["cvv", "number", "expiry"] as const) {
      await shopper.pane((pane, field) => pane.focus(field), name);
      await eventually(
        () => shopper.page(() => document.activeElement?.closest("card-pane-field")?.getAttribute("name")),
        name,
      );
      // In Firefox, the iframe has the focus before its input has. In WebKit, the first key gives it to the input.
      if (isFirefox) {
        await eventually(
          async () => (await shopper.pane(({ snapshot }) => snapshot))?.fields[name]?.focused,
          true,
        );
      }
      await shopper.type("1");
      await eventually(() => shopper.value(name), "1");
      assert.equal(await shopper.focused(), name);
    }
    await shopper.pane((pane) => pane.blur());
    await eventually(
      async () => (await shopper.pane(({ snapshot }) => snapshot))?.fields.expiry?.focused,
      false,
    );
  },

  "a submit with a wrong field shows the error and focuses the field": async (shopper) => {
    await shopper.visit(around(splitTag()));
    await shopper.fill({ number: "4242424242424242", cvv: "123" });
    const { error } = await shopper.tokenize();
    assert.equal(error?.code, "form_invalid");
    assert.deepEqual(error?.fields, ["expiry"]);
    assert.notEqual(await shopper.error("expiry"), "");
    await shopper.type("1239");
    await eventually(() => shopper.value("expiry"), "12 / 39");
  },
};
