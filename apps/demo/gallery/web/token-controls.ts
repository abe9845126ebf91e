/** The editor's rows, one for each token: what it is, whether it was changed, and the way back. */
import {
  fittingTokens,
  type Rgba,
  type TokenName,
  type Tokens,
  tokenKinds,
} from "@cardpane/contract/appearance";
import { toHex } from "./look-values.ts";
import { all, find } from "./page.ts";

/** What a row shows. */
export interface TokenView {
  /** Without a change; `undefined` for a colour of a state that changes nothing. */
  readonly base: string | number | undefined;
  /** What it comes to, where it is a colour. */
  readonly color: Rgba | undefined;
}

type Input = HTMLInputElement | HTMLSelectElement;

/**
 * @param changed gets a token and its new value, `undefined` for none of its own, and whether that was the last word:
 * what is still being typed or chosen is not.
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
    // The button goes.
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
    /** Shows every token; the row that is being typed in is left as it is typed. */
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
