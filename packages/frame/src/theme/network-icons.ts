/**
 * The marks of the networks, designed for 32 by 20 pixels. They are inline SVG elements, because the policy allows no images, and
 * hidden from screen readers, which read the network's name from the text next to them.
 */
import type { Brand } from "@cardpane/contract/messages";
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit/html.js";

const white = "#fff";

function card(fill: string, content: SVGTemplateResult): TemplateResult {
  return html`<svg viewBox="0 0 32 20" aria-hidden="true">
    <rect width="32" height="20" rx="3" fill=${fill} />${content}${
      fill === white
        ? svg`<rect x=".5" y=".5" width="31" height="19" rx="2.5" fill="none" stroke="#000" stroke-opacity=".14"/>`
        : nothing
    }</svg>`;
}

/** Letters as strokes, which are sharp at this size and independent of the installed fonts. */
function strokes(d: string, color: string, width: number): SVGTemplateResult {
  return svg`<path d=${d} fill="none" stroke=${color} stroke-width=${width} stroke-linejoin="round" stroke-linecap="round"/>`;
}

/** Two circles that overlap, and their overlap. */
function circles(left: string, right: string, overlap: string): SVGTemplateResult {
  return svg`<circle cx="12.5" cy="10" r="6" fill=${left}/><circle cx="19.5" cy="10" r="6" fill=${right}/>
    <path d="M16 5.13a6 6 0 0 1 0 9.74a6 6 0 0 1 0-9.74z" fill=${overlap}/>`;
}

/** A name in a sans-serif font, fitted to a width. */
function word(text: string, color: string, width: number, size = 7, x = 16): SVGTemplateResult {
  return svg`<text x=${x} y="12.6" text-anchor="middle" textLength=${width} lengthAdjust="spacingAndGlyphs"
    font-family="Arial, Helvetica, sans-serif" font-weight="700" font-size=${size} fill=${color}>${text}</text>`;
}

const bar = (x: number, fill: string) =>
  svg`<path d=${`M${x + 2} 3.5h4.6a1.4 1.4 0 0 1 1.4 1.4v8.6a3 3 0 0 1-3 3h-4.6a1.4 1.4 0 0 1-1.4-1.4V6.5a3 3 0 0 1 3-3z`} fill=${fill}/>`;

const slanted = (x: number, fill: string) =>
  svg`<path d=${`M${x + 2.6} 3.5h7.4l-2.8 13h-7.4z`} fill=${fill} stroke=${fill} stroke-linejoin="round"/>`;

/** The mark of a network. */
export function brandIcon(brand: Brand): TemplateResult {
  return icons[brand]();
}

