/** The script tag that loads the page's script; known only while that runs for the first time. */
export const releaseScript = document.currentScript as HTMLScriptElement | null;
