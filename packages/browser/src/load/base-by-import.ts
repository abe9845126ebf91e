/** For npm: also where there is no document, as on a server. The release's build puts `base-from-release.ts` in this place. */
export const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);
