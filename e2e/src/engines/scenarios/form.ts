/** Tokens of typed cards, and the places that typed text must not reach. */
import assert from "node:assert/strict";
import { paneTag, splitTag } from "../../support/pages.ts";
import { goodCard } from "../../support/pane-object.ts";
import { rareCard, spies, traces } from "../../support/spies.ts";
import { eventually, type Scenarios, type Shopper } from "../shopper.ts";

const names = ["number", "expiry", "cvv"] as const;
async function values(shopper: Shopper): Promise<readonly string[]> {
  const all: string[] = [];
  for (const name of names) all.push(await shopper.value(name));
  return all;
}

/** A card becomes a token, and is gone from the fields. */
function tokenizes(pane: string) {
  return async (shopper: Shopper) => {
    await shopper.visit(pane);
    await shopper.fill(goodCard);
    const { token, card, device } = await shopper.tokenize();
    assert.match(token ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(card, { brand: "visa", lastFour: "4242", hasName: false });
    const own = await shopper.page(() => ({
      browserScreenWidth: screen.width,
      browserScreenHeight: screen.height,
      browserTimezone: String(new Date().getTimezoneOffset()),
    }));
    for (const [name, value] of Object.entries(own)) assert.equal(device?.[name], value, name);
    await eventually(() => values(shopper), ["", "", ""]);
  };
}

const { postalCode: _, ...card } = rareCard;

/** Nothing that is typed reaches the page. */
function keeps(pane: string) {
  return async (shopper: Shopper) => {
    await shopper.visit(pane, { head: spies });
    await shopper.fill(card);
    assert.equal((await shopper.tokenize()).error, undefined);
    const { messages, kept } = await shopper.page(() => ({
      messages: (window as Window & { readonly recorded?: string[] }).recorded,
      kept: JSON.stringify({
        html: document.documentElement.outerHTML,
        href: location.href,
        local: { ...localStorage },
        session: { ...sessionStorage },
        cookie: document.cookie,
        shadow: Array.from(document.querySelectorAll("*"), ({ shadowRoot }) => shadowRoot?.innerHTML ?? ""),
      }),
    }));
    assert.equal(messages.length > 3, true, "the spy records the pane's messages");
    const everything = [...messages, kept].join("\n");
    for (const trace of traces) assert.equal(everything.includes(trace), false, `${trace} reached the page`);
    // Many random ids contain the three digits, so the CVV is searched for as a whole word.
    assert.doesNotMatch(everything, new RegExp(`\\b${card.cvv}\\b`));
  };
}

/** Nothing that was typed is left after the shopper goes away and back, or reloads the page. */
function forgets(pane: string) {
  return async (shopper: Shopper) => {
    await shopper.visit(pane);
    await shopper.fill(goodCard);
    await shopper.go(shopper.stack.site.serve("<!doctype html><title>Elsewhere</title>"));
    await shopper.back();
    await shopper.ready();
    assert.deepEqual(await values(shopper), ["", "", ""]);
    await eventually(async () => (await shopper.pane(({ snapshot }) => snapshot))?.empty, true);
    await shopper.fill(goodCard);
    await shopper.reload();
    await shopper.ready();
    assert.deepEqual(await values(shopper), ["", "", ""]);
    await shopper.fill(goodCard);
    assert.equal((await shopper.tokenize()).error, undefined);
  };
}

export const form: Scenarios = {
  "a card becomes a token (one frame)": tokenizes(paneTag()),
  "a card becomes a token (one frame per field)": tokenizes(splitTag()),
  "no card data reaches the page (one frame)": keeps(paneTag('fields="number expiry cvv cardholder"')),
  "no card data reaches the page (one frame per field)": keeps(splitTag("number expiry cvv cardholder")),
  "nothing is there after going back, or loading anew (one frame)": forgets(paneTag()),
  "nothing is there after going back, or loading anew (one frame per field)": forgets(splitTag()),

  "the frames are one form: its validity, and the CVV's length by the number": async (shopper) => {
    await shopper.visit(splitTag("cvv expiry number"));
    await shopper.fill({ number: "378282246310005", cvv: "12345" });
    assert.equal(await shopper.value("cvv"), "1234");
    const shown = () => shopper.pane(({ snapshot }) => [snapshot?.brand, snapshot?.valid]);
    assert.deepEqual(await shown(), ["american-express", false]);
    await shopper.fill({ expiry: "1239" });
    await eventually(shown, ["american-express", true]);
  },

  "autofill of the one frame that this browser fills is relayed to the other frames": async (shopper) => {
    await shopper.visit(splitTag("number expiry cvv cardholder"));
    assert.equal(await shopper.page(() => "userAgentData" in navigator), false);
    await shopper.enter("number");
    await shopper.field(
      "number",
      (_, filled) => {
        for (const [autocomplete, value] of Object.entries(filled)) {
          const input = document.querySelector<HTMLInputElement>(`[autocomplete="${autocomplete}"]`);
          if (!input) throw new Error(`no input for ${autocomplete}`);
          input.value = value;
          input.dispatchEvent(new Event("input", { bubbles: true }));
        }
      },
      { "cc-number": "4242424242424242", "cc-exp": "12/2039", "cc-csc": "123", "cc-name": "Ada Example" },
    );
    await eventually(() => values(shopper), ["4242 4242 4242 4242", "12 / 39", "123"]);
    await eventually(() => shopper.value("cardholder"), "Ada Example");
    assert.equal((await shopper.tokenize()).error, undefined);
  },

  "a payment's dialog loads its code, checked, opens, and closes by Escape": async (shopper) => {
    await shopper.visit(`<button id="pay">Pay</button>${paneTag()}`);
    await shopper.click("#pay");
    await shopper.pane((pane, url) => {
      const result = pane.handleNextAction({ url }, window.JSON.parse('{ "mode": "dialog" }'));
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
    assert.equal(
      await shopper.page(
        async () =>
          (await (window as Window & { readonly result?: Promise<{ status: string }> }).result)?.status,
      ),
      "cancelled",
    );
  },
};
