/** Joins names to a choice by the rules of a language: `Visa or Cartes Bancaires`, `Visa oder Cartes Bancaires`. */
export function anyOf(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(names);
}
