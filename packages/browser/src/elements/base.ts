/** The class of the elements' base: on a server, which imports the package too, there is none. */
export const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** What the platform keeps for an element. A DOM simulator may have none of it, or a part. */
export function internalsOf(element: HTMLElement): Partial<ElementInternals> {
  return element.attachInternals?.() ?? {};
}
