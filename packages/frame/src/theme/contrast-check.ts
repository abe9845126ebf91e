/**
 * A separate script that only a host with `caching: "development"` serves. It warns in the console about each contrast of the
 * appearance that is too low, once, with its ratio. It reads computed colours, and no typed text.
 */
import { type FormColors, lowContrasts, over, type Rgba, readColor } from "@cardpane/contract/appearance";

/** The assumed background of the page, which a frame cannot read, for an appearance without a background. */
const pageBackgrounds: Readonly<Record<string, Rgba>> = { light: [255, 255, 255, 1], dark: [18, 20, 26, 1] };

const warned = new Set<string>();
let timer: ReturnType<typeof setTimeout>;

function check(): void {
  const colors = readColors();
  if (!colors) return;
  for (const { what, tokens, ratio, least } of lowContrasts(colors)) {
    const text = `Cardpane: the contrast of ${what} is ${ratio.toFixed(2)}. WCAG 2.2 requires ${least}. Change ${tokens}.`;
    if (!warned.has(text)) console.warn(text);
    warned.add(text);
  }
}

function readColors(): FormColors | undefined {
  const [input, label, error] = [".box > :is(input, select)", "label, .label", ".error"].map((selector) =>
    document.querySelector(selector),
  );
  // WCAG exempts disabled fields.
  if (!input || input.matches(":disabled") || !label || !error) return undefined;
  const style = getComputedStyle(input);
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const page = pageBackgrounds[scheme] ?? [255, 255, 255, 1];
  return {
    ground: over(readColor(getComputedStyle(document.body).backgroundColor), page),
    field: readColor(style.backgroundColor),
    text: readColor(style.color),
    placeholder: readColor(getComputedStyle(input, "::placeholder").color),
    label: readColor(getComputedStyle(label).color),
    error: readColor(getComputedStyle(error).color),
    border: Number.parseFloat(style.borderBottomWidth) > 0 ? readColor(style.borderBottomColor) : null,
    focusBorder: resolved("--color-border-focus", input),
    ring: resolved("--color-ring", input),
    invalidBorder: resolved("--color-border-invalid", input),
    invalidRing: resolved("--color-ring-invalid", input),
    focusShadow: computed(input, (style) => style.setProperty("box-shadow", "var(--shadow-focus)")).boxShadow,
    autofilledText: resolved("--color-text-autofilled, var(--color-text)", input),
    autofilledField: resolved("--color-field-autofilled, var(--color-field)", input),
    disabledText: resolved("--color-text-disabled", input),
    disabledField: resolved("--color-field-disabled", input),
  };
}

/** The colour of a custom property, whose value may refer to others. */
function resolved(property: string, near: Element): Rgba {
  return readColor(computed(near, (style) => style.setProperty("color", `var(${property})`)).color);
}

/** The colours that the browser computes from a style. */
function computed(
  near: Element,
  write: (style: CSSStyleDeclaration) => void,
): Pick<CSSStyleDeclaration, "color" | "boxShadow"> {
  const probe = document.createElement("i");
  write(probe.style);
  near.after(probe);
  const { color, boxShadow } = getComputedStyle(probe);
  probe.remove();
  return { color, boxShadow };
}

function scheduleCheck(): void {
  clearTimeout(timer);
  // After the colour transitions have ended.
  timer = setTimeout(check, 400);
}

new MutationObserver(scheduleCheck).observe(document.documentElement, { attributeFilter: ["style"] });
