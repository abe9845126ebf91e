/**
 * Replaces the page's texts by those of the same page in another language. The elements stay, and with them the pane, the typed
 * values, the focus and the listeners: both pages come from one template, so they differ only in texts and attributes.
 */

/** Elements that are not changed: the pane, which follows the page's language itself, and elements that scripts fill. */
const kept = "card-pane, noscript, #outcome";

/** Replaces title, language and texts; `false` if the pages differ in more: this page may then be partly translated. */
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

/** Whether the loaded page has the same card form, and is not another checkout or the order's page. */
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
  // Replacing the children would lose typed values.
  if (current.querySelector("input, select, card-pane")) return false;
  current.replaceChildren(...importAll(next));
  return true;
}

function exchange(current: ChildNode, next: ChildNode | undefined): boolean {
  if (current instanceof Element) return next instanceof Element && translate(current, next);
  if (current.nodeValue !== next?.nodeValue) current.nodeValue = next?.nodeValue ?? "";
  return true;
}

/** Whether the shopper may have typed the value, which is then kept. The server sets the value of a hidden field. */
function isTyped(element: Element, attribute: string): boolean {
  return element instanceof HTMLInputElement && element.type !== "hidden" && attribute === "value";
}

function isAlike(current: Element, next: Element): boolean {
  const shape = ({ childNodes }: Element) => [...childNodes].map(({ nodeName }) => nodeName).join(" ");
  return shape(current) === shape(next);
}

/** Options are sorted by the language's alphabet: the choice is restored by its value, not by its position. */
function translateOptions(list: HTMLSelectElement, next: Element): true {
  const { value } = list;
  list.replaceChildren(...importAll(next));
  list.value = value;
  return true;
}

function importAll({ childNodes }: Element): readonly Node[] {
  return [...childNodes].map((node) => document.importNode(node, true));
}
