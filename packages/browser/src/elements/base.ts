/**
 * The class that the elements extend: on a server, which imports the package too, there is none. A function, so that the published
 * declarations name the platform's class and no constant of ours.
 */
export function elementBase(): typeof HTMLElement {
  return globalThis.HTMLElement ?? (class {} as typeof HTMLElement);
}

/** What the platform keeps for an element. A DOM simulator may have none of it, or a part. */
export function internalsOf(element: HTMLElement): Partial<ElementInternals> {
  return element.attachInternals?.() ?? {};
}
