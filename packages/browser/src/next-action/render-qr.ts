import { loadQr } from "#lazy/qr";

/**
 * Renders a QR code into an element, in place of its content.
 *
 * @returns whether it is rendered; `false` if the text is too long, or if the code that renders it cannot be loaded
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
