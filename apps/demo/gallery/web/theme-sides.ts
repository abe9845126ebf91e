/** The same form in light and in dark, each on its background, with the computed colours. */
import type { ContrastPair, Style, TokenName, Tokens } from "@cardpane/contract/appearance";
import type { State } from "../model/address.ts";
import { everyOption, optionsOf } from "../model/options.ts";
import { contrastsOf, createProbe, type Scheme, valuesOf } from "./look-values.ts";
import { createPane, find } from "./page.ts";

/** The state of the editor. */
export interface Edited {
  readonly state: State;
  readonly tokens: Tokens;
  readonly darkTokens: Tokens;
  /** `errors`, `disabled`, or empty. */
  readonly shown: string;
}

export function createSides(environment: string) {
  let shown = "";
  const sides = (["light", "dark"] as const).map((scheme) => {
    const pane = createPane({ environment, scheme });
    pane.on("ready", () => shown === "errors" && void pane.validate());
    pane.mount(`#pane-${scheme}`);
    const stage = find(`#stage-${scheme}`);
    return { scheme, pane, stage, probe: createProbe(stage) };
  });

  return {
    /** Shows a look in both schemes, and returns the contrasts of each. */
    show(edited: Edited): readonly (readonly ContrastPair[])[] {
      const { state } = edited;
      const isDisabled = edited.shown === "disabled";
      const contrasts = sides.map(({ scheme, pane, stage, probe }) => {
        pane.update(
          everyOption({
            ...optionsOf(state, { environment }),
            scheme,
            ...(isDisabled && { disabled: true }),
          }),
        );
        stage.dataset["ground"] = state.theme ?? "classic";
        const values = lookOf(edited, scheme);
        probe.take(values);
        return contrastsOf(probe, values);
      });
      // Empty fields show their errors after validate(), and none after clear().
      if (shown !== edited.shown) {
        shown = edited.shown;
        for (const { pane } of sides)
          if (pane.status === "ready") void (shown === "errors" ? pane.validate() : pane.clear());
      }
      return contrasts;
    },
    /** A computed colour in a scheme; `undefined` if a state does not change that colour. */
    color: (of: Scheme, name: TokenName) => sides.find(({ scheme }) => scheme === of)?.probe.color(name),
  };
}

function lookOf({ state, tokens, darkTokens }: Edited, scheme: Scheme): Style {
  return valuesOf(state, scheme, scheme === "dark" ? { ...tokens, ...darkTokens } : tokens);
}
