/**
 * The style of the frame's document, adopted as a constructed sheet, because the policy allows no other style. All numbers that
 * determine the height come from `@cardpane/contract/appearance`, which the page's skeleton uses, too.
 */
import { colorParts, fieldStates, layout, propertyName } from "@cardpane/contract/appearance";

/** Marks a style sheet for the build, which removes comments and line ends from it. */
const css = String.raw;

/** The input or the list of a field. */
const entry = ":is(.box > input, select)";

/** The selector of each state of a field. */
const stateOf: Readonly<Record<(typeof fieldStates)[number], string>> = {
  Filled: ':not(:placeholder-shown, :has(option[value=""]:checked))',
  Hover: ":hover",
  Autofilled: ":autofill",
  Focus: ":focus",
  Invalid: '[aria-invalid="true"]',
  Disabled: ":disabled",
};

/** The start of the rule that colours a part of the field: its selector and the CSS property. */
const paints: Readonly<Record<(typeof colorParts)[number], (state: string) => string>> = {
  Text: (state) => `${entry}${state} { color`,
  Label: (state) => `.field:has(${entry}${state}) label { color`,
  Field: (state) => `${entry}${state} { background-color`,
  Border: (state) => `${entry}${state} { border-color`,
};

/** The selector of a form with all fields in one row. */
const inline = '[data-rows="inline"] form:not(:has(> cardpane-field:nth-of-type(4)))';

/** A rule for each part in each state, which applies if the appearance has a colour for it. */
const stateRules = fieldStates
  .flatMap((state) =>
    colorParts.map((part) => {
      const property = propertyName(`color${part}${state}`);
      return `[data-tokens~="${property}"] ${paints[part](stateOf[state])}: var(${property}) }`;
    }),
  )
  .join("\n");

