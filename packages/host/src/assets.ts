/** The files of a release. */

/** The part of a locale that the host reads; the rest is for the frame. */
export interface LocaleTexts {
  readonly dir: "ltr" | "rtl";
  readonly title: string;
}

/** The files of one version. */
export interface Assets {
  readonly version: string;
  /** By file name: the page's script `cardpane.js`, and the modules that it loads on demand. */
  readonly pageScripts: Readonly<Record<string, string>> & { readonly "cardpane.js": string };
  /** The frame's document with its placeholders. */
  readonly document: string;
  /** The first inline script of the document, which sends `hello` to the page. */
  readonly helloScript: string;
  /** The main inline script of the document. */
  readonly frameScript: string;
  /** The script that pages may inline. */
  readonly earlyLoader: string;
  /** The licences of the libraries in the frame's script. */
  readonly licences: string;
  /** The texts of each locale tag. */
  readonly locales: Readonly<Record<string, LocaleTexts>>;
}
