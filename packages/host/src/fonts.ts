/** The host's own fonts: checked, served under a name that changes with what is in them. */
import type { HostedFont } from "@cardpane/contract/frame-config";
import { digest, hexOf } from "./digest.ts";
import { HostConfigError } from "./error.ts";

/** A font that pages may name. One entry is one file; a family may have several, of other weights or styles. */
export interface FontFile {
  /** As pages name it in `fontFamily`, for example `"Inter"`: letters, digits, blanks and hyphens. */
  readonly family: string;
  /** A WOFF2 file, by its path (on Node) or as its bytes. */
  readonly file: string | URL | Uint8Array;
  /** A weight, or the range of a variable font: `"100 900"`. @default "400" */
  readonly weight?: string;
  /** @default "normal" */
  readonly style?: "normal" | "italic";
}

/** A font that was checked. */
export type CheckedFont = Omit<HostedFont, "url" | "integrity"> & { readonly bytes: Uint8Array<ArrayBuffer> };

/** A font as it is served. */
export interface ServedFont extends HostedFont {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads a font's file; throws where it cannot. */
export type ReadFile = (file: string | URL) => Uint8Array;

/** More are a catalogue, not the look of a shop. */
const maxFonts = 32;
const maxBytes = 2_000_000;

/**
 * Checks the fonts of a configuration.
 *
 * @throws HostConfigError naming the first that does not fit.
 */
export function readFonts(fonts: readonly FontFile[], readFile: ReadFile): readonly CheckedFont[] {
  if (fonts.length > maxFonts) throw new HostConfigError(`fonts takes ${maxFonts} files at most.`);
  return fonts.map(({ family, file, weight = "400", style = "normal" }, index) => {
    const at = `fonts[${index}]`;
    if (!/^[A-Za-z0-9][A-Za-z0-9 -]{0,63}$/.test(family)) {
      throw new HostConfigError(`${at}.family must be 1 to 64 letters, digits, blanks and hyphens.`);
    }
    if (!/^[1-9]\d{0,2}( [1-9]\d{0,2})?$/.test(weight)) {
      throw new HostConfigError(`${at}.weight must be a weight or a range of weights: "400", "100 900".`);
    }
    if (style !== "normal" && style !== "italic") {
      throw new HostConfigError(`${at}.style must be normal or italic.`);
    }
    return { family, weight, style, bytes: readBytes(file, at, readFile) };
  });
}

function readBytes(file: FontFile["file"], at: string, readFile: ReadFile): Uint8Array<ArrayBuffer> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(file instanceof Uint8Array ? file : readFile(file));
  } catch (cause) {
    throw new HostConfigError(`${at}.file cannot be read.`, { cause });
  }
  const isFont = String.fromCharCode(...bytes.subarray(0, 4)) === "wOF2";
  if (!isFont || bytes.length > maxBytes) {
    throw new HostConfigError(`${at}.file must be a WOFF2 font of at most ${maxBytes} bytes.`);
  }
  return bytes;
}

/** Addresses change with what is in the file. */
export async function nameFont(font: CheckedFont): Promise<ServedFont> {
  const integrity = await digest(font.bytes);
  return { ...font, integrity, url: `fonts/${hexOf(integrity).slice(0, 32)}.woff2` };
}
