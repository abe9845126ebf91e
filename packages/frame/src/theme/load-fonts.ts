/**
 * Fonts of the pane's host. A page names a family, as in `font-family`; only the host knows its files.
 *
 * A file is fetched whole and by its integrity as soon as its family is named, never because of what is typed: a font that
 * is loaded by the characters it is needed for (`unicode-range`) tells them. The policy allows no other font.
 */
import type { HostedFont } from "@cardpane/contract/frame-config";

/** Maximum wait for a font before the fallback is shown, ms. */
const maxFontWaitMs = 600;

const loaded = new Map<HostedFont, Promise<unknown>>();

/** Loads the fonts that a `font-family` names. Resolves when they are there, or after the maximum wait; never rejects. */
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
  // Chromium takes quotes for a part of the name. Firefox wants them where a name is no identifier of CSS, or a keyword:
  // https://github.com/w3c/csswg-drafts/issues/6236. Delete when all take any name as it is.
  into.add(await (plain.status === "error" ? face(JSON.stringify(family)) : plain).load());
}
