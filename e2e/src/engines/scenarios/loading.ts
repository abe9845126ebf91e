/** How the pane loads, the browser features that it uses, and the policies of page and frame. */
import assert from "node:assert/strict";
import { paneTag, splitTag } from "../../support/pages.ts";
import { goodCard } from "../../support/pane-object.ts";
import { eventually, type Scenarios } from "../shopper.ts";
import { until } from "../until.ts";

export const loading: Scenarios = {
  "the form is painted, styled by adopted sheets, as high as its frame": async (shopper) => {
    await shopper.visit(paneTag());
    const frame = await shopper.field("number", (input) => ({
      sheets: document.adoptedStyleSheets.length,
      styled: getComputedStyle(input).borderTopWidth,
      frameHeight: innerHeight,
      height: document.querySelector("cardpane-form")?.getBoundingClientRect().height ?? 0,
    }));
    assert.ok(frame.sheets > 0, "sheets are adopted");
    assert.equal(frame.styled, "1px");
    assert.ok(Math.abs(frame.height - frame.frameHeight) <= 1, `${frame.height} in ${frame.frameHeight}`);
  },

  "style sheets see the pane's states, and its fields'": async (shopper) => {
    await shopper.visit(splitTag());
    const states = (selector: string) =>
      shopper.page(
        (wanted) =>
          ["ready", "empty", "focused", "invalid"].filter((name) =>
            document.querySelector(`${wanted}:state(${name})`),
          ),
        selector,
      );
    assert.deepEqual(await states("card-pane"), ["ready", "empty"]);
    await shopper.fill({ number: "4242424242424241" });
    await eventually(() => states("card-pane"), ["ready", "focused"]);
    await shopper.press("Tab");
    await eventually(() => states("card-pane-field[name=number]"), ["ready", "invalid"]);
    await eventually(() => states("card-pane-field[name=expiry]"), ["ready", "empty", "focused"]);
    assert.equal(
      await shopper.page(() => document.querySelector("[class*=cardpane-]")),
      null,
      "classes in place of states",
    );
  },

  "a cross-origin isolated page gets its token": async (shopper) => {
    await shopper.visit(paneTag(), {
      headers: {
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Cross-Origin-Opener-Policy": "same-origin",
      },
    });
    assert.equal(await shopper.page(() => crossOriginIsolated), true);
    await shopper.fill(goodCard);
    assert.equal((await shopper.tokenize()).error, undefined);
  },

  "under a strict policy, a page needs only the addresses of its script and its frame": async (shopper) => {
    const { origin } = new URL(shopper.stack.release);
    const recordRefusals = `addEventListener("securitypolicyviolation", ({ violatedDirective }) => (window.refused ??= []).push(violatedDirective))`;
    await shopper.visit(paneTag(), {
      head: `<script nonce="early">${recordRefusals}</script>`,
      headers: {
        "Content-Security-Policy": `script-src ${origin} 'nonce-early'; frame-src ${origin}; require-trusted-types-for 'script'`,
      },
    });
    await shopper.fill(goodCard);
    assert.equal((await shopper.tokenize()).error, undefined);
    assert.deepEqual(await shopper.page(() => (window as { refused?: string[] }).refused ?? []), []);
  },

  "the frame's policy keeps scripts, styles, images and strangers out": async (shopper) => {
    await shopper.visit(paneTag());
    await shopper.field(
      "number",
      async (input, stranger) => {
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
      },
      shopper.stack.site.url,
    );
    const refused = (await shopper.wrongs()).join("\n");
    for (const directive of ["img-src", "connect-src", "style-src-elem", "style-src-attr", "trusted-types"])
      assert.ok(refused.includes(directive), `${directive} among: ${refused}`);
    assert.equal(await shopper.field("number", () => "strange" in window), false);
    const background = await shopper.field("number", (input) => getComputedStyle(input).backgroundColor);
    assert.notEqual(background, "rgb(255, 0, 0)");
  },

  "a field that moves is empty, unless the browser can move it whole": async (shopper) => {
    await shopper.visit(`${splitTag()}<div id="elsewhere"></div>`);
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
    await shopper.ready();
    await eventually(() => shopper.value("cvv"), isWhole ? "123" : "");
    assert.equal(await shopper.value("number"), "4242 4242 4242 4242");
    if (!isWhole) await shopper.fill({ cvv: "123" });
    assert.equal((await shopper.tokenize()).error, undefined);
  },

  "clobbering names of elements do not mislead the script": async (shopper) => {
    // Names that the script reads and the driver does not.
    const ofDocument =
      "currentScript head body baseURI createElement addEventListener featurePolicy host assignedSlot".split(
        " ",
      );
    const ofForm =
      "elements requestSubmit addEventListener append closest isConnected assignedSlot host".split(" ");
    const pictures = ofDocument.map((name) => `<img name="${name}">`);
    const inputs = ofForm.map((name) => `<input type="hidden" name="${name}">`);
    for (const pane of [paneTag('name="payment"'), splitTag("number expiry cvv", 'name="payment"')]) {
      await shopper.visit(
        `<form method="post" action="/pay">${inputs.join("")}${pane}<button>Pay</button></form>`,
        { head: `</head><body><a id="Cardpane"></a>${pictures.join("")}` },
      );
      assert.equal(
        await shopper.page(() => typeof Reflect.get(window, "Cardpane")?.createCardPane),
        "function",
      );
      const before = shopper.stack.site.posted.length;
      await shopper.fill(goodCard);
      await shopper.press("Enter");
      await until("the form is posted", async () => shopper.stack.site.posted.length > before);
      const posted = shopper.stack.site.posted.at(-1)?.get("payment");
      assert.match(JSON.parse(posted ?? "{}").token, /^[0-9a-f-]{36}$/);
    }
  },
};
