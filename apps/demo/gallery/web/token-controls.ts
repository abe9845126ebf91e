/** The editor's rows, one for each token: its value, whether it was changed, and a reset button. */
import {
  fittingTokens,
  type Rgba,
  type TokenName,
  type Tokens,
  tokenKinds,
} from "@cardpane/contract/appearance";
import { toHex } from "./look-values.ts";
import { all, find } from "./page.ts";

/** The data of a row. */
export interface TokenView {
  /** The value without a change; `undefined` for a colour that a state does not change. */
  readonly base: string | number | undefined;
  /** The computed colour; `undefined` for a token that is not a colour. */
  readonly color: Rgba | undefined;
}

type Input = HTMLInputElement | HTMLSelectElement;

/**
 * @param changed receives a token, its new value (`undefined` after a reset), and whether the change is complete: it is not
 * while the user is still typing or choosing.
 */
export function createTokenControls(
  root: HTMLElement,
  changed: (name: TokenName, value: string | number | undefined, isStep: boolean) => void,
) {
  const rows = new Map(all("[data-token]", root).map((row) => [row.dataset["token"] as TokenName, row]));
  const inputOf = (row: HTMLElement) => find<Input>("[data-value]", row);
  root.addEventListener("submit", (event) => event.preventDefault());
  for (const type of ["input", "change"]) {
    root.addEventListener(type, (event) => {
      const target = event.target as Input;
      const row = target.closest<HTMLElement>("[data-token]");
      if (!row) return;
      if (target.matches("[data-swatch]")) inputOf(row).value = target.value;
      handleEdit(row, type === "change");
    });
  }
  root.addEventListener("click", (event) => {
    const button = (event.target as Element).closest("[data-undo]");
    const row = button?.closest<HTMLElement>("[data-token]");
    if (!row) return;
    changed(row.dataset["token"] as TokenName, undefined, true);
    // The button is hidden after a reset.
    inputOf(row).focus();
  });

  function handleEdit(row: HTMLElement, isStep: boolean): void {
    const name = row.dataset["token"] as TokenName;
    const input = inputOf(row);
    const value = readValue(name, input.value.trim());
    const fits = value === undefined || Object.keys(fittingTokens({ [name]: value })).length > 0;
    if (!fits) {
      input.setAttribute("aria-invalid", "true");
      return;
    }
    input.removeAttribute("aria-invalid");
    changed(name, value, isStep);
  }

  return {
    /** Shows all tokens; while typing, the control with the focus is not changed. */
    show(own: Tokens, view: (name: TokenName) => TokenView, typing: boolean): void {
      for (const [name, row] of rows) {
        const { base, color } = view(name);
        const input = inputOf(row);
        const isColor = tokenKinds[name] === "color";
        const isOwn = own[name] !== undefined;
        const swatch = row.querySelector<HTMLInputElement>("[data-swatch]");
        find("[data-undo]", row).hidden = !isOwn;
        row.classList.toggle("changed", isOwn);
        if (swatch && !(typing && swatch === document.activeElement)) {
          const isSeen = color !== undefined && color[3] > 0;
          swatch.value = isSeen ? toHex(color).slice(0, 7) : "#808080";
          swatch.classList.toggle("unset", !isSeen);
        }
        if (isColor && input instanceof HTMLInputElement) input.placeholder = color ? toHex(color) : "–";
        if (typing && input === document.activeElement) continue;
        input.value = String(own[name] ?? (isColor ? "" : (base ?? "")));
        input.removeAttribute("aria-invalid");
      }
    },
  };
}

function readValue(name: TokenName, text: string): string | number | undefined {
  const kind = tokenKinds[name];
  if (text === "") return undefined;
  return kind === "weight" || typeof kind === "object" ? Number(text) : text;
}
