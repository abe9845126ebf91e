/** The texts of a checkout that the picture shows: headings, labels, hints, ways to pay, the pay button. */
export function textsOf(page: string): readonly string[] {
  const main = /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? "";
  const shown = main.replace(
    /<(script|style|noscript|option|select|template)\b[\s\S]*?<\/\1>|<svg[\s\S]*?<\/svg>/g,
    " ",
  );
  return shown
    .split(/<[^>]*>/)
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "");
}
