/** The script tag of the page's script, which is known only while the script runs for the first time. */
import { pageDocument } from "../ui/unclobbered.ts";

const script = pageDocument.currentScript as HTMLScriptElement | null;

/** The address of the script; empty if it is inlined. */
export const scriptUrl = script?.src ?? "";
/** The nonce of the script, or `""`. */
export const scriptNonce = script?.nonce ?? "";
