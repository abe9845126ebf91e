import { loadQr } from "#lazy/qr";

/**
 * Draws a QR code into an element, in place of what is in it.
 *
 * @returns whether it is drawn; not where the text is too long for one, or the code that draws could not be loaded.
 */
export async function renderQr(text: string, element: Element, label = "QR code"): Promise<boolean> {
  try {
    const { toSvg } = await loadQr();
    element.replaceChildren(toSvg(text, label));
    return true;
  } catch {
    return false;
  }
}
