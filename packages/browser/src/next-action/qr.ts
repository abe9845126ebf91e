/** Renders a QR code as SVG. The only module that contains the library (uqr, MIT); it is loaded when there is a code to render. */
import { encode } from "uqr";
import { pageDocument } from "../ui/unclobbered.ts";

const namespace = "http://www.w3.org/2000/svg";
/** The white margin around the code, in modules, as the standard requires. */
const quietZone = 4;

/**
 * Renders a QR code into an element, in place of its content.
 *
 * @throws RangeError when the text is too long for a QR code
 */
export function renderQr(text: string, element: Element, label = "QR code"): void {
  element.replaceChildren(toSvg(text, label));
}

/**
 * Creates the SVG: black on white in any scheme of the page, because scanners need that.
 *
 * @throws RangeError when the text is too long for a QR code
 */
export function toSvg(text: string, label: string): SVGSVGElement {
  const { data, size } = encode(text, { ecc: "M", border: quietZone });
  const svg = element("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label });
  // Forced colours would paint the code and its background in the same colour.
  svg.style.setProperty("forced-color-adjust", "none");
  svg.append(
    element("rect", { width: String(size), height: String(size), fill: "#fff" }),
    element("path", { d: outline(data), fill: "#000", "shape-rendering": "crispEdges" }),
  );
  return svg;
}

/** An SVG path with a bar for each run of black modules. */
export function outline(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      [...row.map(Number).join("").matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join("");
}

function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[Name] {
  const made = pageDocument.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
