/**
 * Runs in a frame: measures the positions of labels, inputs and errors. Nothing may be cut, overlap anything, or leave its row.
 * Playwright sends the function's text to the frame, so everything that it uses is defined inside it.
 *
 * @returns the problems, as messages of a failed test
 */
export function findMisplaced(): readonly string[] {
  interface Part {
    readonly what: string;
    readonly field: Element;
    readonly box: DOMRect;
    readonly isLabel: boolean;
  }
  // Half a pixel is rounding.
  const slackPx = 0.5;
  const form = document.querySelector("cardpane-form") as Element;
  const { bottom: formBottom } = form.getBoundingClientRect();
  const isFloating = document.documentElement.dataset["labels"] === "floating";

  /** The box of the painted letters. */
  const textBox = (element: Element): DOMRect => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const isSeen = ({ width, height }: DOMRect) => width > 1 && height > 1;
  const overlap = (one: DOMRect, other: DOMRect) =>
    one.left < other.right - slackPx &&
    other.left < one.right - slackPx &&
    one.top < other.bottom - slackPx &&
    other.top < one.bottom - slackPx;
  const pairs = <Item>(items: readonly Item[]) =>
    items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other] as const));
  const inputOf = (field: Element) =>
    field.querySelector<HTMLInputElement | HTMLSelectElement>(".box > input, .box > select");
  const nameOf = (field: Element) => inputOf(field)?.id ?? "the saved card";

  /** The visible labels and errors of a field. */
  const textsOf = (field: Element): readonly (Part & { readonly element: Element })[] =>
    [...field.querySelectorAll("label, .label, .error")].flatMap((element) => {
      const text = element.textContent?.trim();
      const box = textBox(element);
      // A clipped label is for screen readers only.
      if (!text || !isSeen(box) || getComputedStyle(element).clipPath !== "none") return [];
      const what = `${element.matches(".error") ? "error" : "label"} of ${nameOf(field)}: ${text}`;
      return [{ what, field, box, isLabel: element.matches("label"), element }];
    });
  const entryOf = (field: Element): Part => {
    const entry = field.querySelector(".box > :is(input, select), .kept") as Element;
    return {
      what: `input of ${nameOf(field)}`,
      field,
      box: entry.getBoundingClientRect(),
      isLabel: false,
    };
  };

  /** Texts that are wider than their element, or leave their field or the form. */
  const findCut = (field: Element): readonly string[] => {
    const room = field.getBoundingClientRect();
    return textsOf(field).flatMap(({ what, box, element }) => {
      const isWithin =
        box.left >= room.left - slackPx &&
        box.right <= room.right + slackPx &&
        box.bottom <= formBottom + slackPx;
      const isClipped =
        element.scrollWidth > element.clientWidth && getComputedStyle(element).overflow !== "visible";
      return isWithin && !isClipped ? [] : [`cut: ${what}`];
    });
  };

  /** A floating label that covers typed text or an icon, or leaves its input. */
  const findFloating = (field: Element): readonly string[] => {
    const label = field.querySelector("label");
    const input = inputOf(field);
    if (!isFloating || !label || !input) return [];
    const found: string[] = [];
    const at = textBox(label);
    const style = getComputedStyle(input);
    const px = (property: string) => Number.parseFloat(style.getPropertyValue(property));
    const { top, bottom } = input.getBoundingClientRect();
    const contentTop = top + px("border-top-width") + px("padding-top");
    const contentBottom = bottom - px("border-bottom-width") - px("padding-bottom");
    const middle = (contentTop + contentBottom) / 2;
    const isUp = !(input instanceof HTMLInputElement && input.matches(":placeholder-shown:not(:focus)"));
    if (isUp && at.bottom > middle - 0.5 * px("font-size"))
      found.push(`on the typed text: label of ${nameOf(field)}`);
    if (at.top < top - slackPx || at.bottom > bottom + slackPx)
      found.push(`out of its input: label of ${nameOf(field)}`);
    for (const icon of field.querySelectorAll(".icons svg")) {
      const isShown = getComputedStyle(icon.closest(".icons") as Element).opacity !== "0";
      if (isShown && overlap(at, icon.getBoundingClientRect()))
        found.push(`on an icon: label of ${nameOf(field)}`);
    }
    return found;
  };

  const findOverlaps = (parts: readonly Part[]): readonly string[] =>
    pairs(parts).flatMap(([one, other]) => {
      const isOwnPlace = isFloating && one.field === other.field && (one.isLabel || other.isLabel);
      return !isOwnPlace && overlap(one.box, other.box) ? [`overlap: ${one.what}, ${other.what}`] : [];
    });

  /** Inputs beside one another that differ in top or bottom. */
  const findUneven = (inputs: readonly Part[]): readonly string[] =>
    pairs(inputs).flatMap(([one, other]) => {
      const [row, otherRow] = [one.field.getBoundingClientRect(), other.field.getBoundingClientRect()];
      const isBeside = row.top < otherRow.bottom - slackPx && otherRow.top < row.bottom - slackPx;
      const isLevel =
        Math.abs(one.box.top - other.box.top) <= slackPx &&
        Math.abs(one.box.bottom - other.box.bottom) <= slackPx;
      return isBeside && !isLevel ? [`not in one row: ${one.what}, ${other.what}`] : [];
    });

  const { scrollWidth, clientWidth } = document.documentElement;
  const fields = [...document.querySelectorAll(".field")];
  const inputs = fields.map(entryOf);
  return [
    ...new Set([
      ...(scrollWidth > clientWidth ? ["the form is wider than its frame"] : []),
      ...fields.flatMap((field) => [...findCut(field), ...findFloating(field)]),
      ...findOverlaps([...fields.flatMap(textsOf), ...inputs]),
      ...findUneven(inputs),
    ]),
  ];
}
