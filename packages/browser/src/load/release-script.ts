/** The script tag that loads the page's script; known only while that runs for the first time. */
import { pageDocument } from "../unclobbered.ts";
export const releaseScript = pageDocument.currentScript as HTMLScriptElement | null;
