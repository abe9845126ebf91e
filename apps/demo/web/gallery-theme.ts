/**
 * The theme editor: a theme, the tokens that were changed over it, and the same form in light and in dark. `tokens` holds in
 * both, `darkTokens` on top where it is dark; both are knobs like any other, so that the address and the pages beside this one
 * have them.
 */
import type { CardPane } from "@cardpane/browser";
import type { TokenName, Tokens } from "@cardpane/contract/appearance";
import type { State } from "../gallery/address.ts";
import { settled } from "../gallery/address.ts";
import { cssCode, tokensCode } from "../gallery/code.ts";
import { readTokens, writeTokens } from "../gallery/lines.ts";
import { everyOption, optionsOf } from "../gallery/options.ts";
import { createControls } from "./gallery/controls.ts";
import { contrastsOf, createProbe, type Scheme, valuesOf } from "./gallery/look-values.ts";
import { all, find, make, openAddress, readData, wireCopyButtons } from "./gallery/page.ts";
import { createPane } from "./gallery/pane-script.ts";
import { createTokenControls } from "./gallery/token-controls.ts";
import type { GalleryData } from "./gallery/wire.ts";

const schemes = ["light", "dark"] as const;

const data = readData();
if (data) start(data);

function start(given: GalleryData): void {
  const { environment, texts } = given;
  const form = find("#tokens");
  const controls = createControls(form);
  const tokenControls = createTokenControls(form, change);
  const sides = schemes.map((scheme) => openSide(scheme));
  const address = openAddress(given, ["edit", "show"], () => show(false));
  let shown = "";

  function openSide(scheme: Scheme) {
    const pane = createPane({ environment, scheme });
    pane.on("ready", () => shown === "errors" && void pane.validate());
    pane.mount(`#pane-${scheme}`);
    return { scheme, pane, probe: createProbe(find(`#stage-${scheme}`)) };
  }

  /** One token of those that are edited. */
  function change(name: TokenName, value: string | number | undefined, isStep: boolean): void {
    const state = address.state();
    const key = address.other("edit") === "dark" ? "darkTokens" : "tokens";
    const { [name]: _, ...rest } = tokensOf(state, key);
    const isOwn = value !== undefined && value !== baseOf(state, key, name);
    const next = writeTokens(isOwn ? ({ ...rest, [name]: value } as Tokens) : rest);
    address.write(settled({ ...state, [key]: next === "" ? undefined : next }), others(), isStep);
    show(!isStep);
  }

  function others(): Readonly<Record<string, string>> {
    return { edit: address.other("edit"), show: address.other("show") };
  }

  function show(typing: boolean): void {
    const state = address.state();
    if (!typing) controls.write(state);
    for (const name of ["edit", "show"]) {
      const wanted = address.other(name);
      for (const [index, radio] of all<HTMLInputElement>(`[name="${name}"]`, form).entries())
        radio.checked = wanted === "" ? index === 0 : radio.value === wanted;
    }
    const tokens = tokensOf(state, "tokens");
    const darkTokens = tokensOf(state, "darkTokens");
    const isDark = address.other("edit") === "dark";
    for (const { scheme, pane, probe } of sides) {
      pane.update(
        everyOption({ ...optionsOf(state, { environment }), scheme, ...stateOf(address.other("show")) }),
      );
      find(`#stage-${scheme}`).dataset["ground"] = state.theme ?? "classic";
      probe.take(valuesOf(state, scheme, scheme === "dark" ? { ...tokens, ...darkTokens } : tokens));
    }
    showErrors(address.other("show"));
    const side = sides[isDark ? 1 : 0];
    tokenControls.show(
      isDark ? darkTokens : tokens,
      (name) => ({
        base: baseOf(state, isDark ? "darkTokens" : "tokens", name),
        color: side?.probe.color(name),
      }),
      typing,
    );
    const isChanged = Object.keys(tokens).length + Object.keys(darkTokens).length > 0;
    find("#code-tokens").textContent = isChanged ? tokensCode(tokens, darkTokens) : texts.nothingChanged;
    find("#code-css").textContent = isChanged ? cssCode(tokens, darkTokens) : texts.nothingChanged;
    showContrasts(state, tokens, darkTokens);
  }

  /** Empty fields show what is wrong once they are asked for, and nothing once they are cleared. */
  function showErrors(wanted: string): void {
    if (wanted === shown) return;
    for (const { pane } of sides) {
      if (pane.status === "ready") void (wanted === "errors" ? pane.validate() : pane.clear());
    }
    shown = wanted;
  }

  function showContrasts(state: State, tokens: Tokens, darkTokens: Tokens): void {
    const [light = [], dark = []] = sides.map(({ scheme, probe }) =>
      contrastsOf(probe, valuesOf(state, scheme, scheme === "dark" ? { ...tokens, ...darkTokens } : tokens)),
    );
    const rows = light.map(({ what, least, ratio }, index) => {
      const row = make("tr");
      const head = make("th", texts.pairs[what]);
      head.scope = "row";
      row.append(head, make("td", String(least)), mark(ratio, least), mark(dark[index]?.ratio ?? 0, least));
      return row;
    });
    find("#contrasts").replaceChildren(...rows);
  }

  function mark(ratio: number, least: number): HTMLElement {
    const fits = ratio >= least;
    const cell = make("td", `${fits ? "✓" : "✗"} ${ratio.toFixed(2)} `);
    cell.className = fits ? "fits" : "low";
    const words = make("span", fits ? texts.enough : texts.tooLow);
    words.className = fits ? "unseen" : "";
    cell.append(words);
    return cell;
  }

  for (const type of ["input", "change"]) {
    form.addEventListener(type, (event) => {
      if ((event.target as Element).closest("[data-token]")) return;
      const chosen = Object.fromEntries(
        ["edit", "show"].map((name) => {
          const radios = all<HTMLInputElement>(`[name="${name}"]`, form);
          return [name, radios[0]?.checked ? "" : (radios.find(({ checked }) => checked)?.value ?? "")];
        }),
      );
      address.write(controls.read(address.state()), chosen, type === "change");
      show(false);
    });
  }
  find("#reset").addEventListener("click", () => {
    const { tokens: _, darkTokens: __, ...rest } = address.state();
    address.write(rest, others(), true);
    show(false);
  });
  wireCopyButtons(given);
  show(false);
}

function tokensOf(state: State, key: "tokens" | "darkTokens"): Tokens {
  return readTokens(state[key] ?? "") ?? {};
}

/** What a token is without the change that is edited. */
function baseOf(state: State, key: "tokens" | "darkTokens", name: TokenName): string | number | undefined {
  return key === "tokens"
    ? valuesOf(state, "light", {})[name]
    : valuesOf(state, "dark", tokensOf(state, "tokens"))[name];
}

function stateOf(shown: string): Parameters<CardPane["update"]>[0] {
  return shown === "disabled" ? { disabled: true } : {};
}
