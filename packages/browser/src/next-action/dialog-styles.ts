/**
 * The style of the dialog. System colours adapt to its scheme and to forced colours, and logical sides to the direction of the
 * page. `!important` overrides rules of the page for the host, such as `div {}`.
 */
export const dialogStyle = `
:host { all: initial !important; font: 16px/1.5 system-ui, sans-serif !important; }
* { box-sizing: border-box; }
dialog { --width: 500px; --height: 600px; padding: 0; border: 0; border-radius: 12px; overflow: hidden; color: CanvasText;
  background: Canvas; width: min(var(--width), 100vw - 32px); max-width: none; max-height: calc(100vh - 32px); max-height: calc(100dvh - 32px);
  box-shadow: 0 8px 40px rgb(0 0 0 / .35);
  transition: opacity .18s, translate .18s; }
dialog[open] { display: flex; flex-direction: column; }
/* The card form behind the dialog is empty after the token; the blur hides that, because it would look like lost input. */
dialog::backdrop { background: rgb(0 0 0 / .55); backdrop-filter: blur(8px); }
.size-01 { --width: 250px; --height: 400px; }
.size-02 { --width: 390px; --height: 400px; }
.size-04 { --width: 600px; --height: 400px; }
.size-05 { width: 100vw; height: 100vh; height: 100dvh; max-height: none; border-radius: 0; --height: 100vh; }
.head { display: flex; align-items: center; gap: 8px; padding-block: 6px; padding-inline: 16px 6px;
  border-block-end: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); }
h2 { flex: 1; margin: 0; font-size: 1rem; line-height: 1.3; outline: 0; overflow-wrap: anywhere; }
button, a { min-height: 44px; padding: 8px 16px; border: 1px solid; border-radius: 8px; font: inherit; color: inherit;
  background: none; cursor: pointer; text-align: center; text-decoration: none; }
.close { min-width: 44px; padding: 0; border-color: transparent; }
button:focus-visible, a:focus-visible, textarea:focus-visible { outline: 3px solid Highlight; outline-offset: -3px; }
.body { position: relative; flex: 0 1 var(--height); min-height: 0; display: flex; flex-direction: column; overflow: auto; }
.size-05 .body { flex-grow: 1; }
iframe { flex: 1; width: 100%; min-height: 0; border: 0; }
[role=status] { margin: 0; display: grid; place-content: center; justify-items: center; gap: 12px; }
[role=status]:not(:empty) { position: absolute; inset: 0; background: Canvas; }
[role=status]:not(:empty)::before { content: ""; width: 32px; height: 32px; border-radius: 50%;
  border: 3px solid color-mix(in srgb, CanvasText 25%, Canvas); border-top-color: CanvasText;
  animation: turn 1s linear infinite; forced-color-adjust: none; }
@keyframes turn { to { rotate: 1turn; } }
@starting-style { dialog[open] { opacity: 0; translate: 0 8px; } }
@media (prefers-reduced-motion: reduce) { dialog, [role=status]::before { animation: none !important; transition: none !important; } }
.code { display: grid; gap: 12px; padding: 16px; }
.code p { margin: 0; text-align: center; }
.code svg { display: block; width: min(100%, 240px); margin-inline: auto; border-radius: 8px; }
textarea { width: 100%; padding: 8px; resize: none; border: 1px solid; border-radius: 8px; color: inherit; background: none;
  font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
label { display: grid; gap: 4px; }
.done { color: Canvas; background: CanvasText; border-color: CanvasText; }
/* Forced colours remove the shadow and most of the backdrop, and would draw the spinner as a closed ring. */
@media (forced-colors: active) { dialog { border: 2px solid CanvasText; } }
@media (max-width: 480px), (max-height: 480px) {
  .size-02, .size-03, .size-04 { width: 100vw; height: 100vh; height: 100dvh; max-height: none; border-radius: 0; }
  .size-02 .body, .size-03 .body, .size-04 .body { flex-grow: 1; }
}
`;
