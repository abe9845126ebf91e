/** Makes an element with text in it, never markup. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
