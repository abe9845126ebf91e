/** The values of a look's tokens, and its colours as the browser computes them. */
import {
  type Appearance,
  type ContrastPair,
  contrastPairs,
  defaultLook,
  over,
  propertyName,
  type Rgba,
  readColor,
  type Style,
  styleOf,
  type TokenName,
  type Tokens,
  tokenKinds,
} from "@cardpane/contract/appearance";
import type { State } from "../model/address.ts";
import { optionKnobs } from "../model/knobs.ts";
import { find } from "./page.ts";

export type Scheme = Appearance["scheme"];

/** The values of a theme, overridden by some tokens. */
export function valuesOf(state: State, scheme: Scheme, tokens: Tokens): Style {
  const { theme, labels, density } = optionKnobs;
  return styleOf({
    scheme,
    theme: theme.read(state.theme ?? "") ?? defaultLook.theme,
    labels: labels.read(state.labels ?? "") ?? defaultLook.labels,
    density: density.read(state.density ?? "") ?? defaultLook.density,
    tokens,
  });
}

/** Computes the colours of a look on a stage: a colour may be derived from others, and only the browser can compute it. */
export function createProbe(stage: HTMLElement) {
  const probe = find("[data-probe]", stage);
  const ask = (value: string) => {
    probe.style.color = value;
    return readColor(getComputedStyle(probe).color);
  };
  return {
    /** Applies the colours of a look to the probe. */
    take(values: Style): void {
      for (const name of Object.keys(tokenKinds) as TokenName[]) {
        if (tokenKinds[name] === "color")
          probe.style.setProperty(propertyName(name), String(values[name] ?? ""));
      }
    },
    /** A colour of the applied look; `undefined` if a state does not change that colour. */
    color(name: TokenName): Rgba | undefined {
      return probe.style.getPropertyValue(propertyName(name)) === ""
        ? undefined
        : ask(`var(${propertyName(name)})`);
    },
    /** A shadow, with its colours as the browser computes them. */
    shadow(value: string): string {
      probe.style.boxShadow = value;
      const { boxShadow } = getComputedStyle(probe);
      probe.style.boxShadow = "";
      return boxShadow;
    },
    /** The background colour of the stage. */
    ground: () => readColor(getComputedStyle(stage).backgroundColor),
  };
}

/** The contrasts of the look that was applied to a probe. */
export function contrastsOf(probe: ReturnType<typeof createProbe>, values: Style): readonly ContrastPair[] {
  const color = (name: TokenName) => probe.color(name) ?? [0, 0, 0, 0];
  return contrastPairs({
    ground: over(color("colorBackground"), probe.ground()),
    field: color("colorField"),
    text: color("colorText"),
    placeholder: color("colorPlaceholder"),
    label: color("colorLabel"),
    error: color("colorError"),
    border: Number(values.borderWidth) > 0 ? color("colorBorder") : null,
    focusBorder: color("colorBorderFocus"),
    ring: color("colorRing"),
    invalidBorder: color("colorBorderInvalid"),
    invalidRing: color("colorRingInvalid"),
    focusShadow: probe.shadow(String(values.shadowFocus)),
    autofilledText: color(values.colorTextAutofilled === undefined ? "colorText" : "colorTextAutofilled"),
    autofilledField: color(values.colorFieldAutofilled === undefined ? "colorField" : "colorFieldAutofilled"),
    disabledText: color("colorTextDisabled"),
    disabledField: color("colorFieldDisabled"),
  });
}

/** A colour as `#rrggbb`, or as `#rrggbbaa` if it is translucent. */
export function toHex([red, green, blue, alpha]: Rgba): string {
  const byte = (part: number) => Math.round(part).toString(16).padStart(2, "0");
  return `#${byte(red)}${byte(green)}${byte(blue)}${alpha < 1 ? byte(alpha * 255) : ""}`;
}
