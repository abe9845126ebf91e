/**
 * The theme editor: a theme, the tokens that were changed, and the same form in light and in dark. `tokens` apply to both
 * schemes, `darkTokens` override them in the dark one. Both are knobs, so they are in the address, and the links to the other
 * pages keep them.
 */
import type { TokenName, Tokens } from "@cardpane/contract/appearance";
import { type State, settled } from "../model/address.ts";
import { cssCode, tokensCode } from "../model/code.ts";
import { readTokens, writeTokens } from "../model/lines.ts";
import { drawContrasts } from "./contrast-table.ts";
import { createControls } from "./controls.ts";
import { valuesOf } from "./look-values.ts";
import { find, openAddress, readData, wireCopyButtons } from "./page.ts";
import { createRadios } from "./radios.ts";
import { createSides } from "./theme-sides.ts";
import { createTokenControls } from "./token-controls.ts";
import type { GalleryData } from "./wire.ts";

/** The parameters of this page's address besides the knobs. */
const own = { edit: ["dark"], show: ["errors", "disabled"] };

const data = readData();
if (data) start(data);

function start(given: GalleryData): void {
  const form = find("#tokens");
  const controls = createControls(form);
  const radios = createRadios(form, Object.keys(own));
  const tokenControls = createTokenControls(form, change);
  const sides = createSides(given.environment);
  const address = openAddress(given, own, () => show(false));
  const editedKey = () => (address.others()["edit"] === "dark" ? "darkTokens" : "tokens");

  /** Changes one token of the edited scheme. */
  function change(name: TokenName, value: string | number | undefined, isStep: boolean): void {
    const state = address.state();
    const key = editedKey();
    const { [name]: _, ...rest } = tokensOf(state, key);
    const isOwn = value !== undefined && value !== baseOf(state, key, name);
    const next = writeTokens(isOwn ? ({ ...rest, [name]: value } as Tokens) : rest);
    address.write(settled({ ...state, [key]: next === "" ? undefined : next }), address.others(), isStep);
    show(!isStep);
  }

  /** @param typing does not change the control with the focus. */
  function show(typing: boolean): void {
    const state = address.state();
    const { show: shown = "" } = address.others();
    const [tokens, darkTokens] = [tokensOf(state, "tokens"), tokensOf(state, "darkTokens")];
    if (!typing) controls.write(state);
    radios.write(address.others());
    const [light = [], dark = []] = sides.show({ state, tokens, darkTokens, shown });
    drawContrasts(light, dark, given.texts);
    showCode(tokens, darkTokens);
    const key = editedKey();
    const scheme = key === "darkTokens" ? "dark" : "light";
    tokenControls.show(
      tokensOf(state, key),
      (name) => ({ base: baseOf(state, key, name), color: sides.color(scheme, name) }),
      typing,
    );
  }

  function showCode(tokens: Tokens, darkTokens: Tokens): void {
    const isChanged = Object.keys({ ...tokens, ...darkTokens }).length > 0;
    for (const [selector, codeOf] of [
      ["#code-tokens", tokensCode],
      ["#code-css", cssCode],
    ] as const) {
      const block = find(selector);
      block.textContent = isChanged ? codeOf(tokens, darkTokens) : given.texts.nothingChanged;
      // The code is English and left to right; the sentence in its place is in the page's language.
      block.dir = isChanged ? "ltr" : document.dir;
      block.lang = isChanged ? "en" : document.documentElement.lang;
    }
  }

  for (const type of ["input", "change"]) {
    form.addEventListener(type, (event) => {
      if ((event.target as Element).closest("[data-token]")) return;
      address.write(controls.read(address.state()), radios.read(), type === "change");
      show(false);
    });
  }
  find("#reset").addEventListener("click", () => {
    const { tokens: _, darkTokens: __, ...rest } = address.state();
    address.write(rest, address.others(), true);
    show(false);
  });
  wireCopyButtons(given);
  show(false);
}

type TokensKey = "tokens" | "darkTokens";

function tokensOf(state: State, key: TokensKey): Tokens {
  return readTokens(state[key] ?? "") ?? {};
}

/** The value of a token without the edited change. */
function baseOf(state: State, key: TokensKey, name: TokenName): string | number | undefined {
  return key === "tokens"
    ? valuesOf(state, "light", {})[name]
    : valuesOf(state, "dark", tokensOf(state, "tokens"))[name];
}
