/** The wall: each theme in light and dark, in every state, and the form in every language. Each pane loads near the viewport. */
import type { CardPaneOptions } from "@cardpane/browser";
import { themes } from "@cardpane/contract/appearance";
import { html } from "hono/html";
import type { Html, Page } from "../../server/http/page.ts";
import { languageName, paneLanguages, savedCards } from "../model/samples.ts";
import { galleryFrame } from "./frame.ts";

/** The states of each look. No state has typed values: no page can type into the pane. */
const states: Readonly<Record<string, CardPaneOptions>> = {
  Empty: {},
  "With errors": {},
  Disabled: { disabled: true },
  "Saved card": { savedCard: savedCards.visa },
};

export function wallPage(page: Page): Html {
  return galleryFrame(
    page,
    "Wall",
    html`<p class="gallery-intro">Themes in every state, and every language. Loaded as you scroll.</p>
${themes.map(
  (theme) => html`<section class="look" aria-labelledby="look-${theme}"><h2 id="look-${theme}">${theme}</h2>
${(["light", "dark"] as const).map(
  (scheme) =>
    html`<ul class="wall ground" data-page="${scheme}" data-ground="${theme}" aria-label="${theme}, ${scheme}">${Object.entries(
      states,
    ).map(([state, options]) =>
      cell(html`${state}`, { theme, scheme, ...ground(scheme), ...options }, state === "With errors"),
    )}</ul>`,
)}</section>`,
)}
<section class="look" aria-labelledby="languages"><h2 id="languages">Languages</h2>
<ul class="wall">${paneLanguages.map((tag) => cell(html`<bdi lang="${tag}">${languageName(tag)}</bdi> ${tag}`, { locale: tag }, false))}</ul></section>`,
  );
}

/** Contrast tools treat a frame without a background as white, even in the dark scheme. */
function ground(scheme: "light" | "dark"): CardPaneOptions {
  if (scheme === "light") return {};
  return { tokens: { colorBackground: "#12141a" } };
}

function cell(title: Html, options: CardPaneOptions, isWrong: boolean): Html {
  return html`<li class="cell" data-cell="${JSON.stringify(options)}" ${isWrong && html`data-wrong`}><h3>${title}</h3><div class="cell-pane"></div></li>`;
}
