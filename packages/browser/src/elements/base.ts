/** The class of the elements' base: on a server, which imports the package too, there is none. */
export const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);
