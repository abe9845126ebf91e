/**
 * Runs in a frame: measures where labels, inputs and errors stand. Nothing may be cut, cover anything, or leave its row.
 *
 * @returns what is wrong, in words for a failed test
 */
export function findMisplaced(): readonly string[] {
  const found: string[] = [];
  // Half a pixel is rounding.
  const slackPx = 0.5;
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push("the form is wider than its frame");
  const form = document.querySelector("cardpane-form") as Element;
  const { bottom } = form.getBoundingClientRect();

  /** Where the letters are, as they are painted. */
  const textBox = (element: Element): DOMRect => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const isSeen = ({ width, height }: DOMRect) => width > 1 && height > 1;
  const cover = (one: DOMRect, other: DOMRect) =>
    one.left < other.right - slackPx &&
    other.left < one.right - slackPx &&
    one.top < other.bottom - slackPx &&
    other.top < one.bottom - slackPx;

  interface Part {
    readonly what: string;
    readonly field: Element;
    readonly box: DOMRect;
    readonly isLabel: boolean;
  }
  const parts: Part[] = [];
  const isFloating = document.documentElement.dataset["labels"] === "floating";
  for (const field of document.querySelectorAll(".field")) {
    const room = field.getBoundingClientRect();
    const input = field.querySelector<HTMLInputElement | HTMLSelectElement>(".box > input, .box > select");
    const name = input?.id ?? "the saved card";
    for (const element of field.querySelectorAll("label, .label, .error")) {
      const text = element.textContent?.trim();
      const box = textBox(element);
      const style = getComputedStyle(element);
      // A hidden label is there for screen readers alone.
      if (!text || !isSeen(box) || style.clipPath !== "none") continue;
      const what = `${element.matches(".error") ? "error" : "label"} of ${name}: ${text}`;
      const isWithin =
        box.left >= room.left - slackPx &&
        box.right <= room.right + slackPx &&
        box.bottom <= bottom + slackPx;
      if (!isWithin || (element.scrollWidth > element.clientWidth && style.overflow !== "visible"))
        found.push(`cut: ${what}`);
      parts.push({ what, field, box, isLabel: element.matches("label") });
    }
    const entry = field.querySelector(".box > :is(input, select), .kept") as Element;
    parts.push({ what: `input of ${name}`, field, box: entry.getBoundingClientRect(), isLabel: false });
    const label = field.querySelector("label");
    if (!isFloating || !label || !input) continue;
    const at = textBox(label);
    const style = getComputedStyle(input);
    const px = (property: string) => Number.parseFloat(style.getPropertyValue(property));
    const { top, bottom: end } = input.getBoundingClientRect();
    const middle =
      (top +
        px("border-top-width") +
        px("padding-top") +
        end -
        px("border-bottom-width") -
        px("padding-bottom")) /
      2;
    const isUp = !(input instanceof HTMLInputElement && input.matches(":placeholder-shown:not(:focus)"));
    if (isUp && at.bottom > middle - 0.5 * px("font-size")) found.push(`on what is typed: label of ${name}`);
    if (at.top < top - slackPx || at.bottom > end + slackPx) found.push(`out of its input: label of ${name}`);
    for (const icon of field.querySelectorAll(".icons svg")) {
      const isShown = getComputedStyle(icon.closest(".icons") as Element).opacity !== "0";
      if (isShown && cover(at, icon.getBoundingClientRect())) found.push(`on an icon: label of ${name}`);
    }
  }
  for (const [index, one] of parts.entries()) {
    for (const other of parts.slice(index + 1)) {
      const isOwnPlace = isFloating && one.field === other.field && (one.isLabel || other.isLabel);
      if (!isOwnPlace && cover(one.box, other.box))
        found.push(`over one another: ${one.what}, ${other.what}`);
    }
  }
  const inputs = parts.filter(({ what }) => what.startsWith("input"));
  for (const [index, one] of inputs.entries()) {
    for (const other of inputs.slice(index + 1)) {
      const [row, otherRow] = [one.field.getBoundingClientRect(), other.field.getBoundingClientRect()];
      const isBeside = row.top < otherRow.bottom - slackPx && otherRow.top < row.bottom - slackPx;
      const isLevel =
        Math.abs(one.box.top - other.box.top) <= slackPx &&
        Math.abs(one.box.bottom - other.box.bottom) <= slackPx;
      if (isBeside && !isLevel) found.push(`not in one row: ${one.what}, ${other.what}`);
    }
  }
  return [...new Set(found)];
}
