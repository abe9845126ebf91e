/** The host's own fonts: validates them, and names each file by its hash. */
import type { HostedFont } from "@cardpane/contract/frame-config";
import { digest, hexOf } from "./digest.ts";
import { HostConfigError } from "./error.ts";

/** A font that pages may select. One entry is one file; a family may have several files, with different weights or styles. */
export interface FontFile {
  /** The name that pages use in `fontFamily`, for example `"Inter"`: letters, digits, blanks and hyphens. */
  readonly family: string;
  /** A WOFF2 file: its path (on Node) or its bytes. */
  readonly file: string | URL | Uint8Array;
  /** A weight, or the range of a variable font: `"100 900"`. @default "400" */
  readonly weight?: string;
  /** @default "normal" */
  readonly style?: "normal" | "italic";
}

/** A validated font. */
export type CheckedFont = Omit<HostedFont, "url" | "integrity"> & { readonly bytes: Uint8Array<ArrayBuffer> };

/** A font with its address and its bytes. */
export interface ServedFont extends HostedFont {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads the file of a font; throws when it cannot be read. */
export type ReadFile = (file: string | URL) => Uint8Array;

/** A shop needs far fewer fonts than this. */
const maxFonts = 32;
const maxBytes = 2_000_000;

/**
 * Validates the fonts of a configuration.
 *
 * @throws HostConfigError which names the first invalid font
 */
export function readFonts(fonts: readonly FontFile[], readFile: ReadFile): readonly CheckedFont[] {
  if (fonts.length > maxFonts) throw new HostConfigError(`fonts takes ${maxFonts} files at most.`);
  return fonts.map(({ family, file, weight = "400", style = "normal" }, index) => {
    const at = `fonts[${index}]`;
    if (typeof family !== "string" || !/^[A-Za-z0-9][A-Za-z0-9 -]{0,63}$/.test(family)) {
      throw new HostConfigError(`${at}.family must be 1 to 64 letters, digits, blanks and hyphens.`);
    }
    if (typeof weight !== "string" || !/^[1-9]\d{0,2}( [1-9]\d{0,2})?$/.test(weight)) {
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

/** Names the file by its hash, so that its address changes with its content. */
export async function nameFont(font: CheckedFont): Promise<ServedFont> {
  const integrity = await digest(font.bytes);
  return { ...font, integrity, url: `fonts/${hexOf(integrity).slice(0, 32)}.woff2` };
}
