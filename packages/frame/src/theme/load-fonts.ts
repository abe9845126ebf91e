/**
 * Loads the fonts of the pane's host. A page names a family, as in `font-family`; only the host knows the addresses of the files.
 *
 * A file is fetched completely, and with its integrity, as soon as its family is named. It is never fetched because of typed
 * characters: a font that loads by `unicode-range` would disclose them. The policy allows no other font.
 */
import type { HostedFont } from "@cardpane/contract/frame-config";

/** The maximum wait for a font, in milliseconds; then the fallback is shown. */
const maxFontWaitMs = 600;

const loaded = new Map<HostedFont, Promise<unknown>>();

/** Loads the fonts that a `font-family` names. Resolves when they are loaded, or after the maximum wait; never rejects. */
export function loadFonts(
  family: string,
  fonts: readonly HostedFont[],
  into = document.fonts,
): Promise<unknown> {
  const named = family
    .toLowerCase()
    .split(",")
    .map((name) => name.replaceAll(/["']/g, "").trim());
  const wanted = fonts.filter((font) => named.includes(font.family.toLowerCase()));
  for (const font of wanted) if (!loaded.has(font)) loaded.set(font, load(font, into));
  const all = Promise.allSettled(wanted.map((font) => loaded.get(font)));
  return Promise.race([all, new Promise((resolve) => setTimeout(resolve, wanted.length && maxFontWaitMs))]);
}

async function load({ family, weight, style, url, integrity }: HostedFont, into: FontFaceSet): Promise<void> {
  const file = await fetch(url, { integrity, credentials: "omit", referrerPolicy: "no-referrer" });
  const bytes = await file.arrayBuffer();
  const face = (name: string) => new FontFace(name, bytes, { weight, style });
  const plain = face(family);
  // Chromium treats quotes as part of the name. Firefox requires them if the name is not a CSS identifier, or is a keyword:
  // https://github.com/w3c/csswg-drafts/issues/6236. Delete when all browsers accept any name without quotes.
  into.add(await (plain.status === "error" ? face(JSON.stringify(family)) : plain).load());
}
