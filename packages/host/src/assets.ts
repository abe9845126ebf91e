/** What a release consists of. */

/** What the host itself reads of a locale; the rest is the frame's. */
export interface LocaleTexts {
  readonly dir: "ltr" | "rtl";
  readonly title: string;
}

/** A release, as files of one version. */
export interface Assets {
  readonly version: string;
  /** By their file names `cardpane.js`, the page's script, and the modules that it loads when it needs them. */
  readonly pageScripts: Readonly<Record<string, string>> & { readonly "cardpane.js": string };
  /** The frame's document with its placeholders. */
  readonly document: string;
  /** The first script that is inlined into it: sends hello to the page. An earlier release has none. */
  readonly helloScript?: string;
  /** The script that is inlined into it. */
  readonly frameScript: string;
  /** A second one, in development only: says which contrasts are too low. */
  readonly contrastScript: string;
  /** The script that pages inline; an earlier release has none. */
  readonly earlyLoader?: string;
  /** Licences of what the frame's script was built with. */
  readonly licences: string;
  /** Locale tag to its texts. */
  readonly locales: Readonly<Record<string, LocaleTexts>>;
}
