/** Joins names to a choice, as a language does: `Visa or Cartes Bancaires`, `Visa oder Cartes Bancaires`. */
export function anyOf(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(names);
}