const icons: Readonly<Record<Brand, () => TemplateResult>> = {
  visa: () =>
    card(
      white,
      svg`<path transform="translate(-1.8 -1.9) scale(1.19)" fill="#1434cb" d="M14.3 6.7l-1.35 6.6h-1.65l1.35-6.6zM21.3 10.95l.85-2.45.5 2.45zm1.85 2.35h1.5l-1.35-6.6h-1.35c-.35 0-.6.2-.7.45l-2.45 6.15h1.7l.35-.95h2.1zM18.9 11.15c0-1.75-2.4-1.85-2.4-2.6 0-.25.25-.5.75-.55.25-.05.9-.05 1.7.3l.3-1.4c-.4-.15-.95-.3-1.6-.3-1.7 0-2.85.9-2.85 2.2 0 .95.85 1.5 1.5 1.8.65.35.9.55.9.85 0 .45-.55.65-1.05.65-.85 0-1.35-.25-1.75-.4l-.3 1.4c.4.2 1.15.35 1.9.35 1.8 0 2.95-.9 2.95-2.3zM12 6.7l-2.75 6.6H7.45L6.1 8.05c-.1-.3-.15-.45-.4-.55-.4-.25-1.05-.45-1.65-.6l.05-.2h2.85c.35 0 .7.25.75.65l.7 3.75 1.75-4.4z"/>`,
    ),
  mastercard: () => card(white, circles("#eb001b", "#f79e1b", "#ff5f00")),
  maestro: () => card(white, circles("#eb001b", "#00a2e5", "#7375cf")),
  "american-express": () =>
    card(
      "#1f72cd",
      strokes(
        "M5 12.5l2.2-5 2.2 5M5.9 10.9h2.6M11.4 12.5v-5l2.3 3.2 2.3-3.2v5M22 7.5h-3.5v5H22M18.5 10h3M23.8 7.5l4 5M27.8 7.5l-4 5",
        white,
        1.25,
      ),
    ),
  "diners-club": () =>
    card(
      white,
      svg`<circle cx="16" cy="10" r="7" fill="#0079be"/><circle cx="16" cy="10" r="5.3" fill="#fff"/>
        <path fill="#0079be" d="M14.7 6.1a4.2 4.2 0 0 0 0 7.8zM17.3 6.1a4.2 4.2 0 0 1 0 7.8z"/>`,
    ),
  discover: () =>
    card(
      white,
      svg`<path d="M32 10.8c-4.5 3.9-10 6.9-19 9.2h16a3 3 0 0 0 3-3z" fill="#f47216"/>${word("DISCOVER", "#231f20", 26, 5.6)}`,
    ),
  jcb: () =>
    card(
      white,
      svg`<g transform="translate(.7)">${bar(3.3, "#0b4ea2")}${bar(12, "#d5203d")}${bar(20.7, "#1a8a3c")}${strokes(
        "M8.3 8v2.8a1.5 1.5 0 0 1-3 .1M17.6 8.7a1.7 1.7 0 1 0 0 2.6M22.8 8h1.7a1 1 0 0 1 0 2h-1.7zM22.8 10h1.9a1 1 0 0 1 0 2h-1.9z",
        white,
        0.9,
      )}</g>`,
    ),
  unionpay: () =>
    card(white, svg`${slanted(4.4, "#d10429")}${slanted(11.6, "#022e64")}${slanted(18.8, "#076f74")}`),
  elo: () => card("#101010", word("elo", white, 15, 10)),
  mir: () => card(white, word("МИР", "#0f754e", 22, 8.5)),
  hiper: () => card("#f37421", word("hiper", white, 22, 8)),
  hipercard: () => card("#b3131b", word("Hipercard", white, 26, 6)),
  verve: () => card("#00425f", word("Verve", white, 22, 8)),
  troy: () => card(white, word("troy", "#00a0b4", 18, 9)),
  naranja: () =>
    card("#fe5000", svg`<circle cx="16" cy="10" r="4.6" fill="none" stroke=${white} stroke-width="2.4"/>`),
  dankort: () =>
    card(
      white,
      svg`<rect x="4" y="4" width="24" height="12" rx="6" fill="#ed1c24"/><path d="M10 7h3a3 3 0 0 1 0 6h-3zM18 7v6M23 7l-4.5 3 4.5 3" fill="none" stroke=${white} stroke-width="1.6"/>`,
    ),
  rupay: () =>
    card(
      white,
      svg`${word("RuPay", "#1b3281", 18, 6.5, 13)}<path d="M24 6.5l3 3.5-3 3.5z" fill="#f47920"/><path d="M26.5 6.5l3 3.5-3 3.5z" fill="#088842"/>`,
    ),
  "cartes-bancaires": () =>
    card(
      "#0a5a9c",
      svg`<path d="M17 0h12a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H9z" fill="#1d9b57"/>${strokes(
        "M14 7.4a3.6 3.6 0 1 0 0 5.2M18 6.4v7.2h3.4a2 2 0 0 0 0-3.8H18M18 6.4h2.8a1.7 1.7 0 0 1 .6 3.4",
        white,
        1.5,
      )}`,
    ),
  bancontact: () =>
    card(
      white,
      svg`<path d="M4 12.5h7.5c2.5 0 4-1 5.5-2.5l2.5-2.5H12c-2.5 0-4 1-5.5 2.5z" fill="#1e3764"/><path d="M28 7.5h-7.5c-2.5 0-4 1-5.5 2.5l-2.5 2.5H20c2.5 0 4-1 5.5-2.5z" fill="#ffd800"/>`,
    ),
  uatp: () => card("#15397f", word("UATP", white, 22, 7.5)),
  interac: () => card("#fdb913", word("Interac", "#231f20", 25, 7)),
  mada: () =>
    card(
      white,
      svg`<path d="M3 5.5h9v3.5H3z" fill="#259bd6"/><path d="M3 11h9v3.5H3z" fill="#84b740"/>${word("mada", "#27292d", 15, 6.5, 21)}`,
    ),
  eftpos: () => card("#1c1c3c", word("eftpos", white, 24, 7)),
};

/** A card in the colour of the surrounding text. */
function outline(content: SVGTemplateResult): TemplateResult {
  return html`<svg viewBox="0 0 32 20" aria-hidden="true" fill="none" stroke="currentColor">
    <rect x="3.5" y=".75" width="25" height="18.5" rx="3" stroke-width="1.25" />${content}</svg>`;
}

/** A card without a network. */
export function plainCardIcon(): TemplateResult {
  return outline(
    svg`<path d="M3.5 6.5h25" stroke-width="2.5"/><path d="M7 14.5h6" stroke-width="1.25" stroke-linecap="round"/>`,
  );
}

/** The position of the CVV: on the back next to the signature, or on the front above the number. */
export function cvvIcon(onFront: boolean): TemplateResult {
  return outline(
    onFront
      ? svg`<path d="M7 14.5h9" stroke-width="1.25" stroke-linecap="round"/><g fill="currentColor" stroke="none"><circle cx="17.5" cy="7.5" r="1.1"/><circle cx="20.2" cy="7.5" r="1.1"/><circle cx="22.9" cy="7.5" r="1.1"/><circle cx="25.6" cy="7.5" r="1.1"/></g>`
      : svg`<path d="M3.5 5.5h25" stroke-width="2.5"/><path d="M7 12.5h8" stroke-width="1.25" stroke-linecap="round"/><g fill="currentColor" stroke="none"><circle cx="19.5" cy="12.5" r="1.2"/><circle cx="22.5" cy="12.5" r="1.2"/><circle cx="25.5" cy="12.5" r="1.2"/></g>`,
  );
}
