import { pageDocument } from "./unclobbered.ts";

/** The focused element, searched in open shadow roots, too. */
export function deepestFocus({ activeElement }: DocumentOrShadowRoot = pageDocument): HTMLElement | null {
  const inner = activeElement?.shadowRoot ? deepestFocus(activeElement.shadowRoot) : null;
  return inner ?? (activeElement as HTMLElement | null);
}
