/**
 * A script of its own beside the frame's, served only by a host whose caching is `development`: says in the console, once
 * each, which contrasts of the look are too low, with their numbers. It reads what is drawn and nothing that is typed.
 */
import { type FormColors, lowContrasts, over, type Rgba, readColor } from "@cardpane/contract/appearance";

/** Taken for the page's own ground, which a frame cannot see, where the look has no background. */
const grounds: Readonly<Record<string, Rgba>> = { light: [255, 255, 255, 1], dark: [18, 20, 26, 1] };

const said = new Set<string>();
let timer: ReturnType<typeof setTimeout>;

function check(): void {
  const colors = readColors();
  if (!colors) return;
  for (const { what, tokens, ratio, least } of lowContrasts(colors)) {
    const text = `Cardpane: the contrast of ${what} is ${ratio.toFixed(2)}, WCAG 2.2 wants ${least} (${tokens}).`;
    if (!said.has(text)) console.warn(text);
    said.add(text);
  }
}

function readColors(): FormColors | undefined {
  const [input, label, error] = [".box > :is(input, select)", "label, .label", ".error"].map((selector) =>
    document.querySelector(selector),
  );
  // What is disabled need not have any.
  if (!input || input.matches(":disabled") || !label || !error) return undefined;
  const style = getComputedStyle(input);
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const page = grounds[scheme] ?? [255, 255, 255, 1];
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

/** The colour of a property, which may be made of others. */
function resolved(property: string, near: Element): Rgba {
  return readColor(computed(near, (style) => style.setProperty("color", `var(${property})`)).color);
}

/** What the browser computes of a style. */
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

function soon(): void {
  clearTimeout(timer);
  // When what moves from one colour to another has arrived.
  timer = setTimeout(check, 400);
}

new MutationObserver(soon).observe(document.documentElement, { attributeFilter: ["style"] });
