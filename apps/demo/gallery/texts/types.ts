/** The gallery's texts. Names of options and tokens are code and stay as they are. */
import type { KnobGroup } from "../model/knob.ts";
import type { LookState } from "../model/looks.ts";
import type { TokenGroup } from "../model/token-groups.ts";
import type { GalleryScriptTexts } from "../web/wire.ts";

/** Its pages. */
export type GalleryPage = "knobs" | "theme" | "languages" | "looks";

export interface GalleryTexts {
  readonly title: string;
  /** On the shop's front. */
  readonly toGallery: string;
  /** For screen readers: the links between its pages. */
  readonly pagesLabel: string;
  readonly pages: Readonly<Record<GalleryPage, string>>;
  readonly intros: Readonly<Record<GalleryPage, string>>;

  readonly stage: string;
  readonly emailLabel: string;
  readonly testCard: (number: string, expiry: string, cvv: string) => string;
  readonly knobs: string;
  readonly groups: Readonly<Record<KnobGroup, string>>;
  readonly search: string;
  /** Where the search finds nothing. */
  readonly noMatch: string;
  readonly reset: string;
  readonly modes: Readonly<Record<"off" | "required" | "optional", string>>;
  readonly earlier: (name: string) => string;
  readonly later: (name: string) => string;

  readonly methods: string;
  readonly events: string;
  readonly eventsHint: string;
  readonly noEvents: string;
  readonly clearEvents: string;
  readonly snapshot: string;
  readonly code: string;
  readonly codes: Readonly<Record<"html" | "js" | "tokens" | "css", string>>;
  readonly copy: (what: string) => string;

  readonly tokens: string;
  readonly edited: string;
  readonly schemes: Readonly<Record<"light" | "dark", string>>;
  readonly tokenGroups: Readonly<Record<TokenGroup, string>>;
  /** For screen readers: resets a token to the theme's value. */
  readonly undo: (name: string) => string;
  readonly swatch: (name: string) => string;
  readonly contrasts: string;
  readonly contrastHint: string;
  readonly pair: string;
  readonly wanted: string;
  readonly show: string;
  readonly shown: Readonly<Record<"empty" | "errors" | "disabled", string>>;

  readonly apply: string;
  readonly showErrors: string;
  readonly every: string;
  readonly states: Readonly<Record<LookState, string>>;

  readonly script: GalleryScriptTexts;
}
