/**
 * The style of the frame's document, adopted as a constructed sheet: the policy allows no other style. All numbers that
 * make the height are those of `@cardpane/contract/appearance`, which the page's skeleton uses too.
 */
import { layout } from "@cardpane/contract/appearance";

const rem = (px: number) => `${px / 16}rem`;

/** What is typed into, and what is chosen from. */
const entry = ":is(input, select)";

const text = `
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; background: transparent; }
body { margin: 0; background: transparent; overflow: hidden; }
cardpane-form, cardpane-field { display: block; }
form {
  display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: var(--gap) var(--column-gap);
  padding: ${layout.edge}px; margin: 0;
  font: 400 var(--font-size)/1.25 var(--font-family); color: var(--color-text);
  -webkit-font-smoothing: antialiased;
}
.field { grid-column: 1 / -1; min-width: 0; }
/* Where one label of a row takes two lines, the inputs still stand beside one another. */
.field.half { grid-column: auto; align-self: end; }
@media (max-width: ${layout.narrowBelow - 0.02}px) { .field.half { grid-column: 1 / -1; } }

label, .label {
  display: block; min-height: var(--label-line); margin-bottom: ${rem(layout.inner)};
  font-size: var(--label-size); font-weight: var(--label-weight); line-height: var(--label-line);
  color: var(--color-label);
}
.optional { display: inline-block; font-weight: 400; opacity: .85; }

.box { position: relative; display: block; }
${entry}, .kept {
  display: flex; align-items: center; width: 100%; height: var(--field-height); margin: 0;
  padding: 0 var(--field-padding); font: inherit; line-height: normal; color: inherit; text-align: start;
  font-variant-numeric: tabular-nums; background: var(--color-field);
  border: var(--border-width) solid var(--color-border); border-radius: var(--radius);
  box-shadow: 0 1px 2px rgb(16 20 40 / .05); outline: none; appearance: none;
  transition: border-color .12s ease-out, box-shadow .12s ease-out, background-color .12s ease-out;
}
${entry}::placeholder { color: var(--color-placeholder); opacity: 1; }
${entry}:hover:not(:disabled, :focus) { border-color: var(--color-border-hover); }
${entry}:focus {
  border-color: var(--color-accent);
  box-shadow: 0 0 0 var(--focus-width) color-mix(in srgb, var(--color-accent) 28%, transparent);
}
${entry}[aria-invalid="true"] { border-color: var(--color-danger); }
${entry}[aria-invalid="true"]:hover:not(:disabled, :focus) { border-color: var(--color-danger); }
${entry}[aria-invalid="true"]:focus {
  box-shadow: 0 0 0 var(--focus-width) color-mix(in srgb, var(--color-danger) 28%, transparent);
}
${entry}:disabled { opacity: .55; cursor: not-allowed; }
form[aria-busy="true"] ${entry} { cursor: progress; opacity: .7; }
${entry}:autofill, ${entry}:autofill:hover, ${entry}:autofill:focus {
  -webkit-text-fill-color: var(--color-text); caret-color: var(--color-text);
  transition: background-color 9999s 9999s, border-color .12s ease-out, box-shadow .12s ease-out;
}
/* Digits run from left to right in every language, and start on the side where the language does. */
[dir="rtl"] ${entry}[dir="ltr"] { text-align: right; }
.has-icon ${entry} { padding-inline-end: calc(var(--field-padding) + 2.625rem); }
[dir="rtl"] .has-icon ${entry}[dir="ltr"] { padding-inline: calc(var(--field-padding) + 2.625rem) var(--field-padding); }

select { cursor: pointer; padding-inline-end: calc(var(--field-padding) + 1rem); text-overflow: ellipsis; }
select:has(option[value=""]:checked) { color: var(--color-placeholder); }
.box:has(select)::after {
  content: ""; position: absolute; inset-block: 0; inset-inline-end: var(--field-padding); width: .5rem; height: .5rem;
  margin: auto 0; border: solid var(--color-placeholder); border-width: 0 2px 2px 0; transform: translateY(-25%) rotate(45deg);
  pointer-events: none;
}

.icons {
  position: absolute; inset-block: 0; inset-inline-end: var(--field-padding);
  display: flex; align-items: center; gap: .25rem; pointer-events: none; color: var(--color-placeholder);
}
.icons svg { display: block; width: 2rem; height: 1.25rem; flex: none; animation: arrive .14s ease-out; }
/* In a narrow form the number needs the room; one mark alone would say that no other card is taken. */
@media (max-width: 19.5rem) { .has-icons .icons { display: none; } }
@media (min-width: 19.5rem) {
  .has-icons ${entry} { padding-inline-end: calc(var(--field-padding) + 7rem); }
  [dir="rtl"] .has-icons ${entry}[dir="ltr"] { padding-inline: calc(var(--field-padding) + 7rem) var(--field-padding); }
}

.error {
  display: block; min-height: var(--error-line); margin: ${rem(layout.inner)} 0 0;
  font-size: ${rem(layout.errorSize)}; line-height: var(--error-line); color: var(--color-danger);
  overflow-wrap: anywhere;
}
.error span { display: block; animation: appear .14s ease-out; }
.kept { gap: .5rem; overflow: hidden; background: color-mix(in srgb, var(--color-field) 55%, transparent); box-shadow: none;
  border-style: dashed; white-space: nowrap; }
.kept svg { width: 2rem; height: 1.25rem; flex: none; }
@media (max-width: 19.5rem) { .dots { display: none; } }

.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; border: 0;
}

@keyframes appear { from { opacity: 0; transform: translateY(-2px); } }
@keyframes arrive { from { opacity: 0; transform: scale(.92); } }
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { animation: none !important; transition: none !important; }
}
@media (forced-colors: active) {
  ${entry}, .kept { border-color: ButtonBorder; }
  ${entry}:focus { outline: 2px solid Highlight; outline-offset: 1px; }
  ${entry}[aria-invalid="true"] { border-color: CanvasText; border-width: 2px; }
  ${entry}:disabled { border-color: GrayText; opacity: 1; }
}
`;

/** Adopts the style. */
export function adoptStyle(root: Document = document): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
