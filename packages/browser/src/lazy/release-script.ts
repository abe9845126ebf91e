/** The script tag that loads the page's script; known only while that runs for the first time. */
import { pageDocument } from "../ui/unclobbered.ts";

const script: Partial<HTMLScriptElement> = pageDocument.currentScript ?? {};

/** Its address; empty where it is inlined. */
export const scriptUrl = script.src ?? "";
/** Its nonce, `""` where it has none. */
export const scriptNonce = script.nonce ?? "";
