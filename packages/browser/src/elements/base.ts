/**
 * The class that the elements extend. A server, which also imports the package, has no `HTMLElement`. This is a function, so that
 * the published declarations name the platform's class and not a constant of ours.
 */
export function elementBase(): typeof HTMLElement {
  return globalThis.HTMLElement ?? (class {} as typeof HTMLElement);
}

/** Whether an element is disabled, by itself or by a fieldset. Safari before 16.4 knows no form-associated elements. */
export function isDisabled(element: Element): boolean {
  return element.matches(":disabled,[disabled],fieldset[disabled] *");
}

/** The element's internals. DOM simulators may lack them, or some of their members. */
export function internalsOf(element: HTMLElement): Partial<ElementInternals> {
  return element.attachInternals?.() ?? {};
}