const text = css`
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; background: transparent; }
body { margin: 0; background: var(--color-background); overflow: hidden; }
/* Each field ends with the gap to the next row; the gap of the last row is clipped. */
cardpane-form { display: flow-root; overflow: clip; }
form {
  display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); column-gap: var(--column-gap);
  padding: ${layout.edge}px; margin: 0 0 calc(-1 * var(--gap));
  font: var(--font-weight) var(--font-size)/1.25 var(--font-family); color: var(--color-text);
  -webkit-font-smoothing: antialiased;
}
/* Labels, inputs and errors of one row are aligned with one another, however many lines they take. */
:root { --tracks: 3; }
:root:is([data-labels="floating"], [data-labels="hidden"]) { --tracks: 2; }
.field, .box-wrap { display: grid; grid-template: subgrid / minmax(0, 1fr); grid-row: span var(--tracks); }
.field { grid-column: 1 / -1; min-width: 0; margin-bottom: var(--gap); }
.field.half { grid-column: auto; }
[data-rows="stacked"] .field { grid-column: 1 / -1; }
@media (max-width: ${layout.narrowBelow / 16 - 0.002}rem) { .field.half { grid-column: 1 / -1; } }
@media (min-width: ${layout.inlineFrom}px) {
  ${inline} { grid: auto / auto-flow minmax(0, 1fr); }
  ${inline} .field { grid-area: 1 / auto / span var(--tracks); }
  ${inline} .field:has(#number) { grid-column: span 2; }
}

/* Joined fields overlap by the border that they share, and are higher by it, so that the height of the form depends on no theme. */
.joined { --tracks: 1; column-gap: 0; margin: 0; }
.joined > .label, .joined > .error { grid-column: 1 / -1; }
.joined .field {
  --box: calc(var(--field-height) + var(--border-top)); --top: 0px; --top-end: 0px; --bottom: 0px; --bottom-end: 0px;
  margin: calc(-1 * var(--border-top)) 0 0;
}
.joined cardpane-field:first-of-type { --box: calc(var(--field-height) + ${layout.joint}px); --top: var(--radius); --top-end: var(--radius); margin: 0; }
.joined cardpane-field:last-of-type { --bottom: var(--radius-bottom); --bottom-end: var(--radius-bottom); }
@media (min-width: ${layout.narrowBelow / 16}rem) {
  .joined .start:first-of-type { --top-end: 0px; }
  .joined .start:first-of-type + .end { --box: calc(var(--field-height) + ${layout.joint}px); --top-end: var(--radius); margin: 0; }
  .joined .end:last-of-type { --bottom: 0px; }
  .joined .start:has(+ .end:last-of-type) { --bottom: var(--radius-bottom); }
  /* Without borders beside them, a line of the background is between two fields. */
  .joined .end .box { margin-inline-start: calc(1px - var(--border-top) - min(var(--border-top), 1px)); }
}
/* On the box, because an input of digits has a direction of its own. */
.joined .box {
  min-height: var(--box); border-start-start-radius: var(--top); border-start-end-radius: var(--top-end);
  border-end-start-radius: var(--bottom); border-end-end-radius: var(--bottom-end);
}
.joined .box:hover, .joined .box:has([aria-invalid="true"]) { z-index: 1; }
.joined .box:focus-within { z-index: 2; }

label, .label {
  display: block; align-self: end; min-height: var(--label-line); margin-bottom: var(--label-gap); overflow-wrap: anywhere;
  font-size: var(--label-size); font-weight: var(--label-weight); line-height: var(--label-line);
  color: var(--color-label);
}
.optional { display: inline-block; font-weight: 400; }

.box, .box-wrap { position: relative; }
.box { display: block; container-type: inline-size; }
${entry}, .kept {
  --ring: 0 0 #0000; --fill: 0 0 #0000;
  display: flex; align-items: center; width: 100%; height: var(--box, var(--field-height)); margin: 0;
  padding: 0 var(--field-padding); font: inherit; line-height: normal; letter-spacing: var(--letter-spacing);
  color: inherit; text-align: start; font-variant-numeric: tabular-nums; background: var(--color-field);
  border: solid var(--color-border); border-width: var(--border-top) var(--border-top) var(--border-width);
  border-radius: var(--radius) var(--radius) var(--radius-bottom) var(--radius-bottom);
  box-shadow: var(--ring), var(--fill), var(--shadow-field); outline: none; appearance: none;
  transition: border-color .12s ease-out, box-shadow .12s ease-out, background-color .12s ease-out;
}
.joined ${entry} { border-radius: inherit; }
${entry}::placeholder { color: var(--color-placeholder); opacity: 1; }
/* Browsers fade a disabled list but not an input; both must look the same. */
${entry}:disabled { cursor: not-allowed; opacity: 1; }
.box:has(:disabled) .icons, .box:has(:disabled)::after { opacity: .5; }
${entry}:focus { --ring: var(--ring-shape) var(--color-ring), var(--shadow-focus); }
${entry}[aria-invalid="true"]:focus { --ring: var(--ring-shape) var(--color-ring-invalid), var(--shadow-focus); }
form[aria-busy="true"] ${entry} { cursor: progress; opacity: .7; }
/* The browser's autofill colour cannot be overridden, so an endless transition delays it and an inset shadow covers it. */
${entry}:autofill {
  --fill: inset 0 0 0 6rem var(--color-field-autofilled, var(--color-field));
  -webkit-text-fill-color: var(--color-text-autofilled, var(--color-text)); caret-color: var(--color-text);
  transition: background-color 9999s 9999s, border-color .12s ease-out, box-shadow .12s ease-out !important;
}
${stateRules}
.box > select { cursor: pointer; padding-inline-end: calc(var(--field-padding) + 1rem); text-overflow: ellipsis; }
.box > select:has(option[value=""]:checked) { color: var(--color-placeholder); }
${entry}:disabled::placeholder, .box > select:disabled:has(option[value=""]:checked) {
  color: color-mix(in srgb, var(--color-placeholder) 60%, transparent);
}
.box:has(select)::after {
  content: ""; position: absolute; inset-block: 0; inset-inline-end: var(--field-padding); width: .5rem; height: .5rem;
  margin: auto .125rem; border: solid var(--color-icon); border-width: 0 2px 2px 0; transform: translateY(-25%) rotate(45deg);
  pointer-events: none;
}

/* Digits are written from left to right in every language, and are aligned to the side where the language starts. */
[dir="rtl"] ${entry}[dir="ltr"] { text-align: right; }
.field { --marks: 0rem; }
.field:has(.has-icon) { --marks: calc(var(--icon-size) + .625rem); }
.has-icon ${entry}, .has-icons ${entry}, .has-networks ${entry} { padding-inline-end: calc(var(--field-padding) + var(--marks)); }
[dir="rtl"] .box ${entry}[dir="ltr"] { padding-inline: calc(var(--field-padding) + var(--marks)) var(--field-padding); }

/*
 * A floating label is in the place of the text and moves up when there is text. Its width is the same in both positions, so
 * that typing changes no line break and no height. A label of two lines makes the row higher; the text stays at its bottom.
 */
[data-labels="floating"] {
  --above: calc(100cqb - var(--field-height));
  :is(label, .box) { grid-area: 1 / 1; }
  label {
    /* Space for an icon, in a field that is wide enough for label and icon. */
    --beside: clamp(0rem, (100% - 14.375rem) * 999, var(--icon-size) + .625rem);
    position: relative; z-index: 3; min-height: calc(1.25 * var(--font-size));
    margin: calc((var(--field-height) - 1.25 * var(--font-size)) / 2) calc(var(--field-padding) + var(--border-top));
    margin-inline-end: calc(var(--field-padding) + var(--beside));
    font-size: var(--font-size); font-weight: var(--font-weight); line-height: 1.25;
    color: var(--color-placeholder); pointer-events: none;
    transform-origin: 0 100%; transition: transform .12s ease-out, color .12s ease-out;
  }
  &[dir="rtl"] label { transform-origin: 100% 100%; }
  .field:has(select, .box > input:is(:focus, :autofill, :not(:placeholder-shown))) label {
    transform: translateY(calc(-.75rem - .1375 * var(--font-size))) scale(.78); color: var(--color-label);
  }
  .box { container-type: size; }
  ${entry} { height: 100%; min-height: var(--box, var(--field-height)); padding-block-start: calc(var(--above) + .975 * var(--font-size) + .15rem); }
  .icons, .box::after { inset-block-start: var(--above); }
  .kept { height: auto; min-height: var(--field-height); }
}
/* A narrow field has no space for a floating label and its icon, which appears below the label when the label has moved up. */
@container (max-width: 14.375rem) {
  [data-labels="floating"] .has-icon > input:placeholder-shown:not(:focus) { --marks: 0rem; & + .icons { opacity: 0; } }
  [data-labels="floating"] .has-icon > .icons { padding-block-start: calc(.975 * var(--font-size) + .15rem); }
}
@media (min-width: 21.5rem) { [data-labels="floating"] .field:has(#number) label { --beside: calc(3 * var(--icon-size) + 1rem); } }
[data-labels="floating"] ${entry}:not(:focus)::placeholder { opacity: 0; }
[data-labels="floating"] .label, [data-labels="hidden"] .label { display: none; }

.icons {
  position: absolute; inset-block: 0; inset-inline-end: var(--field-padding);
  display: flex; align-items: center; gap: .25rem; pointer-events: none; color: var(--color-icon);
}
.icons svg { display: block; width: var(--icon-size); height: calc(var(--icon-size) * .625); flex: none; animation: arrive .14s ease-out; }
/* A narrow field, in its own frame or with large type, needs the space of its icon for the text. */
@container (max-width: 14rem) { .has-icon > #number { --marks: 0rem; & + .icons { display: none; } } }
@container (max-width: 7rem) { .has-icon > input { --marks: 0rem; & + .icons { display: none; } } }
/* In a narrow form the number needs the space of the icons. A single icon would look as if no other card were supported. */
.has-icons { --marks: calc(3 * var(--icon-size) + .75rem); }
@media (max-width: 18.49rem) { .has-icons { --marks: calc(2 * var(--icon-size) + .625rem); } .has-icons svg:nth-child(3) { display: none; } }
@media (max-width: 16.49rem) { .has-icons { --marks: 0rem; } .has-icons .icons { display: none; } }

/* The two marks to choose from are at least 24 px large. The chosen one has a frame and a tick, not only a colour. */
.has-networks { --marks: calc(2 * var(--icon-size) + 1.25rem); }
.networks { display: flex; gap: .125rem; margin-inline-end: calc(-.1875rem - 2px); pointer-events: auto; }
.network { position: relative; padding: .1875rem; border: 2px solid transparent; border-radius: .375rem; }
.network:has(:checked) { border-color: var(--color-accent); }
.network:hover:not(:has(:checked)) { border-color: var(--color-border); }
.network:has(:focus-visible) { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.network input {
  position: absolute; inset: 0; z-index: 1; width: 100%; height: 100%; padding: 0; margin: 0; opacity: 0; cursor: pointer;
}
.network:has(:checked)::after {
  content: ""; position: absolute; inset-block-start: -.25rem; inset-inline-end: -.25rem; width: .75rem; height: .75rem;
  border-radius: 50%; background: var(--color-accent); border: 1.5px solid var(--color-field);
}
.network:has(:checked)::before {
  content: ""; position: absolute; z-index: 1; inset-block-start: -.0625rem; inset-inline-end: .03125rem; width: .1875rem; height: .3125rem;
  border: solid Canvas; border-width: 0 1.5px 1.5px 0; transform: rotate(45deg);
}
/* With the text spacing of WCAG 1.4.12 a number is as wide as the input of a narrow form, so the marks are below the number. */
@media (max-width: 21rem) {
  .has-networks .icons { position: static; margin-top: .25rem; }
  [data-labels="floating"] {
    label:has(+ .has-networks) { align-self: start; }
    .has-networks { --above: 0px; container-type: normal; ${entry} { height: var(--field-height); } }
  }
  .has-networks ${entry} { padding-inline: var(--field-padding); }
}

/* The line grows with its text, and what is below it moves down: only after an action of the shopper. */
.error {
  display: block; min-height: var(--error-space); interpolate-size: allow-keywords;
  font-size: var(--error-size); font-weight: var(--error-weight); line-height: var(--error-line); color: var(--color-error);
  overflow-wrap: anywhere;
}
.error span { display: block; padding-top: var(--error-gap); animation: appear .12s ease-out; }
.error .offer { color: var(--color-label); }
/* An error and its hint form one description; the full stop makes a screen reader pause between them. */
.error > :not(.offer)::after { content: "."; font-size: 0; line-height: 0; }
/* The saved card is a line of text without a box, because it is not editable. */
.kept { gap: .5rem; overflow: hidden; padding-inline: 0; background: none; border-color: transparent; box-shadow: none; white-space: nowrap; }
.kept svg { width: var(--icon-size); height: calc(var(--icon-size) * .625); flex: none; }
@media (max-width: 19.5rem) { .dots { display: none; } }

/* Screen readers find the same text in the status line. */
.notice {
  grid-column: 1 / -1; margin: 0 0 var(--gap); padding: .625rem .75rem; border: 1px solid; border-radius: var(--radius);
  font-size: var(--label-size); color: var(--color-error);
}

.unseen, [data-labels="hidden"] label, :root:not([data-labels="floating"]) .joined label, .joined .field .error {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; border: 0;
}

@keyframes appear { from { opacity: 0; height: 0; padding: 0; } }
@keyframes arrive { from { opacity: 0; transform: scale(.92); } }
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { animation: none !important; transition: none !important; }
}
@media (forced-colors: active) {
  /* In forced colours every appearance has a box, which needs padding. */
  :root { --field-padding: .75rem !important; --border-top: 1px !important; }
  :root[data-tokens] ${entry} { border: 1px solid ButtonBorder; }
  .kept { border-color: Canvas; }
  :root ${entry}:focus { outline: 2px solid Highlight; outline-offset: 1px; }
  :root[data-tokens][data-tokens] ${entry}[aria-invalid="true"] { border: 2px solid CanvasText; }
  :root[data-tokens][data-tokens] ${entry}:disabled { border-color: GrayText; }
  .network { border-color: Canvas; }
  .network:has(:checked), .network:has(:checked)::after { border-color: Highlight; }
  .network:has(:checked)::after { background: Highlight; forced-color-adjust: none; }
  .network:has(:checked)::before { border-color: HighlightText; forced-color-adjust: none; }
}
`;

/** Adopts the style sheet. Safari before 16.4 has no constructed ones: there its rules go into the document's empty one. */
export function adoptStyle(root: Document = document): void {
  if ("replaceSync" in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  } else root.styleSheets[0]?.insertRule(`@media all{${text}}`);
}
