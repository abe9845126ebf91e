/**
 * Puts the same page in another language in place of this one's texts. Elements stay, and with them the pane, what was typed,
 * the focus and the listeners: the two trees come from one template, so that they differ in texts and attributes alone.
 */

/** What stays as it is: the pane, which follows the page's language itself, and what scripts fill. */
const kept = "card-pane, noscript, #outcome";

/** Takes over title, language and texts; `false` where the pages are not the same but for them: part of it may be translated then. */
export function translatePage(next: Document): boolean {
  const shop = document.querySelector(".shop");
  const nextShop = next.querySelector(".shop");
  if (!shop || !nextShop || !isSameForm(shop, nextShop) || !translate(shop, nextShop)) return false;
  const skip = document.querySelector(".skip");
  const nextSkip = next.querySelector(".skip");
  if (skip && nextSkip) translate(skip, nextSkip);
  document.title = next.title;
  const { lang, dir } = next.documentElement;
  Object.assign(document.documentElement, { lang, dir });
  return true;
}

/** Another checkout, or the order's page, has come in place of this one. */
function isSameForm(shop: Element, nextShop: Element): boolean {
  const paneOf = (root: Element) => root.querySelector("#checkout #pane")?.getAttribute("data-saved-card");
  return paneOf(shop) === paneOf(nextShop);
}

function translate(current: Element, next: Element): boolean {
  if (current.matches(kept)) return next.matches(kept);
  for (const { name, value } of next.attributes) {
    if (current.getAttribute(name) !== value && !isTyped(current, name)) current.setAttribute(name, value);
  }
  if (current instanceof HTMLSelectElement) return translateOptions(current, next);
  if (isAlike(current, next))
    return [...current.childNodes].every((node, index) => exchange(node, next.childNodes[index]));
  // What was typed would be lost.
  if (current.querySelector("input, select, card-pane")) return false;
  current.replaceChildren(...importAll(next));
  return true;
}

function exchange(current: ChildNode, next: ChildNode | undefined): boolean {
  if (current instanceof Element) return next instanceof Element && translate(current, next);
  if (current.nodeValue !== next?.nodeValue) current.nodeValue = next?.nodeValue ?? "";
  return true;
}

/** Whether a value may have been typed: then it stays. That of a hidden field is the server's. */
function isTyped(element: Element, attribute: string): boolean {
  return element instanceof HTMLInputElement && element.type !== "hidden" && attribute === "value";
}

function isAlike(current: Element, next: Element): boolean {
  const shape = ({ childNodes }: Element) => [...childNodes].map(({ nodeName }) => nodeName).join(" ");
  return shape(current) === shape(next);
}

/** Options stand in the order of their language's alphabet: the value keeps the choice, not the place. */
function translateOptions(list: HTMLSelectElement, next: Element): true {
  const { value } = list;
  list.replaceChildren(...importAll(next));
  list.value = value;
  return true;
}

function importAll({ childNodes }: Element): readonly Node[] {
  return [...childNodes].map((node) => document.importNode(node, true));
}
